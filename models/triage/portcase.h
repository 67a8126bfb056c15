// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/triage/grace.h"
#include "models/triage/trail.h"
#include "models/triage/triageindex.h"

#include <QStringBuilder>

#include <type_traits>

namespace flotsam {

/// Which rules a port is for once device_owner and name have not settled it (triage.md A.4).
enum class Family : quint8
{
    Server = 1, ///< rule B
    Baremetal = 2, ///< rule D, then B
    Free = 4, ///< rule C: neither device nor owner
    Foreign = 8, ///< an owner that no rule but A knows
};

/// What a rule answers: a verdict, or nothing where it does not fit.
using Opinion = std::optional<PortJudgement>;

/// One port before the rules, with everything that they may ask.
class PortCase
{
public:
    PortCase(const TriageIndex &index, int number, const Trail &trail);

    const TriageIndex &index;
    const Snapshot &snapshot;
    const int number;
    const Port &port;
    const Trail &trail;
    const Family family;
    const QString heatName; ///< `<resource>` of a Heat-named port, else empty

    bool heatNamed() const { return !heatName.isEmpty(); }
    bool halfCreated() const { return isHalfCreated(port); }
    /// Has a name that is not Heat-named, or a tag, or a description.
    bool handMade() const;
    /// Not an admin's token, and the port is not of its project.
    bool notMine() const;
    Age age() const { return ageOf(port, snapshot, index.settings); }
    Life life() const { return index.servers.life(port.deviceId); }

    bool unread(SourceId source) const { return snapshot.source(source).unread(); }
    /// Nodes or NICs are unread, and the port may be one of theirs: a NIC not seen could name it, a node be its device.
    bool mayBeUnreadMetal() const;
    /// The first of \a sources that is unread.
    std::optional<SourceId> firstUnread(std::initializer_list<SourceId> sources) const;

    /// The verdict may depend on whether this server lives: ask for it where nothing in the snapshot tells.
    void wantServer(const QString &id) const;
    void wantActions(const QString &id) const;

    void noteServer(const QString &id) const;
    /// What is left of a server that is not listed: its tombstone, its actions.
    void noteRemains(const QString &id) const;
    void noteUnread(const QList<SourceId> &sources) const { flotsam::noteUnread(snapshot, sources, trail); }
    /// What nobody was found to claim: no NIC, no trunk, no stack, whatever the verdict then says of the port.
    void noteUnclaimed() const;
    void noteStacksUnread() const;
    /// A field of the port itself; \a sentence is a function that makes a text.
    template <class Sentence>
    void noteField(const QString &field, const QString &result, const Sentence &sentence) const
    {
        trail.note([&] { return portEvidence(snapshot, port, field, result, sentence()); });
    }
    /// \a sentence is a text, a `%` expression or a function that makes one: built only where someone keeps evidence.
    template <class Sentence>
    void noteListing(SourceId source, const QString &subject, const QString &result, const Sentence &sentence) const
    {
        trail.note([&] {
            if constexpr (std::is_invocable_v<Sentence>)
                return listingEvidence(snapshot, source, subject, result, sentence());
            else
                return listingEvidence(snapshot, source, subject, result, QString(sentence));
        });
    }
};

PortJudgement verdict(Verdict what, std::initializer_list<Reason> reasons, Remedy remedy);
PortJudgement inUse(std::initializer_list<Reason> reasons, Remedy remedy = Remedy::None);
PortJudgement service(Reason reason);
PortJudgement settling(std::initializer_list<Reason> reasons);
PortJudgement unknown(std::initializer_list<Reason> reasons);
PortJudgement unattached(std::initializer_list<Reason> reasons);
PortJudgement stale(std::initializer_list<Reason> reasons, Remedy remedy);
PortJudgement likelyOrphan(std::initializer_list<Reason> reasons, Remedy remedy = Remedy::Delete);

} // namespace flotsam
