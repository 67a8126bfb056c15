// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/inventory/cloudchoice.h"

#include <QDialog>
#include <QList>

class QLabel;
class QLineEdit;
class QPushButton;
class QTreeWidget;
class QTreeWidgetItem;

namespace flotsam {

/// Lets the user choose a cloud, and asks for the password where none is known. Open it with open(); it has no
/// nested event loop. Ends with one of its signals or
/// rejected().
class ConnectDialog : public QDialog
{
    Q_OBJECT
public:
    explicit ConnectDialog(QList<CloudChoice> clouds, QWidget *parent = nullptr);
    ~ConnectDialog() override;

    /// Where clouds were looked for, told when there is none.
    void setSearched(const QStringList &places);
    /// The cloud that is marked at first, by name.
    void select(const QString &name);
    /// Why the last attempt did not work, e.g. after a wrong password; asks for the password again.
    void setProblem(const QString &text, bool askPassword);

    /// Without it the `demo` entry is greyed.
    void setDemoAvailable(bool available);

    void accept() override;

signals:
    /// \a password is empty where none was asked for. It is not kept by the dialog.
    void chosen(const flotsam::CloudChoice &cloud, const QString &password);
    void openFileRequested();
    void demoRequested();

private:
    int current() const;
    bool wantsPassword() const;
    void update();

    QList<CloudChoice> m_clouds;
    QString m_askPasswordFor;
    QTreeWidgetItem *m_demo;
    QTreeWidget *m_list;
    QLabel *m_nothing;
    QLabel *m_facts;
    QLabel *m_warning;
    QLabel *m_problem;
    QLabel *m_passwordLabel;
    QLineEdit *m_password;
    QPushButton *m_connect;
};

} // namespace flotsam
