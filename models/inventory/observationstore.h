// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/inventory/error.h"
#include "models/inventory/snapshot.h"

#include <optional>

namespace flotsam {

using Observations = QHash<QString, Observation>;

/// What is known of the ports after \a snapshot was taken: a port that did not change keeps the time at which this
/// state was first seen, a changed one starts anew. Ports that \a snapshot does not hold are kept for \a keepDays after
/// they were last seen. Unchanged means: the same revision_number; without one, the same device, owner, MAC, addresses,
/// status and host.
Observations observe(const Observations &earlier, const Snapshot &snapshot, int keepDays = 14);

/// Two memories of one cloud as one: of one state the earlier first sight, of two states the later seen one.
Observations merged(const Observations &one, const Observations &other);

/// Files of observations, one for each cloud, in a folder of the user's data directory (mode 0600). Reading and writing
/// block: call them on a worker.
class ObservationStore
{
public:
    explicit ObservationStore(const QString &folder, int maxPorts = 250'000)
        : m_folder(folder)
        , m_maxPorts(maxPorts)
    { }
    /// `<data>/flotsam/observations` of this user.
    static QString defaultFolder();
    /// The same cloud, region and project give the same name, in whichever spelling.
    static QString fileName(const QString &cloud, const QString &region, const QString &projectId,
                            const QString &authUrl);

    /// A file that is missing is an empty memory. One that is damaged is set aside (".damaged") and reported.
    Result<Observations> load(const QString &name) const;
    /// Merges with what is on disk by now (another run may have written) and replaces the file in one step.
    std::optional<Error> save(const QString &name, const Observations &observations) const;

private:
    QString path(const QString &name) const;
    QString m_folder;
    int m_maxPorts; ///< of one cloud; the newest seen are kept
};

} // namespace flotsam
