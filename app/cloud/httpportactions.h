// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cloud/apierror.h"
#include "app/cloud/catalog.h"
#include "app/cloud/cloudconfig.h"
#include "app/cloud/keystonesession.h"
#include "app/cloud/portanswers.h"
#include "app/cloud/transport.h"

#include <QObject>
#include <QSet>

#include <functional>
#include <memory>
#include <optional>

namespace flotsam {

struct PortActionsOptions
{
    std::chrono::milliseconds idleTimeout = std::chrono::seconds(30); ///< without a byte
    std::chrono::milliseconds deadline = std::chrono::minutes(2); ///< of one request
};

/// Writes to single ports of one Neutron. Logs in when it is first used; reads which extensions the Neutron has.
///
/// A deletion looks for floating IPs that lead to the port just before: putting one on a port does not raise its
/// revision (neutron: FloatingIP has no revises_on_change), so that If-Match does not guard against it. Where the port
/// is free it also asks for load balancers whose VIP it is: a given vip_port_id stays as it is (octavia:
/// check_port_in_use). Known gap: an address of the port put into another port's allowed_address_pairs since the
/// re-check; Neutron cannot be asked for those (the attribute is no filter), and the port itself does not change.
class HttpPortActions : public QObject, public PortActions
{
    Q_OBJECT
public:
    explicit HttpPortActions(const CloudConfig &config, const PortActionsOptions &options = {},
                             QObject *parent = nullptr);
    ~HttpPortActions() override;

    /// As whom and where the cloud was read. Where the configuration names no region this is the one that is written
    /// to: a catalogue has no order to rely on. To a login that sees less than that nothing is gone which it does not
    /// find. Not while something is under way.
    void expect(const AuthInfo &auth, const QString &region);
    const QString &region() const { return m_region; }

    void act(const PortOrder &order, ActDone done) override;
    void look(const QString &portId, LookDone done) override;
    void readQuotas(const QStringList &projectIds, QuotasDone done) override;
    void restore(const RestoreOrder &order, RestoreDone done) override;
    void cancelAll() override;

private:
    using Ready = std::function<void(const std::optional<Error> &)>;
    using Answered = std::function<void(const ApiReply &)>;
    class Deed;
    class Restoration;
    friend class Deed;
    friend class Restoration;

    void whenReady(Ready then);
    void prepare();
    void readExtensions();
    void prepared(const std::optional<Error> &error);
    /// \a path below /v2.0/, with its query.
    void send(const QByteArray &method, const QString &path, const QByteArray &body, const QString &what,
              const QString &object, Answered answered);
    void send(const ApiRequest &request, Answered answered);
    ApiRequest networkRequest(const QByteArray &method, const QString &path, const QByteArray &body,
                              const QString &what, const QString &object) const;
    /// Why what is not found may be there all the same; empty where this login sees as much as the one that read.
    QString narrowView() const;
    bool offers(const QString &extension) const { return m_extensions.contains(extension); }

    CloudConfig m_config;
    PortActionsOptions m_options;
    std::unique_ptr<Transport> m_transport;
    std::unique_ptr<KeystoneSession> m_session;
    ServicePlace m_network;
    std::optional<ServicePlace> m_balancers; ///< where the cloud has load balancers
    QSet<QString> m_extensions;
    AuthInfo m_expected;
    QString m_region; ///< of the reading
    QList<Ready> m_waiting;
    bool m_preparing = false;
    bool m_ready = false;
    std::unique_ptr<QObject> m_scope; ///< what is under way belongs to it
};

} // namespace flotsam
