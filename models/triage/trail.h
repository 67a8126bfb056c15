// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/triage/judgement.h"

#include <QSet>

namespace flotsam {

/// What a rule leaves behind beside its verdict. By itself it keeps nothing and costs nothing.
class Trail
{
public:
    QList<Evidence> *evidence = nullptr;
    QSet<QString> *serverWishes = nullptr;
    bool serversNotListed = false; ///< on purpose: an empty list says nothing of Nova
    QSet<QString> *actionWishes = nullptr;

    /// \a make builds the Evidence and is called only where someone keeps it.
    template <class Make>
    void note(Make &&make) const
    {
        if (!evidence)
            return;
        Evidence link = make();
        if (link.result.isEmpty())
            link.result = QStringLiteral("not said");
        evidence->append(link);
    }
};

/// "2026-11-30 09:41:00 UTC", "an unknown time" where not set.
QString when(const Time &time);
QString when(const QDateTime &time);

/// What a listing says of \a subject: \a result and \a sentence, with the command that repeats it and when it was
/// read. Where it was not read in full, the reason comes first; where nothing of it was read, \a result is replaced
/// by "not checked".
Evidence listingEvidence(const Snapshot &snapshot, SourceId source, const QString &subject, const QString &result,
                         const QString &sentence);
/// What \a field of the port itself says.
Evidence portEvidence(const Snapshot &snapshot, const Port &port, const QString &field, const QString &result,
                      const QString &sentence);
/// One line for each source of \a sources that was not read in full.
void noteUnread(const Snapshot &snapshot, const QList<SourceId> &sources, const Trail &trail);

} // namespace flotsam
