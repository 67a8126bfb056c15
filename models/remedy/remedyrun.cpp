// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/remedy/remedyrun.h"

#include "models/remedy/portstate.h"

#include <QCoreApplication>
#include <QPointer>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace flotsam {

namespace {

constexpr std::chrono::milliseconds DefaultWait = std::chrono::seconds(2);

QString reasonOf(const PortAnswer &answer)
{
    QString text = answer.message;
    if (answer.status > 0)
        text = text.isEmpty() ? u"HTTP %1"_s.arg(answer.status) : u"%1 (HTTP %2)"_s.arg(text).arg(answer.status);
    return text;
}

} // namespace

RemedyRun::RemedyRun(const RemedyPlan &plan, const RecheckResult &check, const JournalHeader &header,
                     PortActions &actions, Journal &journal, const RunOptions &options, QObject *parent)
    : QObject(parent)
    , m_plan(plan)
    , m_header(header)
    , m_actions(actions)
    , m_journal(journal)
    , m_options(options)
    , m_checkedAt(check.at)
{
    m_patience.setSingleShot(true);
    connect(&m_patience, &QTimer::timeout, this, [this] {
        if (m_progress.state == State::Waiting) {
            setState(State::Running);
            pump();
        }
    });
    for (const PlannedPort &port : m_plan.ports()) {
        const RecheckedPort *checked = check.find(port.port.id);
        if (checked && checked->ok)
            m_queue += port.port.id;
        else
            m_takenOut.insert(port.port.id, checked ? checked->why : tr("It was not looked at again."));
    }
    m_progress.total = m_plan.size();
    m_header.action = m_plan.action();
    m_header.plannedAt = m_plan.madeAt();
    m_header.checkedAt = m_checkedAt;
    m_header.ports = m_plan.size();
    m_header.matching = check.canMatchRevision;
}

RemedyRun::~RemedyRun() = default;

template <class F>
auto RemedyRun::here(F f)
{
    return [self = QPointer<RemedyRun>(this), f = std::move(f)](const auto &...args) {
        if (self)
            f(args...);
    };
}

void RemedyRun::start()
{
    m_header.startedAt = m_options.clock();
    setState(State::Starting);
    m_journal.append(journalHead(m_header, m_plan), here([this](const std::optional<Error> &error) {
                         m_journalAsked = true;
                         if (error) {
                             journalFailed(*error);
                             return;
                         }
                         m_journalReady = true;
                         // One by one: where the run was stopped meanwhile, the first one ends it with all the others.
                         while (!m_takenOut.isEmpty()) {
                             const QString id = m_takenOut.constBegin().key();
                             settle(id, OutcomeKind::TakenOut, m_takenOut.take(id));
                         }
                         if (m_progress.state == State::Starting)
                             setState(State::Running);
                         moveOn();
                     }));
}

void RemedyRun::pause()
{
    const State now = m_progress.state;
    if (now != State::Starting && now != State::Running && now != State::Waiting && now != State::Rechecking)
        return;
    setState(State::Pausing);
    moveOn();
}

void RemedyRun::resume()
{
    if (m_progress.state != State::Paused && m_progress.state != State::Pausing)
        return;
    setState(!m_journalReady ? State::Starting : m_patience.isActive() ? State::Waiting : State::Running);
    moveOn();
}

void RemedyRun::stop(const QString &why)
{
    const State now = m_progress.state;
    if (now == State::Stopping || now == State::Ending || now == State::Over)
        return;
    m_stopped = why.isEmpty() ? tr("It was stopped by hand.") : why;
    setState(State::Stopping);
    moveOn();
}

void RemedyRun::recheckDone(const RecheckResult &check)
{
    const QSet<QString> asked = std::exchange(m_askedAgain, {});
    if (asked.isEmpty() || isOver())
        return;
    m_checkedAt = check.at;
    // Again and again would be for ever.
    if (m_progress.state == State::Rechecking && isStale(m_checkedAt, m_options.clock(), m_options.recheckAge)) {
        stop(tr("Looking again at what was left took so long that it was too old before it could be used."));
        return;
    }
    const QStringList waiting = m_queue;
    for (const QString &id : waiting) {
        const RecheckedPort *port = check.find(id);
        if (port && port->ok && asked.contains(id))
            continue;
        if (m_cases.value(id).doubt) {
            takeToLook(id);
            continue;
        }
        m_queue.removeOne(id);
        settle(id, OutcomeKind::TakenOut, port && !port->ok ? port->why : tr("It was not looked at again."));
    }
    if (m_progress.state == State::Rechecking)
        setState(State::Running);
    moveOn();
}

