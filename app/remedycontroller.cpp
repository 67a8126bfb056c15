// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/remedycontroller.h"

#include "app/cloud/apierror.h"
#include "app/cloud/httpportactions.h"
#include "models/inventory/onworker.h"

#include <QUuid>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace flotsam {

namespace {

/// Whether \a wire was in the review. What was not read, or lies elsewhere, is the same only in the same words.
bool wasSeen(const RemedyReview &review, const Tripwire &wire)
{
    const bool byWords = wire.wire == Wire::SourceIncomplete || wire.wire == Wire::RegionsDiffer;
    return std::any_of(review.wires.begin(), review.wires.end(), [&](const Tripwire &known) {
        return known.wire == wire.wire && known.trip == wire.trip && (!byWords || known.words == wire.words);
    });
}

RestoreAnswer notMade(const QString &why)
{
    RestoreAnswer answer;
    answer.message = why;
    return answer;
}

} // namespace

RemedyController::RemedyController(LockState &lock, const RemedyOptions &options, QObject *parent)
    : QObject(parent)
    , m_lock(lock)
    , m_options(options)
    , m_folder(options.journalFolder)
{
    connect(&m_lock, &LockState::changed, this, [this] {
        if (m_lock.isUnlocked())
            return;
        if (isRunning())
            m_run->stop(tr("The session was locked."));
        else
            cancel();
    });
}

RemedyController::~RemedyController()
{
    // The run speaks to journal and actions to its end.
    m_recheck.reset();
    m_run.reset();
}

bool RemedyController::setCloud(const std::optional<CloudConfig> &config, const QString &journalFolder)
{
    if (isBusy())
        return false;
    cancel();
    m_config = config;
    m_folder = journalFolder.isEmpty() ? m_options.journalFolder : journalFolder;
    m_view.reset();
    m_actions.reset();
    if (config) {
        m_actions = std::make_unique<HttpPortActions>(*config, actionsOptions());
    }
    m_lock.setCloud(config ? config->name : QString());
    return true;
}

PortActionsOptions RemedyController::actionsOptions() const
{
    PortActionsOptions options;
    options.idleTimeout = m_options.idleTimeout;
    return options;
}

void RemedyController::setView(const AuthInfo &auth, const QString &region) { m_view = {auth, region}; }

QString RemedyController::whyNot() const
{
    if (!m_config)
        return tr("No cloud is connected.");
    if (!m_lock.isUnlocked())
        return tr("This session is read-only. Allow changes first: Ctrl+L.");
    if (isRunning())
        return tr("Another plan is running.");
    return {};
}

QString RemedyController::begin(const RemedyPlan &plan)
{
    QString why = whyNot();
    if (why.isEmpty() && plan.isEmpty())
        why = tr("There is no port in the plan that this may be done to.");
    if (why.isEmpty() && plan.judgement()->snapshot->cloud != m_config->name)
        why = tr("The plan is for the cloud %1, and the one connected is %2.")
                  .arg(plan.judgement()->snapshot->cloud, m_config->name);
    if (!why.isEmpty())
        return why;
    cancel();
    m_plan = plan;
    startRecheck(plan, &RemedyController::review);
    return {};
}

void RemedyController::startRecheck(const RemedyPlan &plan, void (RemedyController::*then)(const RecheckResult &))
{
    RecheckOptions options;
    options.settings = m_options.settings;
    options.deadline = m_options.recheckDeadline;
    options.idleTimeout = m_options.idleTimeout;
    options.clock = m_options.run.clock;
    drop(std::move(m_recheck));
    CloudConfig config = *m_config;
    if (config.region.isEmpty()) // a catalogue has no order to rely on
        config.region = plan.judgement()->snapshot->region;
    m_recheck = std::make_unique<Recheck>(config, plan, options);
    connect(m_recheck.get(), &Recheck::progress, this, &RemedyController::recheckProgress);
    connect(m_recheck.get(), &Recheck::probesProgress, this, &RemedyController::probesProgress);
    connect(m_recheck.get(), &Recheck::failed, this, &RemedyController::onRecheckFailed);
    connect(m_recheck.get(), &Recheck::finished, this, then);
    if (!isRunning())
        setState(State::Rechecking);
    m_recheck->start();
}

