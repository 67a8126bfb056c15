// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/demo/demoscenes.h"

#include "app/demo/sceneparts.h"

using namespace Qt::StringLiterals;

namespace flotsam::demo {

namespace {
void addHealthyCompany(SceneBuilder &build, const Company &company)
{
    addWebShop(build, company);
    addDataPlatform(build, company);
    addRunners(build, company, 40);
    addDevelopers(build, company);
    addServicePlumbing(build, company);
    addHealthyStacks(build, company);
    addHealthyMetal(build, company);
}

void setPortQuota(SceneBuilder &build, const QString &projectId, int limit)
{
    build.state().network.quotas[projectId].insert(u"port"_s, limit);
}

std::unique_ptr<DemoState> mixed(qint64 now)
{
    SceneBuilder build(now, 11);
    const Company company = buildCompany(build);
    addHealthyCompany(build, company);
    addCiLeaks(build, company, 45);
    addOddLeaks(build, company);
    addHeatTrouble(build, company);
    addMetalTrouble(build, company);
    addForgottenPorts(build, company);
    addRichPort(build, company);
    addMotion(build, company);
    addUnlistedServers(build, company);
    // The runners' quota is all but used up; half of it by servers that are no more.
    setPortQuota(build, company.ci, build.state().network.portCount(company.ci) + 3);
    setPortQuota(build, company.demo, 150);
    return build.take();
}

std::unique_ptr<DemoState> healthy(qint64 now)
{
    SceneBuilder build(now, 12);
    const Company company = buildCompany(build);
    addHealthyCompany(build, company);
    return build.take();
}

std::unique_ptr<DemoState> quota(qint64 now)
{
    SceneBuilder build(now, 13);
    const Company company = buildCompany(build);
    addRunners(build, company, 44);
    addWebShop(build, company);
    addCiLeaks(build, company, 46);
    addFailedBoots(build, company);
    build.state().storyProject = u"ci"_s;
    setPortQuota(build, company.ci, build.state().network.portCount(company.ci));
    return build.take();
}

std::unique_ptr<DemoState> heat(qint64 now)
{
    SceneBuilder build(now, 14);
    const Company company = buildCompany(build);
    addDevelopers(build, company);
    addHealthyStacks(build, company);
    addHeatTrouble(build, company);
    return build.take();
}

std::unique_ptr<DemoState> baremetal(qint64 now)
{
    SceneBuilder build(now, 15);
    const Company company = buildCompany(build);
    addHealthyMetal(build, company);
    addMetalTrouble(build, company);
    return build.take();
}
} // namespace

QStringList sceneNames() { return {u"mixed"_s, u"quota"_s, u"heat"_s, u"baremetal"_s, u"big"_s, u"healthy"_s}; }

std::unique_ptr<DemoState> makeScene(const QString &name, qint64 now)
{
    if (name == u"quota"_s)
        return quota(now);
    if (name == u"heat"_s)
        return heat(now);
    if (name == u"baremetal"_s)
        return baremetal(now);
    if (name == u"big"_s)
        return makeBigScene(now);
    if (name == u"healthy"_s)
        return healthy(now);
    return mixed(now);
}

} // namespace flotsam::demo