void RemedyRun::recheckFailed(const Error &error)
{
    if (m_askedAgain.isEmpty() || isOver())
        return;
    m_askedAgain.clear();
    stop(tr("What was left could not be looked at again: %1").arg(error.toString()));
}

void RemedyRun::moveOn()
{
    switch (m_progress.state) {
    case State::Running:
        pump();
        break;
    case State::Rechecking:
        askAgain();
        break;
    case State::Pausing:
        if (m_flying.isEmpty() && m_journalReady)
            setState(State::Paused);
        break;
    case State::Stopping:
        lookAfterDoubts();
        if (m_flying.isEmpty() && m_journalAsked)
            end();
        break;
    default:
        break;
    }
}

void RemedyRun::askAgain()
{
    // Not before those in flight have ended: one of them may come back to the queue.
    if (!m_flying.isEmpty() || !m_askedAgain.isEmpty())
        return;
    if (m_queue.isEmpty()) {
        setState(State::Running);
        moveOn();
        return;
    }
    m_askedAgain = QSet<QString>(m_queue.begin(), m_queue.end());
    emit recheckWanted(m_queue);
}

void RemedyRun::lookAfterDoubts()
{
    // What was answered with 503 waits in the queue and may have been done all the same.
    const QStringList waiting = m_queue;
    for (const QString &id : waiting) {
        if (m_cases.value(id).doubt)
            takeToLook(id);
    }
}

void RemedyRun::takeToLook(const QString &id)
{
    m_queue.removeOne(id);
    m_flying.insert(id);
    lookInto(id);
}

void RemedyRun::pump()
{
    while (isSending() && m_flying.size() < m_options.atOnce && !m_queue.isEmpty()) {
        if (isStale(m_checkedAt, m_options.clock(), m_options.recheckAge)) {
            setState(State::Rechecking);
            askAgain();
            return;
        }
        announce(m_queue.takeFirst());
    }
    if (isSending() && m_queue.isEmpty() && m_flying.isEmpty())
        end();
}

void RemedyRun::announce(const QString &id)
{
    m_flying.insert(id);
    updateProgress();
    m_journal.append(journalSending(id, m_options.clock()), here([this, id](const std::optional<Error> &error) {
                         if (error) {
                             settle(id, OutcomeKind::NotSent, tr("Its journal could not be written."));
                             journalFailed(*error);
                             return;
                         }
                         // Whatever happened while the disk was busy: what was not sent goes back to its place.
                         if (!isSending() || isStale(m_checkedAt, m_options.clock(), m_options.recheckAge)) {
                             m_flying.remove(id);
                             m_queue.prepend(id);
                             updateProgress();
                             moveOn();
                             return;
                         }
                         send(id);
                     }));
}

void RemedyRun::send(const QString &id)
{
    ++m_cases[id].tries;
    const PlannedPort &port = planned(id);
    PortOrder order{m_plan.action(), port.port, port.json, port.effects.floatingIpIds, {}};
    order.stillWanted = [self = QPointer<RemedyRun>(this)] {
        return self && self->isSending()
            && !isStale(self->m_checkedAt, self->m_options.clock(), self->m_options.recheckAge);
    };
    m_actions.act(order, here([this, id](const PortAnswer &answer) { onAnswer(id, answer); }));
}

void RemedyRun::onAnswer(const QString &id, const PortAnswer &answer)
{
    if (!m_flying.contains(id))
        return;
    Case &known = m_cases[id];
    const bool nothingDone = answer.kind == PortAnswer::Kind::Refused || answer.kind == PortAnswer::Kind::LoggedOut
        || answer.kind == PortAnswer::Kind::NotSent;
    if (answer.kind != PortAnswer::Kind::Withdrawn)
        known.answer = answer;
    if (nothingDone && known.doubt) {
        lookInto(id); // nothing was done by this request, but perhaps by an earlier one
        return;
    }
    switch (answer.kind) {
    case PortAnswer::Kind::Done:
        settle(id, OutcomeKind::Done,
               answer.matched
                   ? tr("The cloud confirmed it.")
                   : tr("The cloud confirmed it; it cannot compare revisions, so the port was looked at just "
                        "before."));
        break;
    case PortAnswer::Kind::Gone:
        settle(id, OutcomeKind::Gone,
               known.doubt
                   ? tr("The cloud does not have it. An earlier request of this run, whose answer was lost, may "
                        "have done that.")
                   : tr("The cloud does not have it: it was gone already."));
        break;
    case PortAnswer::Kind::Changed:
        onChanged(id, answer);
        break;
    case PortAnswer::Kind::Withdrawn:
        --known.tries;
        m_flying.remove(id);
        m_queue.prepend(id);
        updateProgress();
        moveOn();
        break;
    case PortAnswer::Kind::Refused:
        settle(id, OutcomeKind::Refused, reasonOf(answer));
        break;
    case PortAnswer::Kind::Later:
        later(id, answer);
        break;
    case PortAnswer::Kind::LoggedOut:
        settle(id, OutcomeKind::Failed,
               tr("The cloud does not accept this login any more, also after a new one: %1").arg(reasonOf(answer)));
        break;
    case PortAnswer::Kind::NotSent:
        settle(id, OutcomeKind::NotSent, tr("A last look before it failed: %1").arg(reasonOf(answer)));
        break;
    case PortAnswer::Kind::Unclear:
        known.doubt = true;
        lookInto(id);
        break;
    }
}

