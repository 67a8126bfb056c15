// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/cloud/cloudconfigs.h"

#include "app/cloud/configentry.h"
#include "app/cloud/yamlfile.h"

#include <QDir>
#include <QFileInfo>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace flotsam {
namespace {

struct FoundFile
{
    QString path;
    QJsonObject content;
};

Error configError(const QString &what, const QString &object, const QString &message, const QString &advice = {})
{
    Error error;
    error.kind = Error::Kind::Config;
    error.what = what;
    error.object = object;
    error.serviceMessage = message;
    error.advice = advice;
    return error;
}

QStringList directories(const CloudConfigs::Places &places)
{
    const auto variable = [&](const char *name) { return places.environment.value(QString::fromLatin1(name)); };
    const QString xdgHome = variable("XDG_CONFIG_HOME");
    const QString snapHome = variable("SNAP_REAL_HOME");
    QStringList dirs{places.workingDirectory};
    dirs += (xdgHome.isEmpty() ? places.homeDirectory + "/.config"_L1 : xdgHome) + "/openstack"_L1;
    dirs += (snapHome.isEmpty() ? places.homeDirectory : snapHome) + "/.config/openstack"_L1;
    const QString site = variable("XDG_CONFIG_DIRS");
    for (const QString &dir : (site.isEmpty() ? u"/etc/xdg"_s : site).split(u':', Qt::SkipEmptyParts))
        dirs += dir + "/openstack"_L1;
    dirs += places.systemDirectory;
    dirs.removeDuplicates();
    return dirs;
}

/// The first readable file of that kind. Those that cannot be parsed are reported and passed over.
FoundFile findFile(const CloudConfigs::Places &places, const QString &kind, const QString &explicitPath,
                   QStringList &searched, QList<Error> &problems)
{
    QStringList candidates;
    if (!explicitPath.isEmpty())
        candidates += QDir(places.workingDirectory).absoluteFilePath(explicitPath);
    for (const QString &dir : directories(places)) {
        for (const QLatin1StringView suffix : {".yaml"_L1, ".yml"_L1, ".json"_L1})
            candidates += dir + u'/' + kind + suffix;
    }
    searched += candidates;
    for (const QString &path : candidates) {
        const QFileInfo info(path);
        if (!info.isFile())
            continue;
        const Result<QJsonObject> content = readYamlFile(path);
        if (content)
            return {path, *content};
        problems += content.error();
    }
    return {};
}

QJsonObject environmentCloud(const QProcessEnvironment &environment)
{
    static const QStringList selectors{u"OS_CLOUD"_s, u"OS_REGION_NAME"_s, u"OS_CLIENT_CONFIG_FILE"_s,
                                       u"OS_CLIENT_SECURE_FILE"_s, u"OS_CLOUD_NAME"_s};
    QJsonObject cloud;
    bool telling = false;
    for (const QString &key : environment.keys()) {
        const bool ours = key.startsWith("OS_"_L1) && !key.startsWith("OS_TEST"_L1) && !key.startsWith("OS_STD"_L1)
            && !key.startsWith("OS_LOG"_L1);
        if (!ours)
            continue;
        telling = telling || !selectors.contains(key);
        cloud.insert(key.mid(3).toLower(), environment.value(key));
    }
    return telling ? cloud : QJsonObject{};
}

} // namespace

CloudConfigs::Places CloudConfigs::Places::ofThisProcess()
{
    const QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    const QString home = environment.value(u"HOME"_s, QDir::homePath());
    return {environment, QDir::currentPath(), home, u"/etc/openstack"_s};
}

CloudConfigs CloudConfigs::load(const Places &places)
{
    CloudConfigs configs;
    configs.m_places = places;
    const QProcessEnvironment &environment = places.environment;
    const FoundFile clouds = findFile(places, u"clouds"_s, environment.value(u"OS_CLIENT_CONFIG_FILE"_s),
                                      configs.m_searched, configs.m_problems);
    QStringList ignored;
    const FoundFile secure
        = findFile(places, u"secure"_s, environment.value(u"OS_CLIENT_SECURE_FILE"_s), ignored, configs.m_problems);
    const FoundFile profiles = findFile(places, u"clouds-public"_s, {}, ignored, configs.m_problems);

    const auto warnWithoutClouds = [&](const FoundFile &file) {
        if (!file.path.isEmpty() && !file.content.isEmpty() && !file.content.contains("clouds"_L1))
            configs.m_problems
                += configError(u"Reading the cloud configuration"_s, file.path, u"there is no 'clouds:' in it"_s);
    };
    warnWithoutClouds(clouds);
    configs.m_file = clouds.path.isEmpty() ? secure.path : clouds.path;
    const QJsonValue named = mergedDeep(clouds.content, secure.content).value("clouds"_L1);
    if (named.isObject())
        configs.m_clouds = named.toObject();
    else if (!named.isUndefined() && !named.isNull())
        configs.m_problems += configError(u"Reading the cloud configuration"_s, configs.m_file,
                                          u"'clouds:' is no mapping from names to clouds"_s);
    configs.m_profiles = profiles.content.value("public-clouds"_L1).toObject();
    configs.m_wanted = environment.value(u"OS_CLOUD"_s);

    const QJsonObject fromEnvironment = environmentCloud(environment);
    if (!fromEnvironment.isEmpty()) {
        const QString name = environment.value(u"OS_CLOUD_NAME"_s, u"envvars"_s);
        if (configs.m_clouds.contains(name)) {
            configs.m_problems
                += configError(u"Reading the cloud configuration"_s, name,
                               u"%1 has a cloud of the name that the OS_* variables go by"_s.arg(configs.m_file),
                               u"Rename it, unset the OS_* variables, or set OS_CLOUD_NAME."_s);
        } else {
            configs.m_clouds.insert(name, fromEnvironment);
            configs.m_environmentName = name;
        }
    }
    return configs;
}

