// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/remedy/planexport.h"

#include <QPushButton>

namespace flotsam {

/// "Export" with one entry for each format; asks for the file without blocking.
class ExportButton : public QPushButton
{
    Q_OBJECT
public:
    /// \a stem: of the file name that is offered. Actions are named "<name>Json", "<name>Csv" …
    ExportButton(const QString &name, const QString &stem, const QList<ExportFormat> &formats, QWidget *parent);

signals:
    void chosen(flotsam::ExportFormat format, const QString &path);

private:
    void ask(ExportFormat format);

    QString m_stem;
};

} // namespace flotsam
