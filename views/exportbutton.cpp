// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/exportbutton.h"

#include <QFileDialog>
#include <QMenu>

using namespace Qt::StringLiterals;

namespace flotsam {

namespace {

QString formatTitle(ExportFormat format)
{
    switch (format) {
    case ExportFormat::Csv:
        return ExportButton::tr("&CSV, one port a line…");
    case ExportFormat::Commands:
        return ExportButton::tr("&openstack commands…");
    case ExportFormat::Text:
        return ExportButton::tr("&Text…");
    case ExportFormat::Json:
        break;
    }
    return ExportButton::tr("&JSON, with everything that is known…");
}

QString formatName(ExportFormat format)
{
    switch (format) {
    case ExportFormat::Csv:
        return u"Csv"_s;
    case ExportFormat::Commands:
        return u"Commands"_s;
    case ExportFormat::Text:
        return u"Text"_s;
    case ExportFormat::Json:
        break;
    }
    return u"Json"_s;
}

} // namespace

ExportButton::ExportButton(const QString &name, const QString &stem, const QList<ExportFormat> &formats,
                           QWidget *parent)
    : QPushButton(tr("E&xport"), parent)
    , m_stem(stem)
{
    setObjectName(name);
    setAutoDefault(false);
    auto *const menu = new QMenu(this);
    for (const ExportFormat format : formats) {
        QAction *const action = menu->addAction(formatTitle(format), this, [this, format] { ask(format); });
        action->setObjectName(name + formatName(format));
    }
    setMenu(menu);
}

void ExportButton::ask(ExportFormat format)
{
    auto *const dialog = new QFileDialog(this, tr("Export"));
    dialog->setObjectName(u"exportDialog"_s);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->setDefaultSuffix(exportSuffix(format));
    dialog->selectFile(m_stem + u'.' + exportSuffix(format));
    connect(dialog, &QFileDialog::fileSelected, this,
            [this, format](const QString &path) { emit chosen(format, path); });
    dialog->open();
}

} // namespace flotsam
