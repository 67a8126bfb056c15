// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/tables/dataset.h"

namespace flotsam::test {

/// A made-up cloud whose judgement is known by construction (no rule is run), for tests of tables and views.
struct SampleOptions
{
    int ports = 40;
    int servers = 20;
    bool healthy = false; ///< every port in use
    int shift = 0; ///< leaves out the first ports, as a later reading would
    bool incomplete = false; ///< some sources denied or failed
    bool insecureNames = false; ///< names with markup, tabs, line feeds and other scripts
};

SnapshotPtr sampleSnapshot(const SampleOptions &options = {});
JudgementPtr sampleJudgement(const SnapshotPtr &snapshot);
Dataset sampleDataset(const SampleOptions &options = {});

/// "a0000042-0000-4000-8000-000000000000": the letter tells the kind (a server, b deleted server, c unseen server,
/// d port, e stack).
QString sampleId(char kind, int number);

} // namespace flotsam::test
