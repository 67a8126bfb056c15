// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cloud/catalog.h"
#include "app/cloud/cloudconfig.h"
#include "app/cloud/secret.h"
#include "models/inventory/error.h"
#include "models/inventory/snapshot.h"

#include <QDateTime>
#include <QJsonObject>

namespace flotsam {

/// What a token is for.
struct TokenScope
{
    enum class Kind
    {
        Configured, ///< as the configuration says
        Project, ///< `projectId`
    };
    Kind kind = Kind::Configured;
    QString projectId;
};

struct Token
{
    Secret id;
    QDateTime goodUntil; ///< by this machine's clock
    QString userName;
    QString userId;
    QString projectId;
    QString projectName;
    QStringList roles;
    bool scoped = false; ///< to a project, a domain or the system
    Catalog catalog;

    /// Under 120 s are left (keystoneauth renews then).
    bool expiring() const;
    AuthInfo authInfo() const;
};

/// The body of POST /v3/auth/tokens. \a rescope: the token to trade in; empty: the configuration's own credentials.
QJsonObject authRequestBody(const CloudConfig &config, const TokenScope &scope, const Secret &rescope = {});
/// \a body and \a subjectToken of a 201.
Result<Token> parseToken(const QByteArray &body, const QByteArray &subjectToken);

} // namespace flotsam
