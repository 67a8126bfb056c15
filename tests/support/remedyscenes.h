// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/remedy/journalrecord.h"
#include "models/remedy/remedyreport.h"
#include "models/remedy/remedyreview.h"
#include "tests/support/testcloud.h"

/// Plans, reviews and reports made up for the dialogs: no cloud is asked.
namespace flotsam::test {

/// Ports 1 … \a proven are proven orphans of project(1) and (every third) project(2); then a likely orphan, an
/// unattached port, a stale one with a host left on it, one in use, one that is settling.
JudgementPtr remedyJudgement(int proven = 7);
/// Of all ports of it.
RemedyPlan remedyPlan(const JudgementPtr &judgement, RemedyAction action = RemedyAction::Delete);
/// Of the proven ones; \a takenOut of them are not as they were.
RemedyReview remedyReview(const RemedyPlan &plan, int takenOut = 0);
/// All kinds of outcomes in turn.
RemedyReport remedyReport(const RemedyPlan &plan);
/// A closed journal of a deletion, \a made of whose ports were made again.
JournalRecord remedyRecord(const RemedyPlan &plan, int made = 0);

} // namespace flotsam::test
