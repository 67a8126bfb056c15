// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/triage/judgement.h"

#include <QByteArray>
#include <QJsonObject>
#include <QStringList>

/// Small parts that exports, reports, commands and journals share.
namespace flotsam {

/// One line of RFC 4180 with its line end. A field that a spreadsheet would take for a formula gets an apostrophe.
QByteArray csvLine(const QStringList &fields);
/// For a POSIX shell, also where \a text holds quotes, line ends or escape sequences.
QString shellQuoted(const QString &text);
/// The lines that point `openstack` to the cloud and region of \a snapshot; empty where they are not known.
QString shellPlace(const Snapshot &snapshot);
/// On one line and without control characters: a port's name must not end a comment.
QString oneLine(const QString &text);
QString isoTime(const QDateTime &time); ///< UTC, "…Z"; empty where not set
QJsonObject quotaJson(const ProjectQuota &quota);
ProjectQuota quotaFromJson(const QJsonObject &object);

} // namespace flotsam
