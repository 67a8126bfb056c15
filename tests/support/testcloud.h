// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/triage/judgement.h"

#include <functional>

namespace flotsam {

/// A small cloud built in code. As made: an admin's view, every source complete and empty, "now" at Now.
struct TestCloud : Snapshot
{
    TestCloud();

    Port &port(int number); ///< made on first use: old, DOWN, unbound, in project(1) on network(1), no device
    Server &server(int number); ///< made on first use: ACTIVE, in the live listing, with an address
    Server &tombstone(int number); ///< made on first use: created T(-9000), terminated T(-5000)
    Stack &stack(int number); ///< made on first use: CREATE_COMPLETE, of project(1)
    StackResource &resource(int stackNumber, const QString &name,
                            const QString &type = QStringLiteral("OS::Nova::Server"));
    void event(int stackNumber, const QString &resource, int seconds,
               const QString &status = QStringLiteral("CREATE_IN_PROGRESS"));
    Node &node(int number); ///< made on first use: available
    Nic &nic(int number, int nodeNumber); ///< made on first use: a bare-metal port with mac(100 + number)

    void answer(int serverNumber, int status, ServerProbe::Body body = ServerProbe::Body::ItemNotFound,
                const QString &microversion = QStringLiteral("2.60"));
    /// Nova's 404, a tombstone: a server that lived from T(-9000) to T(-5000).
    void kill(int serverNumber);
    void action(int serverNumber, const QString &name, int start, std::optional<int> end);
    void status(std::initializer_list<SourceId> which, SourceStatus status);
    void member(int projectNumber = 1); ///< the token is a member's of that project
    void ip(Port &port, const QString &address, int subnetNumber = 1);
    void pair(Port &port, const QString &addressOrCidr);
    void subnet(int number, const QString &cidr);

    SnapshotPtr build() const; ///< sorted as a Snapshot is
    /// "orphan likely: server-gone half-created; delete" and, where there are flags, " +ip-held".
    QString verdictOf(int portNumber, const Settings &settings = {}) const;

private:
    template <class Item>
    Item &item(QList<Item> &list, const QString &id, bool &fresh);
};

using Change = std::function<void(TestCloud &)>;

QString told(const PortJudgement &judgement);

/// Seconds before (negative) or after "now", 2026-11-30 09:41:00 UTC.
Time T(qint64 seconds);
QString portId(int number);
QString serverId(int number);
QString stackId(int number);
QString nodeId(int number);
QString nicId(int number);
QString project(int number);
QString network(int number);
QString subnetId(int number);
QString mac(int number);

} // namespace flotsam

Q_DECLARE_METATYPE(flotsam::Change)
