// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/democonfig.h"
#include "tests/support/remedybench.h"

#include <QElapsedTimer>
#include <QRandomGenerator>
#include <QThread>

#include <atomic>

using namespace flotsam;
using namespace flotsam::test;
using namespace Qt::StringLiterals;

namespace {

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
    qint64 begun = 0; ///< ms of the common clock
    qint64 ended = 0;
    QString newId;
    QString floatingIp;
};

/// Another client, at random and without any regard for us.
class Stranger : public QThread
{
public:
    Stranger(const QUrl &url, const QStringList &ports, const QStringList &servers, const QStringList &floatingIps,
             const QString &network, quint32 seed, const QElapsedTimer &clock)
        : m_url(url)
        , m_ports(ports)
        , m_servers(servers)
        , m_floatingIps(floatingIps)
        , m_network(network)
        , m_seed(seed)
        , m_clock(clock)
    { }

    std::atomic<bool> enough = false;
    std::atomic<int> count = 0;
    QList<Move> moves; ///< after wait()

protected:
    void run() override
    {
        DemoClient client(m_url);
        if (!client.logInAs(u"admin"_s, u"admin"_s))
            return;
        QRandomGenerator random(m_seed);
        while (!enough) {
            moves.append(move(client, random));
            ++count;
            msleep(random.bounded(8u));
        }
    }

private:
    template <class List>
    static auto &any(List &list, QRandomGenerator &random)
    {
        return list[random.bounded(int(list.size()))];
    }

    Move move(DemoClient &client, QRandomGenerator &random)
    {
        Move move;
        move.kind = Move::Kind(random.bounded(int(Move::Kinds)));
        move.portId = any(m_ports, random);
        move.begun = m_clock.elapsed();
        const QString path = u"/network/v2.0/ports/%1"_s.arg(move.portId);
        const auto put = [&](const QJsonObject &change) {
            move.status = client.send("PUT", path, {{u"port"_s, change}}).status;
        };
        switch (move.kind) {
        case Move::Attach:
            put({{u"device_id"_s, any(m_servers, random)}, {u"device_owner"_s, u"compute:nova"_s}});
            break;
        case Move::Detach:
            put({{u"device_id"_s, u""_s}, {u"device_owner"_s, u""_s}});
            break;
        case Move::Rename:
            put({{u"name"_s, u"theirs-%1"_s.arg(random.bounded(1000))}});
            break;
        case Move::Delete:
            if (random.bounded(4) == 0)
                move.status = client.send("DELETE", path).status;
            break;
        case Move::Recreate: {
            const QJsonObject old = client.get(path).json[u"port"_s].toObject();
            if (old.isEmpty() || random.bounded(4) != 0 || client.send("DELETE", path).status != 204)
                break;
            const auto made = client.send("POST", u"/network/v2.0/ports"_s,
                                          {{u"port"_s,
                                            QJsonObject{{u"network_id"_s, m_network},
                                                        {u"mac_address"_s, old[u"mac_address"_s]},
                                                        {u"fixed_ips"_s, old[u"fixed_ips"_s]},
                                                        {u"name"_s, old[u"name"_s]}}}});
            move.status = made.status;
            move.newId = made.json[u"port"_s][u"id"_s].toString();
            break;
        }
        case Move::FloatingIp:
            move.floatingIp = any(m_floatingIps, random);
            move.status = client
                              .send("PUT", u"/network/v2.0/floatingips/%1"_s.arg(move.floatingIp),
                                    {{u"floatingip"_s, QJsonObject{{u"port_id"_s, move.portId}}}})
                              .status;
            break;
        case Move::Kinds:
            break;
        }
        move.ended = m_clock.elapsed();
        return move;
    }

    QUrl m_url;
    QStringList m_ports;
    QStringList m_servers;
    QStringList m_floatingIps;
    QString m_network;
    quint32 m_seed;
    const QElapsedTimer &m_clock;
};

} // namespace

class RemedyRaceTest : public QObject
{
    Q_OBJECT

private slots:
    void bulkDeleteAgainstAStranger_data();
    void bulkDeleteAgainstAStranger();
};

void RemedyRaceTest::bulkDeleteAgainstAStranger_data()
{
    QTest::addColumn<quint32>("seed");
    bool ok = false;
    const int wanted = qEnvironmentVariableIntValue("FLOTSAM_RACE_SEEDS", &ok);
    const int seeds = ok ? wanted : 4;
    for (int seed = 1; seed <= seeds; ++seed)
        QTest::addRow("seed %d", seed) << quint32(seed);
}

