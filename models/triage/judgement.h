// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/inventory/snapshot.h"

#include <QHash>
#include <QLatin1StringView>
#include <QList>
#include <QString>
#include <QStringList>

#include <array>
#include <memory>
#include <optional>
#include <span>

namespace flotsam {

/// In the order of safety: where two fit equally, the earlier one wins.
enum class Verdict : quint8
{
    InUse,
    Service,
    Unknown,
    Settling,
    Unattached,
    Stale,
    Orphan
};
inline constexpr int VerdictCount = 7;
enum class Confidence : quint8
{
    None,
    Likely,
    Proven
};
enum class Remedy : quint8
{
    None,
    Wait,
    Delete,
    ClearDevice,
    RegenerateMac,
    DeleteServer,
    DeleteStack
};
enum class Reason : quint8
{
    ServerAlive,
    ServerHidden,
    ServerError,
    ServerBusy,
    ServerGone,
    ServerDeleted,
    LateCreate,
    HalfCreated,
    DuplicateCreate,
    UnbindFailed,
    HeatManaged,
    HeatFailedServer,
    HeatReplaced,
    HeatStackGone,
    HeatNameUnclaimed,
    StackBusy,
    BaremetalMac,
    BindingResidue,
    IronicVif,
    IronicBusy,
    IronicLeftover,
    NetworkPlumbing,
    LoadBalancer,
    ShareServer,
    Container,
    OtherService,
    Trunk,
    FloatingIp,
    Vip,
    TooYoung,
    NotMyProject,
    SourceIncomplete,
    ProbeFailed,
    NeverBound,
    DuplicateName,
    UserPort,
};
inline constexpr int ReasonCount = 36;
enum class Flag : quint8
{
    MacConflict = 1,
    MacDuplicate = 2,
    IpHeld = 4,
    OverQuota = 8,
    RestrictedView = 16
};
inline constexpr std::array<Flag, 5> AllFlags{Flag::MacConflict, Flag::MacDuplicate, Flag::IpHeld, Flag::OverQuota,
                                              Flag::RestrictedView};

/// The words of triage.md, e.g. "in-use", "late-create", "mac-conflict", "clear-device"; Confidence::None is "".
QLatin1StringView toWord(Verdict);
QLatin1StringView toWord(Confidence);
QLatin1StringView toWord(Remedy);
QLatin1StringView toWord(Reason);
QLatin1StringView toWord(Flag);
std::optional<Verdict> verdictFromWord(QStringView word);
std::optional<Reason> reasonFromWord(QStringView word);
std::optional<Flag> flagFromWord(QStringView word);

/// One thing that a verdict rests on, or that was not checked.
struct Evidence
{
    QString check; ///< what was asked, e.g. "compute.server", "network.floatingips", "port.created_at"
    QString subject; ///< of whom: an id, a name
    QString result; ///< what came back, e.g. "404", "ACTIVE", "none", "not checked"
    QString detail; ///< in words, with the time; a sentence that an operator can repeat
};

struct PortJudgement
{
    Verdict verdict = Verdict::Unknown;
    Confidence confidence = Confidence::None;
    Remedy remedy = Remedy::None;
    bool preselected = false;
    quint8 flags = 0;
    quint8 reasonCount = 0;
    std::array<Reason, 8> reasonSlots{};

    bool deletable() const
    {
        return verdict == Verdict::Unattached || verdict == Verdict::Stale || verdict == Verdict::Orphan;
    }
    bool has(Flag flag) const { return flags & quint8(flag); }
    bool has(Reason reason) const;
    void add(Reason reason); ///< adds at the end, once
    void set(Flag flag) { flags = quint8(flags | quint8(flag)); }
    std::span<const Reason> reasons() const { return {reasonSlots.data(), reasonCount}; } ///< most telling first
};

QStringList reasonNames(const PortJudgement &judgement); ///< in the order of the judgement
QStringList flagNames(const PortJudgement &judgement); ///< in the order of AllFlags

struct Settings
{
    int graceSeconds = 600;
};

struct ProjectQuota
{
    QString projectId;
    QString projectName; ///< empty where not known
    bool known = false; ///< the quota was read
    qint64 limit = -1;
    qint64 used = 0;
    qint64 reserved = 0;
    std::array<int, VerdictCount> byVerdict{}; ///< ports seen of this project
    int reclaimable = 0; ///< orphans
    int visible() const; ///< ports seen
};

class TriageIndex;

/// What judge() says of a Snapshot. Immutable, shares its data, keeps the snapshot alive.
class Judgement
{
public:
    SnapshotPtr snapshot;
    Settings settings;
    QList<PortJudgement> ports; ///< parallel to snapshot->ports
    std::array<int, VerdictCount> verdictCounts{};
    QHash<Flag, int> flagCounts;
    QList<ProjectQuota> quotas; ///< every project with a quota or a port, sorted by project id
    int reclaimable = 0;

    /// The chain of evidence of one port, made on demand by running its rules again with a recorder.
    QList<Evidence> evidence(int port) const;

    std::shared_ptr<const TriageIndex> index;
};

using JudgementPtr = std::shared_ptr<const Judgement>;

/// Pure: no clock, no network, no globals. "Now" is snapshot->takenAt. Linear in the size of the snapshot.
Judgement judge(const SnapshotPtr &snapshot, const Settings &settings = {});

/// What the engine would still ask of the cloud: only what can change a verdict.
struct ProbeRequest
{
    enum class Kind
    {
        Server,
        InstanceActions
    };
    Kind kind = Kind::Server;
    QString serverId;
    friend bool operator==(const ProbeRequest &, const ProbeRequest &) = default;
};
/// Empty when every answer that matters is in the snapshot (an answer of any status counts as answered).
QList<ProbeRequest> wantedProbes(const SnapshotPtr &snapshot, const Settings &settings = {});
/// Of those, what can change the verdict on one of the ports \a portIds; for a snapshot whose servers were not listed
/// on purpose. A source of servers that is Absent says that there is no Nova.
QList<ProbeRequest> wantedProbes(const SnapshotPtr &snapshot, const Settings &settings, const QSet<QString> &portIds);

} // namespace flotsam
