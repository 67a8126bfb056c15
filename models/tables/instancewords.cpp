// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/tables/instancewords.h"

#include "models/tables/format.h"

using namespace Qt::StringLiterals;

namespace flotsam {

InstanceWords::InstanceWords()
    : m_hidden(tr("not listed"))
    , m_deleted(tr("deleted"))
    , m_gone(tr("gone"))
    , m_notSeen(tr("not seen"))
{ }

QString InstanceWords::state(const Instance &instance) const
{
    switch (instance.state) {
    case Instance::State::Live:
        return instance.server->status;
    case Instance::State::Hidden:
        return m_hidden;
    case Instance::State::Deleted:
        return m_deleted;
    case Instance::State::Gone:
        return m_gone;
    case Instance::State::NotSeen:
        break;
    }
    return m_notSeen;
}

QString InstanceWords::label(const Instance &instance) const
{
    const bool named = instance.server && !instance.server->name.isEmpty();
    return (named ? instance.server->name : shortId(instance.id)) + u" ("_s + state(instance) + u')';
}

namespace {

const InstanceWords &sharedWords()
{
    static const InstanceWords words;
    return words;
}

} // namespace

QString instanceLabel(const Instance &instance) { return sharedWords().label(instance); }

QString instanceState(const Instance &instance) { return sharedWords().state(instance); }

} // namespace flotsam
