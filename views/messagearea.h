// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/inventory/error.h"

#include <QFrame>
#include <QList>

class QLabel;
class QScrollArea;
class QVBoxLayout;

namespace flotsam {

/// Errors, newest first, until they are dismissed. Never modal, never in the way; hidden while there is none.
class MessageArea : public QFrame
{
    Q_OBJECT
public:
    static constexpr int Limit = 50;

    explicit MessageArea(QWidget *parent = nullptr);

    /// An error that is shown already counts up instead of standing there twice.
    void add(const Error &error);
    void clear();
    int count() const { return int(m_entries.size()); }
    /// Everything that the errors know, one paragraph each.
    QString text() const;

private:
    struct Entry
    {
        Error error;
        int times = 1;
        QWidget *row = nullptr;
        QLabel *label = nullptr;
    };
    void remove(QWidget *row);
    void refresh();

    QLabel *m_title;
    QScrollArea *m_scroll;
    QVBoxLayout *m_rows;
    QList<Entry> m_entries;
};

/// The parts of an error on one line each: what failed, the service's words, status and request id, advice.
QString errorParagraph(const Error &error);

} // namespace flotsam
