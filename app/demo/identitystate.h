// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/demo/http.h"

#include <QHash>
#include <QString>
#include <QStringList>

#include <map>
#include <optional>

namespace flotsam::demo {

struct Project
{
    QString id;
    QString name;
    QString description;
    QString domainId = QStringLiteral("default");
};

struct User
{
    QString id;
    QString name;
    QString password;
    bool admin = false; ///< the role admin on every project and on the system
    QStringList projects; ///< where it is a member
};

struct Token
{
    QString id;
    QStringList methods;
    QString userId;
    QString projectId;
    QString auditId;
    QString credentialId; ///< of an application credential
    bool system = false;
    qint64 issued = 0;
    qint64 expires = 0;
};

struct ApplicationCredential
{
    QString id;
    QString name;
    QString secret;
    QString userId;
    QString projectId;
};

/// Keystone's database: one domain, projects, users, the tokens that were issued.
class IdentityState
{
public:
    std::map<QString, Project> projects;
    std::map<QString, User> users;
    std::map<QString, ApplicationCredential> credentials;
    QHash<QString, Token> tokens;
    QString adminRole;
    QString memberRole;
    QString readerRole;
    QStringList heatDomain; ///< id and name of the domain that Heat makes its stack projects in

    const Project *project(const QString &id) const;
    const Project *projectByName(const QString &name) const;
    const User *user(const QString &id) const;
    const User *userByName(const QString &name) const;
    bool mayUse(const User &user, const QString &projectId) const;
    QStringList roleNames(const Token &token) const;
    std::optional<Caller> caller(const QString &tokenId, qint64 now) const;
};

} // namespace flotsam::demo