QString CloudConfigs::defaultName() const
{
    if (!m_wanted.isEmpty())
        return m_wanted;
    if (!m_environmentName.isEmpty())
        return m_environmentName;
    return m_clouds.size() == 1 ? m_clouds.constBegin().key() : QString();
}

Result<QJsonObject> CloudConfigs::merged(const QString &name, const QString &region) const
{
    const QString what = u"Looking for a cloud"_s;
    if (name.isEmpty() && m_clouds.isEmpty()) {
        if (!m_problems.isEmpty())
            return m_problems.first();
        return configError(what, {}, u"no clouds.yaml was found and no OS_* variables are set"_s,
                           u"Looked for %1."_s.arg(m_searched.join(u", "_s)));
    }
    if (name.isEmpty())
        return configError(what, m_file, u"there are several clouds and none was chosen"_s,
                           u"Choose one of: %1."_s.arg(m_clouds.keys().join(u", "_s)));
    if (!m_clouds.contains(name))
        return configError(what, name,
                           m_file.isEmpty() ? u"there is no such cloud: no clouds.yaml was found"_s
                                            : u"there is no such cloud in %1"_s.arg(m_file),
                           m_clouds.isEmpty() ? u"Looked for %1."_s.arg(m_searched.join(u", "_s))
                                              : u"Known are: %1."_s.arg(m_clouds.keys().join(u", "_s)));
    if (!m_clouds.value(name).isObject())
        return configError(what, name, u"its entry in %1 is no mapping"_s.arg(m_file));

    const QJsonObject own = m_clouds.value(name).toObject();
    const QString profileName = own.value(own.contains("profile"_L1) ? "profile"_L1 : "cloud"_L1).toString();
    const QJsonObject profile = m_profiles.value(profileName).toObject();
    QJsonObject entry = mergedEntry(profile, own);

    QList<QJsonObject> regions = regionsOf(own);
    if (regions.isEmpty())
        regions = regionsOf(profile);
    QJsonObject chosen{{u"name"_s, region}};
    if (!regions.isEmpty()) {
        chosen = regions.first();
        QStringList names;
        for (const QJsonObject &candidate : regions) {
            names += candidate.value("name"_L1).toString();
            if (!region.isEmpty() && names.last() == region)
                chosen = candidate;
        }
        if (!region.isEmpty() && !names.contains(region))
            return configError(what, name, u"it has no region %1"_s.arg(region),
                               u"Its regions are: %1."_s.arg(names.join(u", "_s)));
    }
    entry.remove("regions"_L1);
    entry.remove("region-name"_L1);
    entry = mergedEntry(entry, chosen.value("values"_L1).toObject());
    entry.insert("region_name"_L1, chosen.value("name"_L1).toString());
    if (profile.isEmpty() && !profileName.isEmpty())
        entry.insert("unknown profile"_L1, profileName);
    return entry;
}

Result<CloudConfig> CloudConfigs::get(const QString &name, const QString &region) const
{
    const QString chosen = name.isEmpty() ? defaultName() : name;
    Result<QJsonObject> entry = merged(chosen, region);
    if (!entry)
        return entry.error();
    const QString origin = chosen == m_environmentName ? u"environment"_s : m_file;
    Result<CloudConfig> config = resolveEntry(chosen, origin, *entry, m_places.homeDirectory);
    if (!config) {
        Error error = config.error();
        const QString profile = entry->value("unknown profile"_L1).toString();
        if (!profile.isEmpty())
            error.advice += u" Its profile %1 is in no clouds-public.yaml."_s.arg(profile);
        error.advice = error.advice.trimmed();
        return error;
    }
    CloudConfig result = *config;
    for (const QJsonObject &known : regionsOf(m_clouds.value(chosen).toObject()))
        result.regions += known.value("name"_L1).toString();
    return result;
}

QList<CloudChoice> CloudConfigs::choices() const
{
    QStringList names = m_clouds.keys();
    const QString preferred = defaultName();
    std::stable_partition(names.begin(), names.end(), [&](const QString &name) { return name == preferred; });

    QList<CloudChoice> choices;
    for (const QString &name : names) {
        QStringList regions;
        for (const QJsonObject &region : regionsOf(m_clouds.value(name).toObject()))
            regions += region.value("name"_L1).toString();
        if (regions.isEmpty())
            regions += QString();
        for (const QString &region : regions) {
            CloudChoice choice;
            choice.name = name;
            choice.origin = name == m_environmentName ? u"environment"_s : m_file;
            choice.region = region;
            const Result<CloudConfig> config = get(name, region);
            if (config) {
                choice.authUrl = config->authUrl.toString();
                choice.user = config->userLabel();
                choice.project = config->projectName.isEmpty() ? config->projectId : config->projectName;
                choice.region = config->region;
                choice.needsPassword = config->needsSecret();
                choice.insecure = !config->verify;
            } else {
                choice.problem = config.error().serviceMessage;
            }
            choices += choice;
        }
    }
    return choices;
}

} // namespace flotsam
