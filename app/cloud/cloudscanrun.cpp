// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/cloud/cloudscanrun.h"

#include "models/inventory/onworker.h"
#include "app/cloud/otherreaders.h"
#include "app/cloud/stackreader.h"

using namespace Qt::StringLiterals;

namespace flotsam {
namespace {

constexpr qint64 ClockToleranceSeconds = 30;

QString minutes(std::chrono::milliseconds time)
{
    const double seconds = double(time.count()) / 1000.0;
    return seconds < 120 ? u"%1 s"_s.arg(seconds) : u"%1 minutes"_s.arg(seconds / 60);
}

Error deadlineError(const ScanOptions &options)
{
    Error error;
    error.kind = Error::Kind::Timeout;
    error.what = u"Reading the cloud"_s;
    error.serviceMessage = u"it was not read within %1"_s.arg(minutes(options.deadline));
    error.advice = u"What is missing counts as unread. Raise the deadline, or read again."_s;
    return error;
}

} // namespace

CloudScan::Run::Run(CloudScan &scan, const CloudConfig &config, const ScanOptions &options)
    : m_scan(scan)
    , m_config(config)
    , m_options(options)
{
    m_deadline.setSingleShot(true);
    connect(&m_deadline, &QTimer::timeout, this, &Run::onDeadline);
    connect(&m_board, &ScanBoard::progress, this,
            [this](const SourceProgress &progress) { tell(&CloudScan::progress, progress); });
    connect(&m_board, &ScanBoard::problem, this, [this](const Error &error) { tell(&CloudScan::problem, error); });
}

CloudScan::Run::~Run()
{
    stop();
    qDeleteAll(m_readers);
    delete m_prober;
}

template <class Signal, class... Args>
void CloudScan::Run::tell(Signal signal, const Args &...args)
{
    if (m_stopped)
        return;
    ++m_busy;
    emit(m_scan.*signal)(args...);
    --m_busy;
}

void CloudScan::Run::start()
{
    m_deadline.start(m_options.deadline);
    onWorker(
        this, [config = m_config] { return TlsSettings::load(config); },
        [this](const Result<TlsSettings> &tls) {
            if (m_stopped || m_step == Step::Over)
                return;
            if (tls)
                login(*tls);
            else
                fail(tls.error());
        });
}

void CloudScan::Run::stop()
{
    m_stopped = true;
    m_deadline.stop();
    if (m_transport)
        m_transport->cancelAll();
}

ScanRegions CloudScan::Run::regions() const
{
    ScanRegions regions;
    const ServiceMap::Found network = m_services.own(ServiceType::Network);
    if (!network.places.isEmpty())
        regions.network = network.places.first().region;
    for (const ServicePlace &place : m_computePlaces)
        regions.computes += place.region;
    return regions;
}

void CloudScan::Run::login(const TlsSettings &tls)
{
    TransportLimits limits;
    limits.idle = m_options.idleTimeout;
    m_transport = std::make_unique<Transport>(tls, limits);
    m_session = std::make_unique<KeystoneSession>(m_config, *m_transport);
    m_session->login(this, [this](const std::optional<Error> &error) {
        if (m_stopped || m_step == Step::Over)
            return;
        if (error)
            fail(*error);
        else
            onLoggedIn();
    });
}

void CloudScan::Run::onLoggedIn()
{
    const Token &token = m_session->token();
    m_auth = token.authInfo();
    Error error;
    error.kind = Error::Kind::Auth;
    error.what = u"Logging in"_s;
    error.object = m_config.name;
    if (!token.scoped) {
        error.serviceMessage = u"the login is for no project"_s;
        error.advice = u"Add project_name (or project_id) to the cloud's entry."_s;
        fail(error);
        return;
    }
    m_services = ServiceMap(m_config, token.catalog, token.projectId);
    const ServiceMap::Found network = m_services.own(ServiceType::Network);
    if (network.places.isEmpty()) {
        error.what = u"Looking for the network service"_s;
        error.kind = Error::Kind::Config;
        error.serviceMessage = network.problem.isEmpty() ? u"the catalogue has no network service%1"_s.arg(
                                   m_config.region.isEmpty() ? QString() : u" in region %1"_s.arg(m_config.region))
                                                         : network.problem;
        error.advice = u"Regions there: %1. Services there: %2."_s.arg(token.catalog.regions().join(u", "_s),
                                                                       token.catalog.types().join(u", "_s));
        fail(error);
        return;
    }
    tell(&CloudScan::loggedIn, m_auth, m_services.region());
    if (!m_stopped)
        readPorts();
}

template <class Reader, class... Args>
Reader *CloudScan::Run::addReader(Args &&...args)
{
    const ScanContext context{*m_session, m_board, m_auth, m_options.maxDeletedServers, m_options.scope};
    auto *reader = new Reader(context, std::forward<Args>(args)..., this);
    m_readers.append(reader);
    connect(reader, &ServiceReader::finished, this, &Run::onReaderFinished);
    return reader;
}

void CloudScan::Run::readPorts()
{
    m_step = Step::ReadingPorts;
    m_ports = addReader<PortsReader>(m_services.own(ServiceType::Network).places.first());
    m_ports->start();
    discoverComputes();
}

void CloudScan::Run::discoverComputes()
{
    const ServiceMap::Found found = m_services.sharing(ServiceType::Compute);
    m_computeProblem = found.problem;
    m_computePlaces = found.places;
    m_computes.resize(m_computePlaces.size());
    m_computesWaited = int(m_computePlaces.size());
    for (qsizetype i = 0; i < m_computePlaces.size(); ++i) {
        discoverCompute(*m_session, m_computePlaces.at(i), this, [this, i](const ComputeApi &api) {
            m_computes[i] = api;
            if (--m_computesWaited == 0)
                checkAdmin();
        });
    }
    if (m_computePlaces.isEmpty())
        checkAdmin();
}

void CloudScan::Run::checkAdmin()
{
    if (m_stopped)
        return;
    const auto known = [this] {
        m_adminKnown = true;
        onReaderFinished();
    };
    if (!m_auth.admin || m_computes.isEmpty() || m_computes.first().error) {
        known();
        return;
    }
    ApiRequest request;
    request.url = joined(m_computes.first().url, u"/servers/detail"_s);
    request.url.setQuery(u"all_tenants=1&limit=1"_s);
    request.headers = m_computes.first().headers();
    request.what = u"Asking for an admin's view of servers"_s;
    ApiCall *call = m_session->send(request);
    connect(call, &ApiCall::finished, this, [this, known](const ApiReply &reply) {
        if (reply.status == 403)
            m_auth.admin = false; // the role is called admin, but Nova does not take it for one
        known();
    });
}

void CloudScan::Run::onReaderFinished()
{
    if (m_stopped)
        return;
    if (m_step == Step::ReadingPorts && m_ports->isFinished() && m_adminKnown) {
        m_step = Step::ReadingRest;
        readRest();
    } else if (m_step == Step::ReadingRest) {
        if (!m_quotasStarted && m_board.isSettled(SourceId::Projects))
            readQuotas();
        else if (m_quotasStarted && m_board.allSettled())
            build();
    }
}

template <class Reader>
void CloudScan::Run::addForEach(ServiceType type, const QList<SourceId> &sources)
{
    const ServiceMap::Found found = m_services.sharing(type);
    settleUnused(sources, found.problem);
    for (const ServicePlace &place : found.places)
        addReader<Reader>(place);
}

void CloudScan::Run::settleUnused(const QList<SourceId> &sources, const QString &problem)
{
    if (problem.isEmpty())
        return;
    for (const SourceId source : sources) {
        m_board.expect(source);
        SourceOutcome outcome;
        outcome.status = SourceStatus::Failed;
        outcome.detail = problem;
        m_board.settle(source, outcome);
    }
}

void CloudScan::Run::readRest()
{
    // The clock of the simulated cloud runs ahead on purpose.
    if (!m_config.simulatedClock && qAbs(m_ports->clockAheadSeconds()) > ClockToleranceSeconds) {
        Error error;
        error.kind = Error::Kind::Config;
        error.what = u"Comparing clocks"_s;
        error.serviceMessage = u"this machine's clock is %1 s %2 the cloud's"_s.arg(qAbs(m_ports->clockAheadSeconds()))
                                   .arg(m_ports->clockAheadSeconds() > 0 ? u"ahead of"_s : u"behind"_s);
        error.advice = u"Ages are reckoned from the earlier of the two."_s;
        tell(&CloudScan::problem, error);
    }
    addReader<NetworkReader>(m_services.own(ServiceType::Network).places.first());
    if (!m_options.scope) {
        addReader<ProjectReader>();
        settleUnused({SourceId::Servers, SourceId::DeletedServers}, m_computeProblem);
        for (const ComputeApi &api : std::as_const(m_computes))
            addReader<ComputeReader>(api);
    }
    addForEach<StackReader>(ServiceType::Orchestration,
                            {SourceId::Stacks, SourceId::DeletedStacks, SourceId::Resources, SourceId::Events});
    addForEach<BaremetalReader>(ServiceType::Baremetal,
                                {SourceId::Nodes, SourceId::BaremetalPorts, SourceId::Portgroups});
    addForEach<LoadBalancerReader>(ServiceType::LoadBalancer, {SourceId::LoadBalancers});
    m_board.reportAll();
    const QList<ServiceReader *> readers = m_readers;
    for (ServiceReader *reader : readers) {
        if (reader != m_ports && !m_stopped)
            reader->start();
    }
}

void CloudScan::Run::readQuotas()
{
    m_quotasStarted = true;
    QStringList projects;
    if (m_options.scope) {
        projects = m_options.scope->projects.values();
        projects.sort();
    } else if (m_auth.admin) {
        QSet<QString> ids;
        for (const DecodedPage &page : m_board.pages(SourceId::Ports)) {
            for (const Port &port : page.items.ports)
                ids.insert(port.projectId);
        }
        for (const DecodedPage &page : m_board.pages(SourceId::Projects)) {
            for (const Project &project : page.items.projects)
                ids.insert(project.id);
        }
        ids.remove(QString()); // ports of the system belong to nobody's quota
        projects = ids.values();
        projects.sort();
    } else if (!m_auth.projectId.isEmpty()) {
        projects += m_auth.projectId;
    }
    auto *reader = addReader<QuotaReader>(m_services.own(ServiceType::Network).places.first(), projects);
    reader->start();
}

void CloudScan::Run::build()
{
    m_step = Step::Probing;
    Snapshot frame;
    frame.cloud = m_config.name;
    frame.region = m_services.region();
    frame.takenAt = m_ports->time();
    if (m_config.simulatedClock && m_ports->clockAheadSeconds() < 0)
        frame.takenAt = frame.takenAt.addSecs(-m_ports->clockAheadSeconds());
    frame.auth = m_auth;
    frame.observations = m_options.observations;
    onWorker(
        this,
        [harvest = m_board.take(), frame = std::move(frame)]() mutable {
            return buildSnapshot(std::move(harvest), std::move(frame));
        },
        [this](SnapshotPtr snapshot) {
            if (m_stopped || m_step != Step::Probing)
                return;
            m_snapshot = std::move(snapshot);
            probe();
        });
}

void CloudScan::Run::probe()
{
    if (!m_deadline.isActive() || !m_options.wantedProbes || m_rounds >= m_options.probeRounds) {
        finish();
        return;
    }
    ++m_rounds;
    onWorker(
        this, [snapshot = m_snapshot, wanted = m_options.wantedProbes] { return wanted(snapshot); },
        [this](const QList<ProbeRequest> &wanted) {
            if (m_stopped || m_step != Step::Probing)
                return;
            QList<ProbeRequest> fresh;
            for (const ProbeRequest &request : wanted) {
                QSet<QString> &asked = request.kind == ProbeRequest::Kind::Server ? m_askedServers : m_askedActions;
                if (!asked.contains(request.serverId)) {
                    asked.insert(request.serverId);
                    fresh.append(request);
                }
            }
            if (fresh.isEmpty()) {
                finish();
                return;
            }
            if (!m_prober) {
                QList<ComputeApi> computes = m_computes;
                if (!m_computeProblem.isEmpty() || computes.isEmpty()) {
                    ComputeApi unreachable;
                    unreachable.error = Error{};
                    computes.append(unreachable);
                }
                m_prober = new ServerProber(*m_session, computes, this);
                connect(m_prober, &ServerProber::progress, this,
                        [this](int done, int total) { tell(&CloudScan::probesProgress, done, total); });
                connect(m_prober, &ServerProber::finished, this, &Run::onProbed);
            }
            m_prober->ask(fresh);
        });
}

void CloudScan::Run::onProbed()
{
    onWorker(
        this,
        [snapshot = m_snapshot, answers = m_prober->answers()] {
            auto next = std::make_shared<Snapshot>(*snapshot);
            next->serverProbes = answers.servers;
            next->actionsProbes = answers.actions;
            return SnapshotPtr(std::move(next));
        },
        [this](SnapshotPtr snapshot) {
            if (m_stopped || m_step == Step::Over)
                return;
            m_snapshot = std::move(snapshot);
            probe();
        });
}

void CloudScan::Run::onDeadline()
{
    const Error error = deadlineError(m_options);
    if (m_step == Step::LoggingIn) {
        fail(error);
        return;
    }
    tell(&CloudScan::problem, error);
    if (m_stopped)
        return;
    if (m_step == Step::ReadingPorts || m_step == Step::ReadingRest) {
        const bool early = m_step == Step::ReadingPorts;
        m_step = Step::Closing;
        const QList<ServiceReader *> readers = m_readers;
        for (ServiceReader *reader : readers)
            reader->abandon(error.serviceMessage);
        for (const SourceId source : AllSources) {
            if (source != SourceId::Ports && (early || (source == SourceId::Quotas && !m_quotasStarted)))
                settleUnused({source}, error.serviceMessage);
        }
        m_transport->cancelAll();
        if (!m_stopped)
            build();
    } else if (m_prober) {
        m_prober->abandon();
        m_transport->cancelAll();
        onProbed();
    }
}

void CloudScan::Run::finish()
{
    m_step = Step::Over;
    m_deadline.stop();
    tell(&CloudScan::finished, m_snapshot);
}

void CloudScan::Run::fail(const Error &error)
{
    m_step = Step::Over;
    m_deadline.stop();
    if (m_transport)
        m_transport->cancelAll();
    tell(&CloudScan::failed, error);
}

} // namespace flotsam
