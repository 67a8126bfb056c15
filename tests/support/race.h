// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/support/remedybench.h"
#include "tests/support/rudeproxy.h"

#include <QElapsedTimer>
#include <QMutex>
#include <QRandomGenerator>
#include <QThread>

#include <atomic>

namespace flotsam::test {

/// What somebody else did to a port, and when.
struct Move
{
    enum Kind
    {
        Attach,
        Detach,
        Rename,
        Delete,
        Recreate,
        FloatingIp,
        Kinds
    };
    Kind kind = Attach;
    QString portId;
    int status = 0;
    qint64 begun = 0; ///< ns of the race's clock
    qint64 ended = 0;
    QString newId;
    QString floatingIp;
};

/// A simulated cloud of spare ports, a plan to delete them all, and a stranger who at random attaches, renames, deletes
/// and re-creates the same ports without any regard for us. Our requests go through a proxy that writes down when each
/// was passed on.
class Race
{
public:
    Race(int ports, quint32 seed, bool ifMatch = true);
    ~Race();

    /// Makes the cloud and the plan; false where something of it did not work.
    bool prepare();
    /// Re-checks while the stranger is at it; true where there is something to confirm.
    bool begin();
    void endStranger();

    int moves() const;
    /// So many more moves of the stranger.
    bool waitForMoves(int more);
    int deletions() const; ///< that were passed on to the cloud
    int deletionsOf(const QString &id) const;
    int listings() const; ///< of ports, by a re-check
    bool exists(const QString &id);

    /// After endStranger(): what is wrong with the report, against what the stranger did and what the cloud has; empty
    /// where nothing is. Counts what was lost in the gaps that are named.
    QString fault();
    int lostToGap() const { return m_lostToGap; }
    QString summary() const;

    RemedyBench &bench() { return *m_bench; }
    const QStringList &ids() const { return m_ids; }
    QDateTime now; ///< of the program

private:
    class Stranger;
    RudeProxy::Fault pass(const RudeRequest &request);
    QString lost(const QString &id, const QList<Move> &moves);

    const int m_ports;
    const bool m_ifMatch;
    QElapsedTimer m_clock;
    DemoCloud m_cloud;
    std::unique_ptr<DemoClient> m_client;
    std::unique_ptr<RudeProxy> m_proxy;
    std::unique_ptr<Stranger> m_stranger;
    std::unique_ptr<RemedyBench> m_bench;
    QByteArray m_extensions;
    QStringList m_ids;
    RemedyPlan m_plan;
    quint32 m_seed;
    int m_lostToGap = 0;

    mutable QMutex m_mutex;
    QHash<QString, qint64> m_looks; ///< at a port by itself: when the last was passed on
    QHash<QString, qint64> m_floatingLooks; ///< for its floating IPs
    QHash<QString, QList<qint64>> m_deletions;
    int m_listings = 0;
};

} // namespace flotsam::test
