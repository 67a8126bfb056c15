// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/tables/dataset.h"

#include <QList>

namespace flotsam {

/// What is known of the times of one port and of its server, in order of time.
struct PortLife
{
    struct Event
    {
        enum class Kind : quint8
        {
            ServerCreated,
            ServerAction, ///< what Nova was told to do with the server
            ServerGone,
            PortCreated,
            PortChanged,
            FirstSeen, ///< by an earlier reading, in its present state
            Heat,
            HeatFailed,
            Reading,
        };
        qint64 time = 0;
        Kind kind = Kind::Reading;
        QString text; ///< translated
        bool ofPort() const { return kind >= Kind::PortCreated && kind <= Kind::FirstSeen; }
    };
    QList<Event> events; ///< sorted by time; the reading is always there
    Time serverBegin;
    Time serverEnd; ///< not set: it lives on, or it is not known when it ended
    bool serverLives = false;
    QString server; ///< name or id, empty where it names none

    static PortLife of(const Dataset &data, int port);
    qint64 begin() const { return events.isEmpty() ? 0 : events.first().time; }
    qint64 end() const { return events.isEmpty() ? 0 : events.last().time; }
};

} // namespace flotsam
