// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/cloud/stackreader.h"

#include "app/cloud/apierror.h"
#include "app/cloud/otherreaders.h"

#include <QRegularExpression>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace flotsam {
namespace {

constexpr int ProjectsAtOnce = 4;
constexpr int StacksAtOnce = 6;
constexpr int SlowPageSize = 200;
constexpr int MaxEvents = 200'000;
constexpr qint64 EventToPortMs = 120'000; // triage.md C3
constexpr qint64 SlackMs = 2'000; // times are whole seconds
constexpr int NamesShown = 8;

} // namespace

void keepDeletedStacks(DecodedPage &page)
{
    const RawItems sent = std::exchange(page.items.raw[size_t(SourceId::DeletedStacks)], {});
    QList<QByteArray> texts;
    sent.forEach([&](const QByteArray &text) { texts.append(text); });
    QList<Stack> kept;
    for (Stack &stack : page.items.deletedStacks) {
        if (stack.status != "DELETE_COMPLETE"_L1)
            continue;
        RawItems &raw = page.items.raw[size_t(SourceId::DeletedStacks)];
        const QByteArray &text = texts.at(stack.raw);
        stack.raw = raw.size();
        raw.append(std::string_view(text.constData(), size_t(text.size())));
        kept.append(stack);
    }
    page.items.deletedStacks = kept;
    page.items.source(SourceId::DeletedStacks).count = int(kept.size());
}

StackReader::StackReader(const ScanContext &context, const ServicePlace &place, QObject *parent)
    : ServiceReader(context, {SourceId::Stacks, SourceId::DeletedStacks, SourceId::Resources, SourceId::Events}, parent)
    , m_place(place)
    , m_projectsPool(ProjectsAtOnce)
    , m_stacksPool(StacksAtOnce)
{
    connect(&m_projectsPool, &TaskPool::drained, this, &StackReader::readStacks);
    connect(&m_stacksPool, &TaskPool::drained, this, [this] {
        settlePart(SourceId::Resources);
        settlePart(SourceId::Events);
    });
}

void StackReader::start()
{
    m_start = QDateTime::currentDateTimeUtc();
    findPorts();
    if (context().auth.admin && !context().auth.projectId.isEmpty())
        readAllAtOnce();
    else
        findProjects();
}

ListRequest StackReader::listing(SourceId source, const QString &projectId) const
{
    ListRequest request;
    request.source = source;
    request.url = joined(m_place.root, u"/v1/%1/stacks"_s.arg(projectId));
    request.query.addQueryItem(u"show_nested"_s, u"true"_s);
    request.query.addQueryItem(u"show_hidden"_s, u"true"_s);
    if (source == SourceId::DeletedStacks) {
        request.query.addQueryItem(u"show_deleted"_s, u"true"_s);
        request.filter = keepDeletedStacks;
    }
    request.projectId = projectId;
    request.slowPageSize = SlowPageSize;
    return request;
}

void StackReader::readAllAtOnce()
{
    const auto all = [this](SourceId source) {
        ListRequest request = listing(source, context().auth.projectId);
        request.query.addQueryItem(u"global_tenant"_s, u"true"_s);
        return request;
    };
    read(all(SourceId::Stacks), [this, all](const ListResult &result) {
        if (result.status != SourceStatus::Complete) {
            findProjects();
            return;
        }
        m_global = true;
        take(SourceId::Stacks, {}, result);
        read(all(SourceId::DeletedStacks), [this](const ListResult &deleted) {
            take(SourceId::DeletedStacks, {}, deleted);
            readStacks();
        });
    });
}

void StackReader::findProjects()
{
    ListRequest request = ownProjectsListing(context().session);
    read(request, [this](const ListResult &result) {
        if (!context().auth.projectId.isEmpty())
            m_projects.insert(context().auth.projectId, context().auth.projectName);
        for (const DecodedPage &page : result.pages) {
            for (const Project &project : page.items.projects)
                m_projects.insert(project.id, project.name);
        }
        if (context().scope)
            m_projects.removeIf([&](const auto &known) { return !context().scope->projects.contains(known.key()); });
        if (m_projects.isEmpty()) {
            m_errors[SourceId::Stacks] = result.error;
            readStacks();
            return;
        }
        for (const QString &id : m_projects.keys())
            m_projectsPool.add([this, id](const TaskPool::Done &done) { readProject(id, done); });
    });
}