void RemedyController::onRecheckFailed(const Error &error)
{
    drop(std::move(m_recheck));
    if (isRunning()) {
        m_run->recheckFailed(error);
        return;
    }
    setState(State::Idle);
    emit failed(error);
}

RemedyReview RemedyController::reviewOf(const RemedyPlan &plan, const RecheckResult &check) const
{
    RemedyReview review;
    review.plan = plan.subset(check.okIds());
    for (const RecheckedPort &port : check.ports) {
        if (!port.ok)
            review.takenOut.append(port);
    }
    review.wires = tripwires(review.plan, *check.judgement, check.regions);
    const QStringList projects = review.plan.projectIds();
    for (ProjectQuota quota : check.judgement->quotas) {
        if (quota.known && projects.contains(quota.projectId)) {
            quota.projectName = plan.projectName(quota.projectId);
            review.quotas.append(quota);
        }
    }
    review.checkedAt = check.at;
    review.canMatchRevision = check.canMatchRevision;
    review.isProtected = m_lock.isProtected();
    return review;
}

void RemedyController::review(const RecheckResult &check)
{
    drop(std::move(m_recheck));
    for (const Error &error : check.problems)
        emit problem(error);
    m_check = check;
    m_review = reviewOf(m_plan, check);
    setState(State::Reviewing);
    emit reviewReady(m_review);
}

QString RemedyController::confirm(const Confirmation &confirmation)
{
    QString why = whyNot();
    if (why.isEmpty() && m_state != State::Reviewing)
        why = tr("There is nothing to confirm.");
    if (why.isEmpty())
        why = confirmationProblem(m_review, confirmation);
    if (!why.isEmpty())
        return why;
    m_confirmation = confirmation;
    const RemedyPlan confirmed = m_review.plan.subset(confirmation.ids);
    if (isStale(m_check.at, m_options.run.clock(), m_options.run.recheckAge))
        startRecheck(confirmed, &RemedyController::reviewAgain);
    else
        startRun(confirmed, m_check);
    return {};
}

void RemedyController::reviewAgain(const RecheckResult &check)
{
    drop(std::move(m_recheck));
    for (const Error &error : check.problems)
        emit problem(error);
    const RemedyPlan confirmed = m_review.plan.subset(m_confirmation.ids);
    RemedyReview next = reviewOf(confirmed, check);
    // Fewer ports are within what was confirmed. A wire that nobody has seen is not.
    const auto seen = [this](const Tripwire &wire) { return wasSeen(m_review, wire); };
    if (std::all_of(next.wires.begin(), next.wires.end(), seen) && !next.plan.isEmpty() && next.canRun()) {
        m_review = next;
        startRun(confirmed, check);
        return;
    }
    next.again = tr("The first look was too old. Looked at again, things are not as they were.");
    m_plan = confirmed;
    m_check = check;
    m_review = next;
    setState(State::Reviewing);
    emit reviewReady(m_review);
}

JournalHeader RemedyController::header() const
{
    JournalHeader header;
    const AuthInfo &auth = m_check.judgement->snapshot->auth;
    header.runId = QUuid::createUuid().toString(QUuid::WithoutBraces);
    header.cloud = m_config->name;
    header.region = m_check.judgement->snapshot->region;
    header.authUrl = shownUrl(m_config->authUrl);
    header.projectId = auth.projectId;
    header.projectName = auth.projectName;
    header.userName = auth.userName;
    header.admin = auth.admin;
    header.quotas = m_review.quotas;
    return header;
}

