// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/demo/demostate.h"

namespace flotsam::demo {

/// Identity v3 below /identity.
class KeystoneHandler : public Service
{
public:
    /// \a root is the URL of the simulated cloud; the catalogue names the other services below it.
    KeystoneHandler(DemoState &state, const QString &root);
    bool isPublic(const Request &request) const override;
    Reply handle(const Request &request) override;

private:
    Reply issueToken(const Request &request);
    Reply showToken(const Request &request) const;
    Reply dropToken(const Request &request);
    Reply listProjects(const Request &request, bool ownOnly) const;
    Reply others(const Request &request) const;
    QJsonObject tokenBody(const Token &token, bool withCatalog) const;
    QJsonArray catalog(const Token &token) const;
    QJsonObject projectJson(const Project &project) const;
    QJsonObject userJson(const User &user) const;
    QJsonObject listBody(const QString &name, const QJsonArray &items, const Request &request) const;

    DemoState &m_state;
    QString m_root;
};

} // namespace flotsam::demo