void RemedyRaceTest::bulkDeleteAgainstAStranger()
{
    QFETCH(quint32, seed);
    constexpr int ports = 200;
    DemoCloud cloud;
    const auto url = cloud.start(u"healthy"_s);
    QVERIFY(url.ok());
    DemoClient client(*url);
    QVERIFY(client.logInAs(u"admin"_s, u"admin"_s));
    // The network of a floating IP's port has a router that leads out.
    const QJsonArray known = client.get(u"/network/v2.0/floatingips"_s).json[u"floatingips"_s].toArray();
    QStringList floatingIps;
    QString network;
    for (const QJsonValue &one : known) {
        floatingIps += one[u"id"_s].toString();
        if (!one[u"port_id"_s].toString().isEmpty())
            network = client.get(u"/network/v2.0/ports/%1"_s.arg(one[u"port_id"_s].toString()))
                          .json[u"port"_s][u"network_id"_s]
                          .toString();
    }
    QVERIFY(!network.isEmpty());
    QStringList ids;
    for (int i = 0; i < ports; ++i) {
        const QJsonObject wanted{{u"network_id"_s, network}, {u"name"_s, u"spare-%1"_s.arg(i)}};
        ids += client.send("POST", u"/network/v2.0/ports"_s, {{u"port"_s, wanted}}).json[u"port"_s][u"id"_s].toString();
    }
    QVERIFY(!ids.contains(QString()));

    const JudgementPtr judgement = judgedCloud(demoConfig(*url), {0});
    QVERIFY(judgement);
    QStringList servers;
    for (const Server &server : judgement->snapshot->servers)
        servers += server.id;
    const RemedyPlan plan
        = RemedyPlan::make(judgement, {RemedyAction::Delete, ids, {}}, QDateTime::currentDateTimeUtc());
    QCOMPARE(plan.size(), ports);

    RemedyOptions options;
    options.settings.graceSeconds = 0;
    RemedyBench bench(demoConfig(*url), options);
    QElapsedTimer clock;
    clock.start();
    QHash<QString, qint64> answered;
    connect(bench.controller.get(), &RemedyController::outcome, this,
            [&](const PortOutcome &outcome) { answered.insert(outcome.portId, clock.elapsed()); });

    Stranger stranger(*url, ids, servers, floatingIps, network, seed, clock);
    stranger.start();
    QVERIFY(bench.begin(plan));
    const int before = stranger.count;
    QVERIFY(!bench.review.plan.isEmpty());
    QVERIFY(bench.confirm());
    QVERIFY(bench.waitForReport());
    const int during = stranger.count - before;
    stranger.enough = true;
    stranger.wait();

    QHash<QString, QList<Move>> byPort;
    QStringList recreated;
    for (const Move &move : std::as_const(stranger.moves)) {
        if (move.status >= 200 && move.status < 300)
            byPort[move.portId].append(move);
        if (move.kind == Move::Recreate && move.status == 201)
            recreated += move.newId;
    }
    int deleted = 0;
    int namedGap = 0;
    for (const PortOutcome &outcome : bench.report.outcomes) {
        if (outcome.kind != OutcomeKind::Done)
            continue;
        ++deleted;
        const QList<Move> moves = byPort.value(outcome.portId);
        for (const Move &move : moves) {
            // Neutron's own gap: a floating IP does not raise the port's revision, so nothing but a look just before
            // guards against it, and it may come between that look and the deletion.
            if (move.kind == Move::FloatingIp) {
                // Moved on to another port before: nothing leads here any more.
                const bool movedOn
                    = std::any_of(stranger.moves.cbegin(), stranger.moves.cend(), [&](const Move &later) {
                          return later.floatingIp == move.floatingIp && later.status == 200 && later.begun >= move.ended
                              && later.portId != move.portId && later.ended <= answered[outcome.portId];
                      });
                if (movedOn)
                    continue;
                ++namedGap;
                QVERIFY2(move.ended >= answered[outcome.portId] - 2000, "a floating IP was there long before");
                continue;
            }
            QFAIL(qPrintable(u"port %1 was deleted although somebody had used it (move %2, %3 ms before the answer)"_s
                                 .arg(outcome.portId)
                                 .arg(int(move.kind))
                                 .arg(answered[outcome.portId] - move.ended)));
        }
    }
    // What was made again under another id was never in the plan.
    for (const QString &id : std::as_const(recreated))
        QCOMPARE(client.get(u"/network/v2.0/ports/%1"_s.arg(id)).status, 200);
    // The report is what the cloud has.
    for (const PortOutcome &outcome : bench.report.outcomes) {
        const bool there = client.get(u"/network/v2.0/ports/%1"_s.arg(outcome.portId)).status == 200;
        if (outcome.kind == OutcomeKind::Done || outcome.kind == OutcomeKind::Gone)
            QVERIFY(!there);
    }
    QVERIFY(deleted > 0);
    QVERIFY2(bench.report.count(OutcomeKind::Changed) + int(bench.review.takenOut.size()) > 0,
             "the stranger met no port");
    qInfo("%d moves, %d of them during the run; %d of %d deleted, %d changed, %d gone, %d taken out before; "
          "floating IP between look and deletion: %d",
          int(stranger.moves.size()), during, deleted, ports, bench.report.count(OutcomeKind::Changed),
          bench.report.count(OutcomeKind::Gone), int(bench.review.takenOut.size()), namedGap);
}

QTEST_GUILESS_MAIN(RemedyRaceTest)
#include "tst_remedy_race.moc"
