// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/race.h"

#include <QMutexLocker>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace flotsam::test {

class Race::Stranger : public QThread
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
        move.begun = m_clock.nsecsElapsed();
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
        move.ended = m_clock.nsecsElapsed();
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

Race::Race(int ports, quint32 seed, bool ifMatch)
    : now(QDateTime::currentDateTimeUtc())
    , m_ports(ports)
    , m_ifMatch(ifMatch)
    , m_seed(seed)
{
    m_clock.start();
}

Race::~Race()
{
    endStranger();
    m_bench.reset();
    m_proxy.reset(); // its thread speaks to what goes next
}

RudeProxy::Fault Race::pass(const RudeRequest &request)
{
    RudeProxy::Fault fault;
    if (!m_ifMatch && request.path.endsWith(u"/v2.0/extensions"_s)) {
        fault.replace = true;
        fault.answer = json(m_extensions);
        return fault;
    }
    const QString id = request.path.section(u'/', -1);
    const qint64 time = m_clock.nsecsElapsed();
    const QMutexLocker lock(&m_mutex);
    if (request.path.endsWith(u"/v2.0/ports"_s))
        ++m_listings;
    else if (request.path.endsWith(u"/floatingips"_s) && request.query.hasQueryItem(u"port_id"_s))
        m_floatingLooks[request.query.queryItemValue(u"port_id"_s)] = time;
    else if (request.path.contains(u"/v2.0/ports/"_s) && request.method == "GET")
        m_looks[id] = time;
    else if (request.path.contains(u"/v2.0/ports/"_s) && request.method == "DELETE")
        m_deletions[id].append(time);
    return fault;
}

bool Race::prepare()
{
    const auto url = m_cloud.start(u"healthy"_s);
    if (!url)
        return false;
    m_client = std::make_unique<DemoClient>(*url);
    DemoClient &client = *m_client;
    if (!client.logInAs(u"admin"_s, u"admin"_s))
        return false;
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
    QJsonArray extensions;
    const QJsonArray all = client.get(u"/network/v2.0/extensions"_s).json[u"extensions"_s].toArray();
    for (const QJsonValue &one : all) {
        if (one[u"alias"_s].toString() != u"revision-if-match"_s)
            extensions.append(one);
    }
    m_extensions = QJsonDocument(QJsonObject{{u"extensions"_s, extensions}}).toJson(QJsonDocument::Compact);
    for (int i = 0; i < m_ports; ++i) {
        const QJsonObject wanted{{u"network_id"_s, network}, {u"name"_s, u"spare-%1"_s.arg(i)}};
        m_ids
            += client.send("POST", u"/network/v2.0/ports"_s, {{u"port"_s, wanted}}).json[u"port"_s][u"id"_s].toString();
    }
    if (network.isEmpty() || m_ids.contains(QString()) || extensions.size() + 1 != all.size())
        return false;
    m_proxy = std::make_unique<RudeProxy>(*url);
    m_proxy->setPolicy([this](const RudeRequest &request) { return pass(request); });

    const JudgementPtr judgement = judgedCloud(m_proxy->config(), {0});
    if (!judgement)
        return false;
    QStringList servers;
    for (const Server &server : judgement->snapshot->servers)
        servers += server.id;
    m_plan = RemedyPlan::make(judgement, {RemedyAction::Delete, m_ids, {}}, now);
    RemedyOptions options;
    options.settings.graceSeconds = 0;
    options.run.clock = [this] { return now; };
    m_bench = std::make_unique<RemedyBench>(m_proxy->config(), options);
    m_stranger = std::make_unique<Stranger>(*url, m_ids, servers, floatingIps, network, m_seed, m_clock);
    return m_plan.size() == m_ports && !servers.isEmpty();
}

bool Race::begin()
{
    m_stranger->start();
    return m_bench->begin(m_plan) && !m_bench->review.plan.isEmpty() && m_bench->review.canMatchRevision == m_ifMatch;
}

void Race::endStranger()
{
    if (!m_stranger)
        return;
    m_stranger->enough = true;
    m_stranger->wait();
}