void RemedyRun::onChanged(const QString &id, const PortAnswer &answer)
{
    if (m_cases[id].doubt) {
        lookInto(id); // perhaps it is we who changed it
        return;
    }
    settle(id, OutcomeKind::Changed, tr("It is not as it was judged, and was left alone: %1").arg(reasonOf(answer)));
}

void RemedyRun::later(const QString &id, const PortAnswer &answer)
{
    Case &known = m_cases[id];
    // 503 may come from something in front of a Neutron that has begun to work.
    known.doubt = known.doubt || answer.status == 503;
    const auto wait = answer.wait.count() > 0 ? answer.wait : DefaultWait * known.tries;
    const bool tooLong = wait > m_options.longestWait;
    if (tooLong || known.tries > m_options.laterTries) {
        known.answer.message = tooLong
            ? tr("the service asks to wait %1 s").arg(std::chrono::duration_cast<std::chrono::seconds>(wait).count())
            : tr("the service was still busy after %1 tries").arg(known.tries);
        if (known.doubt)
            lookInto(id);
        else
            settle(id, OutcomeKind::Failed, reasonOf(known.answer));
        return;
    }
    m_flying.remove(id);
    m_queue.prepend(id);
    if (!m_patience.isActive() || wait > m_patience.remainingTimeAsDuration())
        m_patience.start(wait);
    if (isSending())
        setState(State::Waiting);
    else
        updateProgress();
    moveOn();
}

void RemedyRun::lookInto(const QString &id)
{
    ++m_cases[id].looks;
    m_actions.look(id, here([this, id](const PortLook &look) { onLook(id, look); }));
}

void RemedyRun::onLook(const QString &id, const PortLook &look)
{
    if (!m_flying.contains(id))
        return;
    Case &known = m_cases[id];
    if (look.kind == PortLook::Kind::Gone) {
        settle(
            id, OutcomeKind::Gone,
            tr("The answer was lost (%1). Asked again, the cloud does not have the port.").arg(reasonOf(known.answer)));
    } else if (look.kind == PortLook::Kind::There) {
        stillThere(id, look.port);
    } else if (known.looks < m_options.looks) {
        lookAgain(id);
    } else {
        settle(id, OutcomeKind::Unknown,
               tr("The answer was lost (%1), and the cloud does not say what became of the port (%2).")
                   .arg(reasonOf(known.answer), look.message));
    }
}

void RemedyRun::stillThere(const QString &id, const Port &now)
{
    const Port &before = planned(id).port;
    Case &known = m_cases[id];
    if (showsEffect(m_plan.action(), before, now)) {
        settle(
            id, OutcomeKind::Done,
            tr("The answer was lost (%1). Asked again, the port shows that it is done.").arg(reasonOf(known.answer)));
    } else if (const QString difference = differenceOf(before, now); !difference.isEmpty()) {
        settle(
            id, OutcomeKind::Changed,
            tr("The answer was lost (%1). Asked again, the port is there: %2").arg(reasonOf(known.answer), difference));
    } else if (known.looks < m_options.looks) {
        lookAgain(id); // the request may still be on its way
    } else {
        QString words = tr("%1. Asked %2 times afterwards, the port is there as it was.")
                            .arg(reasonOf(known.answer))
                            .arg(known.looks);
        if (known.answer.status == 0 || known.answer.status >= 500)
            words += u' ' + tr("Should the request still be on its way, it may be done yet.");
        settle(id, OutcomeKind::Failed, words);
    }
}

void RemedyRun::lookAgain(const QString &id)
{
    QTimer::singleShot(m_options.betweenLooks, this, [this, id] { lookInto(id); });
}

