// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cloud/catalog.h"
#include "app/cloud/cloudscan.h"
#include "app/cloud/keystonesession.h"
#include "app/cloud/listreader.h"
#include "app/cloud/scanboard.h"

#include <QObject>

namespace flotsam {

/// What the readers of one scan share.
struct ScanContext
{
    KeystoneSession &session;
    ScanBoard &board;
    AuthInfo auth;
    int maxDeletedServers = 0;
    std::optional<ScanScope> scope; ///< not set: the whole cloud
};

/// Base of the readers, one per service and region. A reader announces its sources when it is made and settles every
/// one of them, whatever happens.
class ServiceReader : public QObject
{
    Q_OBJECT
public:
    using Then = std::function<void(const ListResult &)>;

    ServiceReader(const ScanContext &context, const QList<SourceId> &sources, QObject *parent);

    virtual void start() = 0;
    /// Stops at once and settles what is still open.
    virtual void abandon(const QString &why);
    bool isFinished() const { return m_open.isEmpty(); }

signals:
    /// The last of its sources is settled.
    void finished();

protected:
    const ScanContext &context() const { return m_context; }
    bool isOpen(SourceId source) const { return m_open.contains(source); }
    /// Reads a listing; \a then gets its result.
    void read(const ListRequest &request, Then then);
    /// Reads a listing that is the whole of its source.
    void readWhole(const ListRequest &request);
    void settle(SourceId source, const SourceOutcome &outcome);
    void settleAll(const SourceOutcome &outcome);
    /// Ends every read() with what it has; none can be started any more.
    void stopReads(const QString &why);
    static SourceOutcome outcomeOf(const ListResult &result);

private:
    struct Active
    {
        QPointer<ListReader> reader;
        Then then;
    };
    ScanContext m_context;
    QList<SourceId> m_open;
    QHash<ListReader *, Active> m_active;
    bool m_stopped = false;
};

} // namespace flotsam