int Race::moves() const { return m_stranger->count; }

bool Race::waitForMoves(int more)
{
    const int wanted = moves() + more;
    return QTest::qWaitFor([&] { return moves() >= wanted; }, 60'000);
}

int Race::deletions() const
{
    const QMutexLocker lock(&m_mutex);
    int all = 0;
    for (const QList<qint64> &times : m_deletions)
        all += int(times.size());
    return all;
}

int Race::deletionsOf(const QString &id) const
{
    const QMutexLocker lock(&m_mutex);
    return int(m_deletions.value(id).size());
}

int Race::listings() const
{
    const QMutexLocker lock(&m_mutex);
    return m_listings;
}

bool Race::exists(const QString &id) { return m_client->get(u"/network/v2.0/ports/%1"_s.arg(id)).status == 200; }

/// What explains that a port which somebody had used is gone: his answer came after our last look at what he changed
/// was on its way to the cloud. Neutron itself refuses what comes before.
QString Race::lost(const QString &id, const QList<Move> &moves)
{
    int gaps = 0;
    for (const Move &move : moves) {
        if (move.kind == Move::FloatingIp) {
            // Moved on to another port before: nothing leads here any more.
            const qint64 deleted = m_deletions.value(id).value(0);
            const bool movedOn
                = std::any_of(m_stranger->moves.cbegin(), m_stranger->moves.cend(), [&](const Move &later) {
                      return later.floatingIp == move.floatingIp && later.status == 200 && later.begun >= move.ended
                          && later.portId != id && later.begun <= deleted;
                  });
            if (movedOn)
                continue;
            ++gaps;
            if (move.ended >= m_floatingLooks.value(id, move.ended + 1))
                continue;
            return u"a floating IP led to port %1 before it was looked for"_s.arg(id);
        }
        // Neutron compares revisions: there is no gap. Without that, what comes after our look is not seen.
        ++gaps;
        if (!m_ifMatch && move.ended >= m_looks.value(id, move.ended + 1))
            continue;
        return u"port %1 was deleted although somebody had used it (move %2, %3 ms before the deletion was sent)"_s
            .arg(id)
            .arg(int(move.kind))
            .arg(double(m_deletions.value(id).value(0) - move.ended) / 1e6);
    }
    m_lostToGap += gaps > 0 ? 1 : 0;
    return {};
}

QString Race::fault()
{
    QHash<QString, QList<Move>> byPort;
    for (const Move &move : std::as_const(m_stranger->moves)) {
        if (move.status >= 200 && move.status < 300)
            byPort[move.portId].append(move);
    }
    for (const PortOutcome &outcome : m_bench->report.outcomes) {
        const bool done = outcome.kind == OutcomeKind::Done;
        const int sent = deletionsOf(outcome.portId);
        if (sent > 1)
            return u"port %1 was sent %2 times"_s.arg(outcome.portId).arg(sent);
        if ((outcome.kind == OutcomeKind::NotSent || outcome.kind == OutcomeKind::TakenOut) && sent > 0)
            return u"port %1 is said not to have been tried, and was"_s.arg(outcome.portId);
        if ((done || outcome.kind == OutcomeKind::Gone) && exists(outcome.portId))
            return u"port %1 is said to be gone, and is there"_s.arg(outcome.portId);
        if (!done)
            continue;
        if (const QString why = lost(outcome.portId, byPort.value(outcome.portId)); !why.isEmpty())
            return why;
    }
    // What was made again under another id was never in the plan.
    for (const Move &move : std::as_const(m_stranger->moves)) {
        if (move.kind == Move::Recreate && move.status == 201 && !exists(move.newId))
            return u"port %1, made by somebody else in the meantime, is gone"_s.arg(move.newId);
    }
    return {};
}

QString Race::summary() const
{
    const RemedyReport &report = m_bench->report;
    return u"%1 moves; of %2 ports: %3; taken out before: %4; lost to the named gap: %5"_s.arg(moves())
        .arg(m_ports)
        .arg(report.summary())
        .arg(m_bench->review.takenOut.size())
        .arg(m_lostToGap);
}

} // namespace flotsam::test
