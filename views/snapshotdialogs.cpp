// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/snapshotdialogs.h"

#include <QCoreApplication>
#include <QFileDialog>

using namespace Qt::StringLiterals;

namespace flotsam {

namespace {

struct Words
{
    Q_DECLARE_TR_FUNCTIONS(flotsam::SnapshotDialogs)
};

} // namespace

QFileDialog *openSnapshotDialog(QWidget *parent, const QString &objectName, const QString &title)
{
    auto *const dialog = new QFileDialog(parent, title);
    dialog->setObjectName(objectName);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::ExistingFile);
    dialog->setNameFilters(
        {Words::tr("Snapshots (*.flotsam.json *.flotsam.json.gz *.json *.json.gz)"), Words::tr("All files (*)")});
    return dialog;
}

QFileDialog *saveSnapshotDialog(QWidget *parent, const QString &objectName, const SnapshotPtr &snapshot)
{
    auto *const dialog = new QFileDialog(parent, Words::tr("Save snapshot"));
    dialog->setObjectName(objectName);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->setDefaultSuffix(u"flotsam.json"_s);
    dialog->setNameFilters({Words::tr("Snapshots (*.flotsam.json *.flotsam.json.gz)"), Words::tr("All files (*)")});
    if (snapshot)
        dialog->selectFile(snapshot->cloud + snapshot->takenAt.toUTC().toString(u"-yyyyMMdd-HHmmss"_s)
                           + u".flotsam.json"_s);
    return dialog;
}

} // namespace flotsam
