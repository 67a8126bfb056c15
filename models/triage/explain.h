// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/triage/judgement.h"

#include <QString>

/// The words of triage.md put into sentences for people. Translated.
namespace flotsam {

/// For a table cell: "orphan, proven", "stale + MAC conflict".
QString verdictLabel(const PortJudgement &judgement);
/// For a chip or a heading: "Orphan", "In use".
QString verdictTitle(Verdict verdict);
/// What the verdict means and what may be done, one sentence.
QString verdictMeaning(Verdict verdict);
/// The contract's words, comma-separated, most telling first.
QString reasonWords(const PortJudgement &judgement);
QString flagWords(const PortJudgement &judgement);

/// A sentence each.
QString reasonText(Reason reason);
QString flagText(Flag flag);
QString remedyText(Remedy remedy);

/// The verdict on one port in one plain sentence, with names and times where they are known.
QString verdictSentence(const Judgement &judgement, int port);

} // namespace flotsam
