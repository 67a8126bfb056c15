// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/demo/identitystate.h"

using namespace Qt::StringLiterals;

namespace flotsam::demo {

namespace {
template <class T>
const T *byId(const std::map<QString, T> &items, const QString &id)
{
    const auto found = items.find(id);
    return found == items.end() ? nullptr : &found->second;
}
template <class T>
const T *byName(const std::map<QString, T> &items, const QString &name)
{
    for (const auto &[id, item] : items) {
        if (item.name == name)
            return &item;
    }
    return nullptr;
}
} // namespace

const Project *IdentityState::project(const QString &id) const { return byId(projects, id); }

const Project *IdentityState::projectByName(const QString &name) const { return byName(projects, name); }

const User *IdentityState::user(const QString &id) const { return byId(users, id); }

const User *IdentityState::userByName(const QString &name) const { return byName(users, name); }

bool IdentityState::mayUse(const User &user, const QString &projectId) const
{
    return projects.contains(projectId) && (user.admin || user.projects.contains(projectId));
}

QStringList IdentityState::roleNames(const Token &token) const
{
    const User *owner = user(token.userId);
    if (!owner || (token.projectId.isEmpty() && !token.system))
        return {};
    if (owner->admin)
        return {u"admin"_s, u"member"_s, u"reader"_s};
    return {u"member"_s, u"reader"_s};
}

std::optional<Caller> IdentityState::caller(const QString &tokenId, qint64 now) const
{
    const auto token = tokens.constFind(tokenId);
    if (token == tokens.constEnd() || token->expires <= now)
        return {};
    const User *owner = user(token->userId);
    if (!owner)
        return {};
    Caller caller;
    caller.userId = owner->id;
    caller.userName = owner->name;
    caller.projectId = token->projectId;
    caller.system = token->system;
    caller.admin = roleNames(*token).contains(u"admin"_s);
    return caller;
}

} // namespace flotsam::demo