void RemedyController::startRun(const RemedyPlan &plan, const RecheckResult &check)
{
    m_check = check;
    const Snapshot &place = *check.judgement->snapshot;
    if (m_restoring == 0)
        m_actions->expect(place.auth, place.region);
    if (m_actions->region() != place.region) {
        Error error;
        error.kind = Error::Kind::Config;
        error.what = tr("Beginning the run");
        error.object = place.region;
        error.serviceMessage = tr("ports of another region are being made again; wait for them");
        onRecheckFailed(error);
        return;
    }
    m_journal = std::make_unique<JournalFile>(m_folder, m_config->name, m_options.run.clock());
    m_run = std::make_unique<RemedyRun>(plan, check, header(), *m_actions, *m_journal, m_options.run);
    connect(m_run.get(), &RemedyRun::progressChanged, this, &RemedyController::runProgress);
    connect(m_run.get(), &RemedyRun::outcome, this, &RemedyController::outcome);
    connect(m_run.get(), &RemedyRun::finished, this, &RemedyController::onRunFinished);
    connect(m_run.get(), &RemedyRun::recheckWanted, this, [this, plan](const QStringList &ids) {
        startRecheck(plan.subset(QSet<QString>(ids.begin(), ids.end())), &RemedyController::recheckedInRun);
    });
    setState(State::Running);
    m_run->start();
}

void RemedyController::recheckedInRun(const RecheckResult &check)
{
    drop(std::move(m_recheck));
    for (const Error &error : check.problems)
        emit problem(error);
    if (!m_run)
        return;
    const RemedyPlan left = m_run->plan().subset(check.okIds());
    const QList<Tripwire> wires = tripwires(left, *check.judgement, check.regions);
    for (const Tripwire &wire : wires) {
        // Half of a project is less than was confirmed by now; what was not read or is of another region is news.
        const bool news
            = (wire.wire == Wire::SourceIncomplete || wire.wire == Wire::RegionsDiffer) && !wasSeen(m_review, wire);
        if (wire.trip == Tripwire::Trip::Refuse || news) {
            Error error;
            error.kind = Error::Kind::Http;
            error.what = tr("Looking at the ports again");
            error.object = m_config->name;
            error.serviceMessage = wire.words;
            m_run->recheckFailed(error);
            return;
        }
    }
    m_run->recheckDone(check);
}

void RemedyController::onRunFinished(const RemedyReport &report)
{
    const RemedyReport kept = report;
    drop(std::move(m_recheck));
    drop(std::move(m_run));
    drop(std::move(m_journal));
    setState(State::Idle);
    emit finished(kept);
}

void RemedyController::drop(std::unique_ptr<QObject> object)
{
    // Perhaps it is what calls us.
    if (QObject *gone = object.release()) {
        gone->disconnect(this);
        gone->deleteLater();
    }
}

void RemedyController::cancel()
{
    if (isRunning() || m_state == State::Idle)
        return;
    if (m_recheck)
        m_recheck->cancel();
    drop(std::move(m_recheck));
    m_review = {};
    m_plan = {};
    setState(State::Idle);
}

void RemedyController::pause()
{
    if (m_run)
        m_run->pause();
}

void RemedyController::resume()
{
    if (m_run)
        m_run->resume();
}

void RemedyController::stop()
{
    if (m_run)
        m_run->stop();
}

void RemedyController::setState(State state)
{
    m_state = state;
    emit stateChanged();
}

void RemedyController::findOpenJournals()
{
    onWorker(
        this,
        [folder = m_folder] {
            std::pair<QList<JournalRecord>, QList<Error>> found;
            found.first = findJournals(folder, true, &found.second);
            return found;
        },
        [this](const std::pair<QList<JournalRecord>, QList<Error>> &found) {
            for (const Error &error : found.second)
                emit problem(error);
            emit openJournalsFound(found.first);
        });
}

bool RemedyController::isOfThisCloud(const JournalRecord &record) const
{
    // A head that is not complete names no cloud: nothing was sent, and any may close it.
    if (!record.ready)
        return m_config.has_value();
    const JournalHeader &header = record.header;
    if (!m_config || !m_view || header.cloud != m_config->name || header.authUrl != shownUrl(m_config->authUrl))
        return false;
    const auto &[auth, region] = *m_view;
    // To eyes that see less than those of the run a port that is there may look gone.
    const bool sameEyes = !header.admin && header.projectId == auth.projectId && header.userName == auth.userName;
    return header.region == region && (auth.admin || sameEyes);
}