void RemedyRun::settle(const QString &id, OutcomeKind kind, const QString &words)
{
    const Case known = m_cases.take(id);
    m_flying.remove(id);
    PortOutcome result;
    result.portId = id;
    result.kind = kind;
    result.words = words;
    result.at = m_options.clock();
    result.status = known.answer.status;
    result.requestId = known.answer.requestId;
    result.matched = known.tries == 0 || known.answer.matched;
    if (kind == OutcomeKind::Done)
        result.notAllowed = known.answer.notAllowed;
    if (kind == OutcomeKind::Done && !result.matched)
        ++m_unmatched;
    m_outcomes.insert(id, result);
    if (m_journalReady && !m_journalBroken)
        m_journal.append(journalOutcome(result), here([this](const std::optional<Error> &error) {
                             if (error)
                                 journalFailed(*error);
                         }));
    ++m_progress.counts[size_t(kind)];
    updateProgress();
    emit outcome(result);
    countError(result);
    moveOn();
}

void RemedyRun::countError(const PortOutcome &result)
{
    switch (result.kind) {
    case OutcomeKind::Done:
    case OutcomeKind::Gone:
    case OutcomeKind::Changed:
        m_errors = 0;
        return;
    case OutcomeKind::TakenOut: // nothing was asked of the cloud
        return;
    case OutcomeKind::Refused: // also 409 with Neutron's reason: the port is still there
    case OutcomeKind::Failed:
    case OutcomeKind::Unknown:
    case OutcomeKind::NotSent:
        break;
    }
    if (++m_errors >= m_options.errorsInARow)
        stop(tr("%1 errors came in a row, the last one: %2").arg(m_errors).arg(result.words));
}

void RemedyRun::journalFailed(const Error &error)
{
    if (m_journalBroken)
        return;
    m_journalBroken = true;
    stop(tr("The journal could not be written: %1").arg(error.toString()));
}

void RemedyRun::end()
{
    if (m_progress.state == State::Ending || isOver())
        return;
    setState(State::Ending);
    const QStringList left = std::exchange(m_queue, {});
    for (const QString &id : left)
        settle(id, OutcomeKind::NotSent, m_stopped);
    const auto takenOut = std::exchange(m_takenOut, {});
    for (auto it = takenOut.begin(); it != takenOut.end(); ++it)
        settle(it.key(), OutcomeKind::TakenOut, it.value());
    const auto quotas = [this] {
        m_actions.readQuotas(m_plan.projectIds(), here([this](const QList<ProjectQuota> &after) {
                                 m_quotasAfter = after;
                                 report();
                             }));
    };
    const bool sent = m_journalReady && m_progress.total > 0;
    if (!m_journalReady || m_journalBroken) {
        sent ? quotas() : report();
        return;
    }
    QList<PortOutcome> all;
    for (const PlannedPort &port : m_plan.ports())
        all.append(m_outcomes.value(port.port.id));
    // As long as it is open, the next look at the journals asks what became of those of which nobody knows.
    const bool open = !unknownIds(all).isEmpty();
    const QDateTime now = m_options.clock();
    m_journal.append(
        open ? journalEnded(now, all) : journalClose(now, u"run"_s, all),
        here([this, open, quotas](const std::optional<Error> &error) {
            m_journalState = error ? JournalState::Incomplete : open ? JournalState::Open : JournalState::Closed;
            quotas();
        }));
}

void RemedyRun::report()
{
    RemedyReport result;
    result.plan = m_plan;
    result.startedAt = m_header.startedAt;
    result.endedAt = m_options.clock();
    for (const PlannedPort &port : m_plan.ports())
        result.outcomes.append(m_outcomes.value(port.port.id));
    result.quotasBefore = m_header.quotas;
    result.quotasAfter = m_quotasAfter;
    result.stopped = m_stopped;
    if (m_unmatched > 0)
        result.notes += tr("This cloud cannot compare revisions (extension revision-if-match): each port was looked at "
                           "just before instead, which leaves a moment in which it may have changed.");
    result.journalPath = m_journal.path();
    result.journal = m_journalState;
    setState(State::Over);
    emit finished(result);
}

void RemedyRun::setState(State state)
{
    if (m_running.isValid())
        m_ranMs += m_running.restart();
    if (state == State::Running)
        m_running.start();
    else
        m_running.invalidate();
    m_progress.state = state;
    updateProgress();
}

void RemedyRun::updateProgress()
{
    m_progress.done = int(m_outcomes.size());
    m_progress.inFlight = int(m_flying.size());
    const qint64 ran = m_ranMs + (m_running.isValid() ? m_running.elapsed() : 0);
    const int left = m_progress.total - m_progress.done;
    m_progress.perSecond = ran > 0 ? double(m_progress.done) * 1000.0 / double(ran) : 0;
    m_progress.left.reset();
    if (m_progress.perSecond > 0)
        m_progress.left = std::chrono::milliseconds(qint64(double(left) * 1000.0 / m_progress.perSecond));
    emit progressChanged(m_progress);
}

} // namespace flotsam
