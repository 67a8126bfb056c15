// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cloud/servicereader.h"
#include "app/cloud/taskpool.h"

namespace flotsam {

/// Neutron: the ports, which are read before everything else.
class PortsReader : public ServiceReader
{
    Q_OBJECT
public:
    PortsReader(const ScanContext &context, const ServicePlace &place, QObject *parent);
    void start() override;
    /// When the first request went out, by the earlier of this machine's clock and the service's: ages reckoned from it
    /// are never too great.
    QDateTime time() const { return m_time; }
    /// By how much this machine's clock is ahead of the service's; 0 where the service told no time.
    qint64 clockAheadSeconds() const { return m_ahead; }

private:
    QList<ListRequest> listings() const;
    void onRead(const ListResult &result);

    ServicePlace m_place;
    QDateTime m_time;
    qint64 m_ahead = 0;
    int m_waiting = 0;
    std::optional<SourceOutcome> m_outcome;
};

/// Neutron: everything but ports and quotas.
class NetworkReader : public ServiceReader
{
    Q_OBJECT
public:
    NetworkReader(const ScanContext &context, const ServicePlace &place, QObject *parent);
    void start() override;

private:
    void readOptional(SourceId source, const QString &path, const QString &extension);
    void onRead(SourceId source, const QString &extension, const ListResult &result);
    void decideMissing();
    bool offers(const QString &extension) const;

    ServicePlace m_place;
    QHash<SourceId, std::pair<QString, SourceOutcome>> m_missing; ///< answered 404: wants the extensions to be known
};

/// Neutron: the port quota of each project, with what is used.
class QuotaReader : public ServiceReader
{
    Q_OBJECT
public:
    QuotaReader(const ScanContext &context, const ServicePlace &place, const QStringList &projects, QObject *parent);
    void start() override;
    void abandon(const QString &why) override;

private:
    void onRead(const ListResult &result);
    void conclude();

    ServicePlace m_place;
    QStringList m_projects;
    TaskPool m_pool;
    int m_waiting = 0;
    int m_read = 0;
    int m_denied = 0;
    int m_unknown = 0; ///< answered 404
    std::optional<Error> m_error;
    QDateTime m_start;
};

/// A listing of Neutron in pages that stay in order while objects come and go.
ListRequest networkListing(const ServicePlace &place, SourceId source, const QString &path);

} // namespace flotsam
