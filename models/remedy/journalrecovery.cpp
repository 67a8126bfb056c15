// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/remedy/journalrecovery.h"

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
    if (look.kind == PortLook::Kind::Unclear) {
        m_silent += id;
        m_why = look.message;
    } else {
        m_found.append(outcomeOf(*m_record.find(id), look));
    }
    emit progress(int(m_found.size() + m_silent.size()), m_total);
    pump();
}

PortOutcome JournalRecovery::outcomeOf(const JournalPort &port, const PortLook &look) const
{
    PortOutcome outcome;
    outcome.portId = port.id;
    outcome.at = QDateTime::currentDateTimeUtc();
    outcome.matched = m_record.header.matching;
    const RemedyAction action = m_record.header.action;
    if (look.kind == PortLook::Kind::Gone) {
        outcome.kind = OutcomeKind::Gone;
        outcome.words = port.sending
            ? tr("The program ended before an answer came. The cloud does not have the port any more.")
            : tr("The program ended before its turn. The cloud does not have the port any more: somebody else did "
                 "that.");
        return outcome;
    }
    if (port.sending && showsEffect(action, port.port, look.port)) {
        outcome.kind = OutcomeKind::Done;
        outcome.words = tr("The program ended before an answer came. The port shows that it was done.");
    } else if (const QString difference = differenceOf(port.port, look.port); !difference.isEmpty()) {
        outcome.kind = OutcomeKind::Changed;
        outcome.words = tr("The program ended before an answer came. The port is there: %1").arg(difference);
    } else {
        outcome.kind = port.sending ? OutcomeKind::Failed : OutcomeKind::NotSent;
        outcome.words = tr("The program ended before it was done. The port is there as it was.");
    }
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
        silent.advice = tr("The journal stays open; the cloud is asked again at the next start.");
        finish(silent);
    });
}

void JournalRecovery::finish(const std::optional<Error> &error)
{
    RecoveryReport report;
    report.error = error;
    report.closed = !m_record.isOpen();
    RemedyReport tally;
    for (const JournalPort &port : std::as_const(m_record.ports)) {
        if (port.outcome)
            tally.outcomes.append(*port.outcome);
    }
    const auto counts = tally.counts();
    QStringList parts;
    for (int i = 0; i < OutcomeKindCount; ++i) {
        if (counts[size_t(i)] > 0)
            parts += u"%1: %2"_s.arg(outcomeTitle(OutcomeKind(i), m_record.header.action)).arg(counts[size_t(i)]);
    }
    report.record = m_record;
    report.summary = !m_record.ready ? tr("The program ended before anything was sent.")
                                     : tr("The program ended in the middle of a run of %1 ports. %2.")
                                           .arg(m_record.ports.size())
                                           .arg(parts.join(u", "_s));
    if (!m_silent.isEmpty())
        report.summary += u' ' + tr("Of %1 ports the cloud does not tell.").arg(m_silent.size());
    emit finished(report);
}

} // namespace flotsam