void StackReader::readProject(const QString &projectId, const TaskPool::Done &done)
{
    const auto request = [this, projectId](SourceId source) {
        ListRequest one = listing(source, projectId);
        one.context.tokenProjectId = projectId;
        one.object = u"project %1"_s.arg(m_projects.value(projectId));
        return one;
    };
    read(request(SourceId::Stacks), [this, projectId, request, done](const ListResult &result) {
        take(SourceId::Stacks, projectId, result);
        if (result.error && result.error->kind == Error::Kind::Auth) {
            take(SourceId::DeletedStacks, projectId, result); // no token: nothing of it can be read
            done();
            return;
        }
        read(request(SourceId::DeletedStacks), [this, projectId, done](const ListResult &deleted) {
            take(SourceId::DeletedStacks, projectId, deleted);
            done();
        });
    });
}

void StackReader::take(SourceId source, const QString &projectId, const ListResult &result)
{
    context().board.deliver(source, result.pages);
    for (const DecodedPage &page : result.pages) {
        const auto &stacks = source == SourceId::Stacks ? page.items.stacks : page.items.deletedStacks;
        for (const Stack &stack : stacks) {
            if (m_global && context().scope && !context().scope->projects.contains(stack.projectId))
                continue;
            if (source == SourceId::Stacks || canHaveMadeAPort(stack))
                m_stacks.append({stack.id, stack.name, projectId.isEmpty() ? stack.projectId : projectId,
                                 source == SourceId::DeletedStacks});
            else
                ++m_skippedEvents;
        }
    }
    if (result.status == SourceStatus::Complete)
        return;
    m_failures[source].insert(projectId, result.detail);
    if (result.status == SourceStatus::Denied)
        ++m_denied[source];
    // No role in a project is an ordinary thing; a service that fails is not.
    if (result.error && result.error->kind != Error::Kind::Auth)
        m_errors[source] = result.error;
}

void StackReader::findPorts()
{
    static const QRegularExpression heatName(u"-port-[0-9]+$"_s);
    for (const DecodedPage &page : context().board.pages(SourceId::Ports)) {
        for (const Port &port : page.items.ports) {
            if (port.createdAt && heatName.match(port.name).hasMatch())
                m_portTimes[port.projectId].append(*port.createdAt);
        }
    }
    for (QList<qint64> &times : m_portTimes)
        std::sort(times.begin(), times.end());
}

bool StackReader::canHaveMadeAPort(const Stack &stack) const
{
    const auto found = m_portTimes.constFind(stack.projectId);
    if (found == m_portTimes.constEnd())
        return false;
    const qint64 from = stack.created.value_or(0) - SlackMs;
    const auto first = std::lower_bound(found->begin(), found->end(), from);
    return first != found->end() && (!stack.deleted || *first <= *stack.deleted + EventToPortMs + SlackMs);
}

void StackReader::readStacks()
{
    if (m_listed)
        return;
    m_listed = true;
    settlePart(SourceId::Stacks);
    settlePart(SourceId::DeletedStacks);
    // A project whose stacks are not known has resources that are not known.
    for (const SourceId part : {SourceId::Resources, SourceId::Events})
        m_failures[part] = m_failures.value(SourceId::Stacks);
    m_denied[SourceId::Resources] = m_denied[SourceId::Events] = m_denied.value(SourceId::Stacks);
    const QList<StackRef> stacks = m_stacks;
    for (const StackRef &stack : stacks) {
        if (!stack.deleted)
            readPart(SourceId::Resources, stack);
        readPart(SourceId::Events, stack);
    }
    if (m_stacksPool.isIdle()) {
        settlePart(SourceId::Resources);
        settlePart(SourceId::Events);
    }
}