bool RemedyController::recover(const JournalRecord &record)
{
    if (!isOfThisCloud(record))
        return false;
    if (m_recovering.contains(record.path))
        return true;
    m_recovering.insert(record.path);
    // With eyes of its own: a run may go on elsewhere meanwhile.
    auto *eyes = new HttpPortActions(*m_config, actionsOptions(), m_actions.get());
    if (m_view)
        eyes->expect(m_view->first, m_view->second);
    auto *recovery = new JournalRecovery(record, *eyes, eyes);
    connect(recovery, &QObject::destroyed, this, [this, path = record.path] { m_recovering.remove(path); });
    connect(recovery, &JournalRecovery::finished, this, [this, eyes](const RecoveryReport &report) {
        eyes->deleteLater();
        emit recovered(report);
    });
    recovery->start();
    return true;
}

void RemedyController::giveUpJournal(const QString &path)
{
    onWorker(
        this, [path] { return readJournal(path); },
        [this, path](const Result<JournalRecord> &record) {
            if (!record) {
                emit problem(record.error());
                return;
            }
            if (!record->isOpen()) {
                emit journalGivenUp(path);
                return;
            }
            auto *journal = new JournalFile(path, this);
            journal->append(closedByHand(*record, m_options.run.clock()),
                            [this, journal, path](const std::optional<Error> &error) {
                                journal->deleteLater();
                                if (error)
                                    emit problem(*error);
                                else
                                    emit journalGivenUp(path);
                            });
        });
}

QString RemedyController::restore(const QString &journalPath, const QString &portId)
{
    const QString why = whyNot();
    if (!why.isEmpty())
        return why;
    ++m_restoring;
    onWorker(
        this, [journalPath] { return readJournal(journalPath); },
        [this, journalPath, portId](const Result<JournalRecord> &record) {
            if (record)
                restoreFrom(*record, portId);
            else
                endRestore(portId, notMade(record.error().toString()));
        });
    return {};
}

void RemedyController::restoreFrom(const JournalRecord &record, const QString &portId)
{
    const JournalPort *port = record.restorable().contains(portId) ? record.find(portId) : nullptr;
    QString refusal;
    if (!port)
        refusal = tr("That port was not deleted by this run, or was made again already.");
    else if (!isOfThisCloud(record))
        refusal = tr("That journal is of the cloud %1.").arg(record.header.cloud);
    else
        refusal = whyNot();
    if (refusal.isEmpty() && m_restoring == 1)
        m_actions->expect(m_view->first, m_view->second);
    if (refusal.isEmpty() && m_actions->region() != m_view->second)
        refusal = tr("Ports of region %1 are being made again. Wait for them.").arg(m_actions->region());
    if (!refusal.isEmpty()) {
        endRestore(portId, notMade(refusal));
        return;
    }
    m_actions->look(portId, [this, path = record.path, portId, json = port->json](const PortLook &look) {
        if (look.kind == PortLook::Kind::Gone)
            makeAgain(path, portId, json);
        else if (look.kind == PortLook::Kind::There)
            endRestore(portId, notMade(tr("The cloud has that port: it was not deleted.")));
        else
            endRestore(portId, notMade(tr("Whether the cloud still has that port is not clear: %1").arg(look.message)));
    });
}

void RemedyController::makeAgain(const QString &path, const QString &portId, const QByteArray &json)
{
    // What this user may not set is given up one by one; the answer tells of it.
    RestoreOrder order = restoreOrder(json, true);
    order.stillWanted = [this] { return m_lock.isUnlocked(); };
    m_actions->restore(order, [this, path, portId](const RestoreAnswer &answer) {
        if (!answer.made) {
            endRestore(portId, answer);
            return;
        }
        auto *journal = new JournalFile(path, m_actions.get());
        journal->append(journalRestored(portId, answer.newId, m_options.run.clock(), answer.different),
                        [this, journal, portId, answer](const std::optional<Error> &error) {
                            journal->deleteLater();
                            if (error)
                                emit problem(*error);
                            endRestore(portId, answer);
                        });
    });
}

void RemedyController::endRestore(const QString &portId, const RestoreAnswer &answer)
{
    --m_restoring;
    emit restored(portId, answer);
}

} // namespace flotsam
