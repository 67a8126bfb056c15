// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/triage/outlook.h"

#include "models/triage/grace.h"

#include <QCoreApplication>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace flotsam {

namespace {

struct Words
{
    Q_DECLARE_TR_FUNCTIONS(flotsam::Outlook)
};

QString utc(qint64 time)
{
    return QDateTime::fromMSecsSinceEpoch(time, Qt::UTC).toString(u"yyyy-MM-dd HH:mm:ss 'UTC'"_s);
}

/// When the port is old enough to be judged, if nothing changes until then.
QString graceSentence(const Judgement &judgement, const Port &port)
{
    const Age age = ageOf(port, *judgement.snapshot, judgement.settings);
    const qint64 grace = qint64(judgement.settings.graceSeconds) * 1000;
    qint64 last = std::max(age.created.value_or(0), age.updated.value_or(0));
    if (!age.created || !age.updated)
        last = std::max(last, age.firstSeen.value_or(judgement.snapshot->takenAt.toMSecsSinceEpoch()));
    return Words::tr("A reading after %1 that finds it unchanged: then it is old enough to be judged.")
        .arg(utc(last + grace));
}

QStringList unreadSentences(const Snapshot &snapshot)
{
    QStringList sentences;
    for (const SourceId id : AllSources) {
        const SourceInfo &info = snapshot.source(id);
        if (!info.unread())
            continue;
        const QString name = sourceName(id);
        sentences += info.detail.isEmpty()
            ? Words::tr("A complete reading of %1 (%2 now).").arg(name, sourceStatusName(info.status))
            : Words::tr("A complete reading of %1 (%2 now: %3).")
                  .arg(name, sourceStatusName(info.status), info.detail.simplified().left(120));
    }
    return sentences;
}

QString reliance()
{
    return Words::tr("A floating IP that leads to it, another port's allowed address pair with its address, or a trunk "
                     "that holds it: then it is in use.");
}

QStringList ofLeaks(const Judgement &judgement, const PortJudgement &verdict, const Port &port)
{
    QStringList sentences;
    const bool server = verdict.has(Reason::ServerGone) || verdict.has(Reason::ServerDeleted)
        || verdict.has(Reason::LateCreate) || verdict.has(Reason::HalfCreated) || verdict.has(Reason::UnbindFailed)
        || verdict.has(Reason::BindingResidue);
    if (server && !port.deviceId.isEmpty())
        sentences += Words::tr("Nova answering for server %1: then it is in use.").arg(port.deviceId);
    if (verdict.has(Reason::HeatFailedServer) || verdict.has(Reason::HeatReplaced) || verdict.has(Reason::HeatStackGone)
        || verdict.has(Reason::HeatNameUnclaimed))
        sentences += Words::tr("A Heat stack that claims it as one of its resources: then it is in use.");
    sentences += reliance();
    if (verdict.has(Flag::MacConflict) || verdict.has(Reason::BaremetalMac))
        sentences += Words::tr("Another MAC address: then it stands in no deployment's way.");
    if (verdict.verdict == Verdict::Stale)
        sentences += Words::tr("Clearing what its dead owner left on it: then it is unattached, and its project's.");
    if (verdict.verdict == Verdict::Unattached)
        sentences += Words::tr("A server, router or service that takes it: then it is in use.");
    sentences
        += Words::tr("Any change of the port: then it settles for %1 s first.").arg(judgement.settings.graceSeconds);
    if (verdict.verdict == Verdict::Orphan && verdict.confidence == Confidence::Likely)
        sentences += unreadSentences(*judgement.snapshot);
    return sentences;
}

QStringList ofSettling(const Judgement &judgement, const PortJudgement &verdict, const Port &port)
{
    QStringList sentences;
    if (verdict.has(Reason::ServerBusy))
        sentences
            += Words::tr("Server %1 at rest: while it is built or changed, its ports are its own.").arg(port.deviceId);
    if (verdict.has(Reason::StackBusy))
        sentences += Words::tr("Its Heat stack at rest: complete or failed.");
    if (verdict.has(Reason::IronicBusy))
        sentences += Words::tr("Its bare-metal node at rest: active, available or failed.");
    if (verdict.has(Reason::TooYoung) || sentences.isEmpty())
        sentences += graceSentence(judgement, port);
    return sentences;
}

QStringList ofUnknown(const Judgement &judgement, const PortJudgement &verdict, const Port &port)
{
    QStringList sentences;
    if (verdict.has(Reason::NotMyProject))
        sentences
            += Words::tr("A reading with an administrator's login, or with one of project %1.").arg(port.projectId);
    if (verdict.has(Reason::ProbeFailed))
        sentences
            += Words::tr("An answer of Nova about server %1: that it exists, or that it does not.").arg(port.deviceId);
    if (verdict.has(Reason::SourceIncomplete) || sentences.isEmpty())
        sentences += unreadSentences(*judgement.snapshot);
    if (sentences.isEmpty())
        sentences += Words::tr("An answer about what owns it.");
    return sentences;
}

QStringList ofUse(const PortJudgement &verdict, const Port &port)
{
    if (verdict.has(Reason::ServerAlive) || verdict.has(Reason::ServerHidden) || verdict.has(Reason::ServerError))
        return {Words::tr("Server %1 deleted while the port stays: then it is left behind.").arg(port.deviceId)};
    if (verdict.has(Reason::HeatManaged))
        return {Words::tr("Its Heat stack deleted while the port stays.")};
    if (verdict.has(Reason::IronicVif))
        return {Words::tr("Its bare-metal NIC detached from it.")};
    if (verdict.has(Reason::FloatingIp) || verdict.has(Reason::Vip) || verdict.has(Reason::Trunk))
        return {Words::tr("What relies on it taken away: floating IP, address pair or trunk.")};
    if (verdict.verdict == Verdict::Service)
        return {Words::tr("Nothing that can be read here: the service that made it knows whether it is needed.")};
    return {Words::tr("What uses it taken away while the port stays.")};
}

} // namespace

QStringList outlook(const Judgement &judgement, int number)
{
    const PortJudgement &verdict = judgement.ports[number];
    const Port &port = judgement.snapshot->ports[number];
    switch (verdict.verdict) {
    case Verdict::InUse:
    case Verdict::Service:
        return ofUse(verdict, port);
    case Verdict::Unknown:
        return ofUnknown(judgement, verdict, port);
    case Verdict::Settling:
        return ofSettling(judgement, verdict, port);
    case Verdict::Unattached:
    case Verdict::Stale:
    case Verdict::Orphan:
        break;
    }
    return ofLeaks(judgement, verdict, port);
}

} // namespace flotsam
