// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QList>
#include <QWidget>

class QComboBox;
class QLabel;
class QLineEdit;
class QPlainTextEdit;

namespace flotsam {

/// Objects as the services sent them, one at a time, with search.
class RawView : public QWidget
{
    Q_OBJECT
public:
    struct Object
    {
        QString title; ///< "Port", "Server (deleted)"
        QByteArray json; ///< as kept, compact
    };
    explicit RawView(QWidget *parent = nullptr);

    void setObjects(const QList<Object> &objects);
    /// Puts the cursor into the search line.
    void search();

private:
    void showObject();
    void mark();
    void step(bool backward);

    QList<Object> m_objects;
    QComboBox *m_which;
    QLineEdit *m_search;
    QLabel *m_found;
    QPlainTextEdit *m_text;
};

} // namespace flotsam
