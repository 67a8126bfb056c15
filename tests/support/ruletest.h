// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/support/testcloud.h"

#include <QTest>

/// Table-driven tests of rules: each row changes a cloud and says what is told of port 1.
namespace flotsam {

inline void ruleColumns()
{
    QTest::addColumn<Change>("change");
    QTest::addColumn<QString>("expected");
}

inline void row(const char *name, const Change &change, const QString &expected)
{
    QTest::newRow(name) << change << expected;
}

inline void checkRule()
{
    QFETCH(Change, change);
    QFETCH(QString, expected);
    TestCloud cloud;
    change(cloud);
    QCOMPARE(cloud.verdictOf(1), expected);
}

/// Port 1 points at server 1, as Nova leaves it once it is done.
inline void attached(TestCloud &c)
{
    Port &port = c.port(1);
    port.deviceId = serverId(1);
    port.deviceOwner = QStringLiteral("compute:nova");
}

/// Port 1 as it is between the create and the later update by Nova.
inline void halfCreated(TestCloud &c) { c.port(1).deviceId = serverId(1); }

/// A proven leak: dead server with tombstone, port made in its life.
inline void leaked(TestCloud &c)
{
    attached(c);
    c.kill(1);
}

inline void floatingIpOn(TestCloud &c, int portNumber)
{
    FloatingIp floating;
    floating.id = QStringLiteral("fip-%1").arg(portNumber);
    floating.portId = portId(portNumber);
    c.floatingIps.append(floating);
}

} // namespace flotsam
