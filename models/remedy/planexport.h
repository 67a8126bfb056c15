// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/inventory/error.h"
#include "models/remedy/remedyplan.h"
#include "models/remedy/remedyreport.h"
#include "models/remedy/remedyreview.h"

#include <QByteArray>
#include <QString>

#include <optional>

/// A plan as a dry run: what would be done, in forms that others can read. Pure.
namespace flotsam {

enum class ExportFormat : quint8
{
    Json,
    Csv,
    Commands, ///< of a plan only
    Text, ///< of a report only
};

/// Format flotsam-plan, version 1: the plan, its ports with evidence, side effects and full JSON, and the refused.
QByteArray planJson(const RemedyPlan &plan);
/// RFC 4180, UTF-8, one port a line, the refused too.
QByteArray planCsv(const RemedyPlan &plan);
/// A shell script of `openstack` commands. Names of ports only stand in comments. Where there is no command for it, the
/// API call is told in a comment.
QByteArray planCommands(const RemedyPlan &plan);
/// Any of them.
QByteArray planExport(const RemedyPlan &plan, ExportFormat format);
/// The same of what a re-check left of a plan, with what it took out and why, and the wires in words.
QByteArray reviewExport(const RemedyReview &review, ExportFormat format);
QByteArray reportExport(const RemedyReport &report, ExportFormat format);
/// "json", "csv", "sh", "txt".
QString exportSuffix(ExportFormat format);
/// Writes a new file of mode 0600 in place of \a path. Blocks: for a worker.
std::optional<Error> writeExport(const QString &path, const QByteArray &content);

} // namespace flotsam
