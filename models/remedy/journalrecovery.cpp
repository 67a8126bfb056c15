// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/remedy/journalrecovery.h"

#include "models/inventory/onworker.h"
#include "models/remedy/portstate.h"

#include <QPointer>

using namespace Qt::StringLiterals;

namespace flotsam {

namespace {

constexpr int AtOnce = 4;

} // namespace

JournalRecovery::JournalRecovery(const JournalRecord &record, PortActions &actions, QObject *parent)
    : QObject(parent)
    , m_record(record)
    , m_actions(actions)
    , m_journal(record.path)
{ }

void JournalRecovery::start()
{
    m_journal.append({}, [this](const std::optional<Error> &error) {
        if (error) {
            finish(error);
            return;
        }
        // Before it was held somebody else may have completed it.
        onWorker(
            this, [path = m_record.path] { return readJournal(path); },
            [this](const Result<JournalRecord> &record) {
                if (!record) {
                    finish(record.error());
                    return;
                }
                m_record = *record;
                if (m_record.isOpen())
                    ask();
                else
                    finish({});
            });
    });
}

void JournalRecovery::ask()
{
    // Without the line that says so the head was not complete, and nothing is sent before it is.
    if (m_record.ready)
        m_waiting = m_record.unresolved();
    m_total = int(m_waiting.size());
    emit progress(0, m_total);
    pump();
}

void JournalRecovery::pump()
{
    while (m_flying < AtOnce && !m_waiting.isEmpty()) {
        const QString id = m_waiting.takeFirst();
        ++m_flying;
        m_actions.look(id, [self = QPointer<JournalRecovery>(this), id](const PortLook &look) {
            if (self)
                self->onLook(id, look);
        });
    }
    if (m_flying == 0 && m_waiting.isEmpty())
        conclude();
}

void JournalRecovery::onLook(const QString &id, const PortLook &look)
{
    --m_flying;
    const std::optional<PortOutcome> outcome = outcomeOf(*m_record.find(id), look);
    if (outcome) {
        m_found.append(*outcome);
    } else {
        m_silent += id;
        m_why = look.kind == PortLook::Kind::Unclear
            ? look.message
            : tr("the port is there, and its line in the journal is damaged: what it was before is not known");
    }
    emit progress(int(m_found.size() + m_silent.size()), m_total);
    pump();
}

std::optional<PortOutcome> JournalRecovery::outcomeOf(const JournalPort &port, const PortLook &look) const
{
    const RemedyAction action = m_record.header.action;
    const bool damaged = port.port.id.isEmpty();
    if (look.kind == PortLook::Kind::Unclear
        || (damaged && look.kind == PortLook::Kind::There && action != RemedyAction::Delete))
        return std::nullopt;
    PortOutcome outcome;
    outcome.portId = port.id;
    outcome.at = QDateTime::currentDateTimeUtc();
    outcome.matched = m_record.header.matching;
    const QString before = port.outcome ? tr("At first the cloud did not tell.")
        : port.sending                  ? tr("The program ended before an answer came.")
                                        : tr("The program ended before its turn.");
    QString found = tr("The port is there as it was.");
    outcome.kind = port.sending ? OutcomeKind::Failed : OutcomeKind::NotSent;
    if (look.kind == PortLook::Kind::Gone) {
        outcome.kind = OutcomeKind::Gone;
        found = port.sending ? tr("The cloud does not have the port any more.")
                             : tr("The cloud does not have the port any more: somebody else did that.");
    } else if (damaged) {
        found = tr("The port is there.");
    } else if (port.sending && showsEffect(action, port.port, look.port)) {
        outcome.kind = OutcomeKind::Done;
        found = tr("The port shows that it was done.");
    } else if (const QString difference = differenceOf(port.port, look.port); !difference.isEmpty()) {
        outcome.kind = OutcomeKind::Changed;
        found = tr("The port is there: %1").arg(difference);
    }
    outcome.words = before + u' ' + found;
    return outcome;
}

void JournalRecovery::conclude()
{
    if (m_concluded)
        return;
    m_concluded = true;
    QByteArray lines;
    for (const PortOutcome &outcome : std::as_const(m_found)) {
        lines += journalOutcome(outcome);
        for (JournalPort &port : m_record.ports) {
            if (port.id == outcome.portId)
                port.outcome = outcome;
        }
    }
    QList<PortOutcome> all;
    for (const JournalPort &port : std::as_const(m_record.ports)) {
        if (port.outcome)
            all.append(*port.outcome);
    }
    const QDateTime now = QDateTime::currentDateTimeUtc();
    const bool complete = m_silent.isEmpty();
    if (complete)
        lines += journalClose(now, u"recovery"_s, all);
    m_journal.append(lines, [this, now, complete](const std::optional<Error> &error) {
        if (complete && !error) {
            m_record.closedAt = now;
            m_record.closedBy = u"recovery"_s;
        }
        if (error || complete) {
            finish(error);
            return;
        }
        Error silent;
        silent.kind = Error::Kind::Network;
        silent.what = tr("Finding out what became of ports");
        silent.object = m_silent.value(0);
        silent.serviceMessage = m_why;
        silent.advice = tr("The journal stays open; the cloud is asked again after the next reading.");
        finish(silent);
    });
}

QString JournalRecovery::summary() const
{
    if (!m_record.ready)
        return tr("The program ended before anything was sent.");
    RemedyReport tally;
    for (const JournalPort &port : m_record.ports) {
        if (port.outcome)
            tally.outcomes.append(*port.outcome);
    }
    const auto counts = tally.counts();
    QStringList parts;
    for (int i = 0; i < OutcomeKindCount; ++i) {
        if (counts[size_t(i)] > 0 && OutcomeKind(i) != OutcomeKind::Unknown)
            parts += u"%1: %2"_s.arg(outcomeTitle(OutcomeKind(i), m_record.header.action)).arg(counts[size_t(i)]);
    }
    QString text = m_record.endedAt.isValid()
        ? tr("A run of %1 ports ended without knowing what became of all of them.").arg(m_record.ports.size())
        : tr("The program ended in the middle of a run of %1 ports.").arg(m_record.ports.size());
    if (!parts.isEmpty())
        text += u' ' + parts.join(u", "_s) + u'.';
    if (!m_silent.isEmpty())
        text += u' ' + tr("Of %1 ports the cloud does not tell.").arg(m_silent.size());
    return text;
}

void JournalRecovery::finish(const std::optional<Error> &error)
{
    RecoveryReport report;
    report.error = error;
    report.closed = !m_record.isOpen();
    report.silent = m_silent;
    report.at = QDateTime::currentDateTimeUtc();
    report.record = m_record;
    report.summary = summary();
    emit finished(report);
}

QByteArray closedByHand(const JournalRecord &record, const QDateTime &at)
{
    QByteArray lines;
    QList<PortOutcome> all;
    for (const JournalPort &port : record.ports) {
        if (port.outcome) {
            all.append(*port.outcome);
            continue;
        }
        if (!record.ready)
            continue;
        PortOutcome outcome;
        outcome.portId = port.id;
        outcome.at = at;
        outcome.kind = port.sending ? OutcomeKind::Unknown : OutcomeKind::NotSent;
        outcome.words = port.sending
            ? JournalRecovery::tr("The program ended before an answer came, and the journal was closed by hand.")
            : JournalRecovery::tr("The program ended before its turn.");
        lines += journalOutcome(outcome);
        all.append(outcome);
    }
    return lines + journalClose(at, u"hand"_s, all);
}

} // namespace flotsam
