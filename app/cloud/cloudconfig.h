// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cloud/secret.h"

#include <QHash>
#include <QString>
#include <QStringList>
#include <QUrl>

namespace flotsam {

/// One cloud, ready to log into: what clouds.yaml, secure.yaml, a profile and the region's values say together.
struct CloudConfig
{
    enum class AuthMethod
    {
        Password, ///< auth_type password, v3password
        Token, ///< token, v3token
        ApplicationCredential, ///< v3applicationcredential
    };
    /// `<service>_<key>`, by official service type with '_' for '-' ("load_balancer").
    struct Service
    {
        QString endpointOverride; ///< may hold %(project_id)s
        QString region;
        QStringList interfaces;
    };

    QString name;
    QString origin; ///< file, or "environment"

    AuthMethod method = AuthMethod::Password;
    QUrl authUrl;
    QString userId;
    QString userName;
    QString userDomainId;
    QString userDomainName;
    Secret password;
    Secret token;
    QString credentialId;
    QString credentialName;
    Secret credentialSecret;

    QString projectId;
    QString projectName;
    QString projectDomainId;
    QString projectDomainName;
    QString domainId; ///< scope: a domain
    QString domainName;
    QString trustId;
    bool systemScope = false; ///< system_scope: all

    QString region; ///< empty: the first that the catalogue offers
    QStringList regions; ///< every region that the cloud's entry names
    QStringList interfaces{QStringLiteral("public")}; ///< in order of preference, without "URL"
    QHash<QString, Service> services;

    bool verify = true;
    QString caCert; ///< absolute, or relative to the working directory as openstacksdk takes it
    QString clientCert;
    QString clientKey; ///< empty: the key is in clientCert

    /// "Now" is what the cloud's Date header says even where that is ahead of this machine: a simulated cloud whose
    /// clock runs faster. Elsewhere the earlier of the two clocks counts, so that no port looks older than it is.
    bool simulatedClock = false;

    /// A password, token or credential secret is wanted and there is none.
    bool needsSecret() const;
    /// Puts what the user typed where the method wants it.
    void setSecret(const Secret &secret);
    /// Who logs in, for people: the user, or the application credential's name or id.
    QString userLabel() const;
};

} // namespace flotsam
