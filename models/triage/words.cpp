// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/triage/judgement.h"

#include <algorithm>

namespace flotsam {

using namespace Qt::StringLiterals;

namespace {

// Each table is in the order of its enumeration.
constexpr std::array<QLatin1StringView, VerdictCount> VerdictWords{
    "in-use"_L1, "service"_L1, "unknown"_L1, "settling"_L1, "unattached"_L1, "stale"_L1, "orphan"_L1,
};
constexpr std::array<QLatin1StringView, 3> ConfidenceWords{""_L1, "likely"_L1, "proven"_L1};
constexpr std::array<QLatin1StringView, 7> RemedyWords{
    "none"_L1, "wait"_L1, "delete"_L1, "clear-device"_L1, "regenerate-mac"_L1, "delete-server"_L1, "delete-stack"_L1,
};
constexpr std::array<QLatin1StringView, ReasonCount> ReasonWords{
    "server-alive"_L1,
    "server-hidden"_L1,
    "server-error"_L1,
    "server-busy"_L1,
    "server-gone"_L1,
    "server-deleted"_L1,
    "late-create"_L1,
    "half-created"_L1,
    "duplicate-create"_L1,
    "unbind-failed"_L1,
    "heat-managed"_L1,
    "heat-failed-server"_L1,
    "heat-replaced"_L1,
    "heat-stack-gone"_L1,
    "heat-name-unclaimed"_L1,
    "stack-busy"_L1,
    "baremetal-mac"_L1,
    "binding-residue"_L1,
    "ironic-vif"_L1,
    "ironic-busy"_L1,
    "ironic-leftover"_L1,
    "network-plumbing"_L1,
    "load-balancer"_L1,
    "share-server"_L1,
    "container"_L1,
    "other-service"_L1,
    "trunk"_L1,
    "floating-ip"_L1,
    "vip"_L1,
    "too-young"_L1,
    "not-my-project"_L1,
    "source-incomplete"_L1,
    "probe-failed"_L1,
    "never-bound"_L1,
    "duplicate-name"_L1,
    "user-port"_L1,
};
constexpr std::array<QLatin1StringView, AllFlags.size()> FlagWords{
    "mac-conflict"_L1, "mac-duplicate"_L1, "ip-held"_L1, "over-quota"_L1, "restricted-view"_L1,
};

template <class Words>
std::optional<int> place(const Words &words, QStringView word)
{
    const auto found = std::find(words.begin(), words.end(), word);
    if (found == words.end())
        return std::nullopt;
    return int(found - words.begin());
}

} // namespace

QLatin1StringView toWord(Verdict verdict) { return VerdictWords[size_t(verdict)]; }

QLatin1StringView toWord(Confidence confidence) { return ConfidenceWords[size_t(confidence)]; }

QLatin1StringView toWord(Remedy remedy) { return RemedyWords[size_t(remedy)]; }

QLatin1StringView toWord(Reason reason) { return ReasonWords[size_t(reason)]; }

QLatin1StringView toWord(Flag flag)
{
    const auto found = std::find(AllFlags.begin(), AllFlags.end(), flag);
    return found == AllFlags.end() ? ""_L1 : FlagWords[size_t(found - AllFlags.begin())];
}

QStringList reasonNames(const PortJudgement &judgement)
{
    QStringList names;
    for (const Reason reason : judgement.reasons())
        names += toWord(reason);
    return names;
}

QStringList flagNames(const PortJudgement &judgement)
{
    QStringList names;
    for (const Flag flag : AllFlags) {
        if (judgement.has(flag))
            names += toWord(flag);
    }
    return names;
}

std::optional<Verdict> verdictFromWord(QStringView word)
{
    const auto at = place(VerdictWords, word);
    return at ? std::optional(Verdict(*at)) : std::nullopt;
}

std::optional<Reason> reasonFromWord(QStringView word)
{
    const auto at = place(ReasonWords, word);
    return at ? std::optional(Reason(*at)) : std::nullopt;
}

std::optional<Flag> flagFromWord(QStringView word)
{
    const auto at = place(FlagWords, word);
    return at ? std::optional(AllFlags[size_t(*at)]) : std::nullopt;
}

} // namespace flotsam