void StackReader::readPart(SourceId source, const StackRef &stack)
{
    ListRequest request;
    request.source = source;
    request.url = joined(m_place.root,
                         u"/v1/%1/stacks/%2/%3/%4"_s.arg(stack.projectId, stack.name, stack.id,
                                                         source == SourceId::Events ? u"events"_s : u"resources"_s));
    request.projectId = m_global ? QString() : stack.projectId;
    request.context.stackId = stack.id;
    request.context.tokenProjectId = stack.projectId;
    request.object = u"stack %1"_s.arg(stack.name);
    m_stacksPool.add([this, source, request, stack](const TaskPool::Done &done) {
        if (source == SourceId::Events && m_events >= MaxEvents) {
            m_failures[source].insert(stack.projectId, u"more than %1 events"_s.arg(MaxEvents));
            QMetaObject::invokeMethod(this, done, Qt::QueuedConnection);
            return;
        }
        read(request, [this, source, stack, done](const ListResult &result) {
            context().board.deliver(source, result.pages);
            if (source == SourceId::Events) {
                for (const DecodedPage &page : result.pages)
                    m_events += page.sent;
            }
            if (result.status != SourceStatus::Complete) {
                const bool gone = result.error && result.error->httpStatus == 404;
                m_failures[source].insert(stack.projectId,
                                          gone ? u"stack %1 went while it was read"_s.arg(stack.name) : result.detail);
                if (!gone)
                    m_errors[source] = result.error;
            }
            done();
        });
    });
}

void StackReader::settlePart(SourceId source)
{
    if (!isOpen(source))
        return;
    const Failures failures = m_failures.value(source);
    SourceOutcome outcome;
    outcome.readAt = m_start;
    outcome.error = m_errors.value(source);
    QSet<QString> read;
    if (m_global && context().scope) {
        read = context().scope->projects;
        if (failures.contains(QString()))
            read.clear();
    } else if (m_global) {
        if (failures.contains(QString())) { // the one listing itself
            outcome.status = SourceStatus::Partial;
        } else if (!failures.isEmpty()) {
            for (const DecodedPage &page : context().board.pages(SourceId::Ports)) {
                for (const Port &port : page.items.ports)
                    read.insert(port.projectId);
            }
            for (const StackRef &stack : std::as_const(m_stacks))
                read.insert(stack.projectId);
        }
    } else {
        read = QSet<QString>(m_projects.keyBegin(), m_projects.keyEnd());
    }
    for (const QString &failed : failures.keys())
        read.remove(failed);
    if (!m_global || context().scope || !read.isEmpty())
        outcome.projects = read;
    if (!m_global && read.isEmpty()) {
        const bool denied = m_denied.value(source) > 0 || (!failures.isEmpty() && !outcome.error);
        outcome.status = denied ? SourceStatus::Denied : SourceStatus::Failed;
    }
    outcome.detail = unreadText(failures);
    if (source == SourceId::Events && m_skippedEvents > 0) {
        const QString skipped
            = u"events of %1 deleted stacks were not asked for: no port was made in their time"_s.arg(m_skippedEvents);
        outcome.detail += (outcome.detail.isEmpty() ? QString() : u"; "_s) + skipped;
    }
    settle(source, outcome);
}

QString StackReader::unreadText(const Failures &failures) const
{
    QStringList names;
    for (auto it = failures.constBegin(); it != failures.constEnd(); ++it) {
        const QString name = m_projects.value(it.key());
        names += (name.isEmpty() ? it.key() : name) + (it.value().isEmpty() ? QString() : u" (%1)"_s.arg(it.value()));
    }
    if (!m_global) {
        for (const DecodedPage &page : context().board.pages(SourceId::Projects)) {
            for (const Project &project : page.items.projects) {
                if (!m_projects.contains(project.id))
                    names += project.name + u" (no role in it)"_s;
            }
        }
    }
    if (names.isEmpty())
        return {};
    names.sort();
    const qsizetype more = names.size() - NamesShown;
    QString text = names.mid(0, NamesShown).join(u", "_s);
    if (more > 0)
        text += u" and %1 more"_s.arg(more);
    return u"projects not read: %1"_s.arg(text);
}

void StackReader::abandon(const QString &why)
{
    // What is handed over below must not be taken for the end of the reading.
    m_listed = true;
    m_projectsPool.disconnect(this);
    m_stacksPool.disconnect(this);
    m_projectsPool.clear();
    m_stacksPool.clear();
    stopReads(why);
    for (const SourceId source : {SourceId::Stacks, SourceId::DeletedStacks, SourceId::Resources, SourceId::Events}) {
        if (!isOpen(source))
            continue;
        SourceOutcome outcome;
        outcome.status = context().board.pages(source).isEmpty() ? SourceStatus::Failed : SourceStatus::Partial;
        outcome.readAt = m_start;
        outcome.detail = why;
        settle(source, outcome);
    }
}

} // namespace flotsam
