// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cloud/servicereader.h"

#include <functional>

namespace flotsam {

/// One Nova, found and measured.
struct ComputeApi
{
    QString region;
    QUrl url; ///< ".../v2.1"
    QString microversion; ///< to be asked for: 2.60, or what an older Nova has; empty: it knows none
    std::optional<Error> error; ///< why it cannot be asked

    QList<std::pair<QByteArray, QByteArray>> headers() const;
    /// The microversion that an answer was given in.
    QString answered(const ApiReply &reply) const;
};

/// Asks a Nova for its versions. \a done comes once, later, unless \a context is gone.
void discoverCompute(KeystoneSession &session, const ServicePlace &place, QObject *context,
                     std::function<void(const ComputeApi &)> done);

/// Nova of one region: servers and deleted servers.
///
/// An admin lists all projects, and deleted servers with `deleted=true`. Nova strips that filter for everybody else and
/// would send live servers; they ask for all changes since ever instead, which are their own project's live and
/// deleted servers (a row of a live server in that listing counts as a listed server).
class ComputeReader : public ServiceReader
{
    Q_OBJECT
public:
    ComputeReader(const ScanContext &context, const ComputeApi &api, QObject *parent);
    void start() override;

private:
    ListRequest listing(SourceId source) const;

    ComputeApi m_api;
};

} // namespace flotsam
