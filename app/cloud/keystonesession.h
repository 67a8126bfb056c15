// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cloud/apicall.h"
#include "app/cloud/token.h"
#include "app/cloud/transport.h"

#include <functional>

namespace flotsam {

/// A login, and the tokens that come of it: the configured one and one per further project. Tokens are fetched when
/// they are first needed, renewed before they expire and once after a 401; however many calls want one token, it is
/// fetched once. Never logs or reports a secret.
class KeystoneSession : public QObject
{
    Q_OBJECT
public:
    using LoginCallback = std::function<void(const std::optional<Error> &)>;

    /// \a transport must outlive this.
    KeystoneSession(const CloudConfig &config, Transport &transport, QObject *parent = nullptr);
    ~KeystoneSession() override;

    /// Finds Keystone v3 and gets the configured token. \a callback comes once, and not after \a context is gone.
    void login(QObject *context, LoginCallback callback);
    /// Valid after login().
    const Token &token() const;
    /// ".../v3"
    QUrl identityUrl() const { return m_identityUrl; }
    /// Tokens for other projects can be had (not with an application credential).
    bool canRescope() const { return m_config.method != CloudConfig::AuthMethod::ApplicationCredential; }

    /// Sends with the configured token, or with one for \a projectId. A 401 drops the token, logs in again and sends
    /// once more. The call belongs to this and deletes itself.
    ApiCall *send(const ApiRequest &request, const QString &projectId = {});
    const CloudConfig &config() const { return m_config; }

private:
    class Slot;
    class SessionCall;
    using SlotCallback = std::function<void(const Result<Token> &)>;

    Slot &slot(const QString &projectId);
    /// The slot's token, fetched if need be.
    void withToken(const QString &projectId, QObject *context, SlotCallback callback);
    /// \a used was answered with 401.
    void invalidate(const QString &projectId, const Secret &used);
    void discover();
    void discovered(const ApiReply &reply);
    void fetch(Slot &slot);
    void fetched(Slot &slot, const ApiReply &reply);

    CloudConfig m_config;
    Transport &m_transport;
    QUrl m_identityUrl;
    bool m_discovering = false;
    QHash<QString, std::shared_ptr<Slot>> m_slots; ///< by project id; "": as configured
};

} // namespace flotsam
