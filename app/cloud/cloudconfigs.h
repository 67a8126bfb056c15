// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cloud/cloudconfig.h"
#include "models/inventory/cloudchoice.h"
#include "models/inventory/error.h"

#include <QJsonObject>
#include <QProcessEnvironment>

namespace flotsam {

/// The clouds that this user's files and environment describe. A value: load() reads files (do it on a worker),
/// everything else is memory.
///
/// The rules are openstacksdk's (openstack/config/loader.py), also where openstackclient differs:
/// - clouds.yaml: $OS_CLIENT_CONFIG_FILE, then clouds.{yaml,yml,json} of the working directory,
/// $XDG_CONFIG_HOME/openstack,
///   ~/.config/openstack, $XDG_CONFIG_DIRS/openstack, /etc/openstack. The first that can be read wins whole; one that
///   cannot be parsed is reported and the next is tried. secure.* is found alike and merged over it, key by key.
/// - One cloud: defaults < profile (clouds-public.*) < the cloud's entry < the values of its region; `auth` is merged
///   key-wise, everything else replaced.
/// - A key at the top level of the entry beats the one in `auth` only for project, tenant, token and domain keys;
///   for all others `auth` wins.
/// - OS_* variables form a cloud of their own, `envvars` (OS_CLOUD_NAME), and change no named cloud: with OS_CLOUD set,
///   OS_PASSWORD and the like are not laid over it.
/// - Default cloud: $OS_CLOUD, else `envvars` if there is one, else the only cloud of the file.
/// Ours alone: without auth_type the method is guessed from what is given, and a name without a domain is in the domain
/// `default`, as openstackclient has it.
class CloudConfigs
{
public:
    struct Places
    {
        QProcessEnvironment environment;
        QString workingDirectory;
        QString homeDirectory;
        QString systemDirectory; ///< "/etc/openstack"
        static Places ofThisProcess();
    };

    static CloudConfigs load(const Places &places = Places::ofThisProcess());

    /// Every cloud, the default first, then by name. Those that cannot be used say why in CloudChoice::problem.
    QList<CloudChoice> choices() const;
    /// Empty where nothing says which.
    QString defaultName() const;
    /// \a name empty: the default cloud. \a region empty: the first of the entry.
    /// first.
    Result<CloudConfig> get(const QString &name = {}, const QString &region = {}) const;
    /// Files that could not be read or parsed, clashing names.
    QList<Error> problems() const { return m_problems; }
    /// Files looked for, in order, for messages that no cloud was found.
    QStringList searched() const { return m_searched; }

private:
    Result<QJsonObject> merged(const QString &name, const QString &region) const;

    Places m_places;
    QJsonObject m_clouds; ///< by name, secure.* merged in, as written
    QJsonObject m_profiles;
    QString m_file;
    QString m_environmentName; ///< empty where the environment names no cloud
    QString m_wanted; ///< OS_CLOUD
    QList<Error> m_problems;
    QStringList m_searched;
};

} // namespace flotsam
