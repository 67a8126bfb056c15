// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/inventory/decode.h"

#include "models/inventory/jsonread.h"

using namespace Qt::StringLiterals;

namespace flotsam {

namespace {

using json::Element;

std::string_view listKey(SourceId source)
{
    switch (source) {
    case SourceId::Ports:
    case SourceId::BaremetalPorts:
        return "ports";
    case SourceId::Servers:
    case SourceId::DeletedServers:
        return "servers";
    case SourceId::Stacks:
    case SourceId::DeletedStacks:
        return "stacks";
    case SourceId::Resources:
        return "resources";
    case SourceId::Events:
        return "events";
    case SourceId::Networks:
        return "networks";
    case SourceId::Subnets:
        return "subnets";
    case SourceId::Routers:
        return "routers";
    case SourceId::FloatingIps:
        return "floatingips";
    case SourceId::Trunks:
        return "trunks";
    case SourceId::Extensions:
        return "extensions";
    case SourceId::Quotas:
        return "quota";
    case SourceId::Nodes:
        return "nodes";
    case SourceId::Portgroups:
        return "portgroups";
    case SourceId::LoadBalancers:
        return "loadbalancers";
    case SourceId::Projects:
        return "projects";
    }
    return {};
}

/// Neutron, Nova and Octavia: `<list>_links`; Heat: `links`; Keystone: `links.next`; Ironic: `next`.
QString nextLink(const Element &document, std::string_view key)
{
    for (const std::string &name : {std::string(key) + "_links", std::string("links")}) {
        const auto links = json::member(document, name);
        if (!links)
            continue;
        QString href = json::memberText(*links, "next");
        json::forEachEntry(*links, [&](const Element &link) {
            if (json::memberText(link, "rel") == "next"_L1)
                href = json::memberText(link, "href");
        });
        if (!href.isEmpty())
            return href;
    }
    return json::memberText(document, "next");
}

/// The object with one more key in front, as the snapshot format wants it.
std::string withKey(const std::string &object, std::string_view key, const QString &value)
{
    std::string result = "{\"" + std::string(key) + "\":\"" + value.toStdString() + "\"";
    return result + (object == "{}" ? "" : ",") + object.substr(1);
}

std::string objectAsKept(SourceId source, const Element &item, const DecodeContext &context)
{
    std::string kept = json::compact(item);
    if (!item.is_object())
        return kept;
    if ((source == SourceId::Resources || source == SourceId::Events) && !context.stackId.isEmpty())
        return withKey(kept, "stack_id", context.stackId);
    if (source == SourceId::Quotas && !context.projectId.isEmpty() && !json::member(item, "project_id"))
        return withKey(kept, "project_id", context.projectId);
    return kept;
}

Error parseError(const QString &what, const QString &why)
{
    return {Error::Kind::Parse,
            what,
            {},
            0,
            why,
            {},
            u"The answer is not what the service documents; a proxy may have replaced it"_s};
}

} // namespace

Result<DecodedPage> decodePage(SourceId source, const QByteArray &body, const DecodeContext &context)
{
    const QString what = u"Reading %1"_s.arg(sourceName(source));
    simdjson::dom::parser parser;
    Element document;
    const auto failed = parser.parse(body.constData(), size_t(body.size())).get(document);
    if (failed)
        return parseError(what, QString::fromLatin1(simdjson::error_message(failed)));
    const auto list = json::member(document, listKey(source));
    if (!list)
        return parseError(what, u"the answer has no \"%1\""_s.arg(QLatin1StringView(listKey(source).data())));

    DecodedPage page;
    json::Pool pool;
    simdjson::dom::parser itemParser;
    RawItems &raw = page.items.raw[size_t(source)];
    SourceInfo &info = page.items.source(source);
    const bool rewritten = source == SourceId::Resources || source == SourceId::Events || source == SourceId::Quotas;
    const auto take = [&](const Element &item) {
        ++page.sent;
        const std::string kept = objectAsKept(source, item, context);
        Element decoded = item;
        if (rewritten && itemParser.parse(kept).get(decoded))
            decoded = item;
        if (!json::decodeItem(source, decoded, context.tokenProjectId, pool, raw.size(), page.items)) {
            ++info.damaged;
            return;
        }
        raw.append(kept);
        ++info.count;
        page.ids << json::lastId(source, page.items);
    };
    if (list->is_array())
        json::forEachEntry(*list, take);
    else if (source == SourceId::Quotas && list->is_object())
        take(*list);
    else
        return parseError(what, u"\"%1\" is no list"_s.arg(QLatin1StringView(listKey(source).data())));
    page.next = nextLink(document, listKey(source));
    return page;
}

ServerProbe decodeServerProbe(int status, const QString &microversion, const QByteArray &body)
{
    ServerProbe probe;
    probe.status = status;
    probe.microversion = microversion;
    probe.body = ServerProbe::Body::Other;
    simdjson::dom::parser parser;
    json::Pool pool;
    Element document;
    std::string kept;
    if (!parser.parse(body.constData(), size_t(body.size())).get(document)) {
        json::readProbeBody(document, pool, probe);
        if (document.is_object())
            kept = ",\"body\":" + json::compact(document);
    }
    // A body that is no JSON object is kept as a fact, not as text: it may be a proxy's page of any size.
    if (kept.empty() && status)
        kept = ",\"body\":\"(not JSON)\"";
    QByteArray raw = "{\"status\":" + QByteArray::number(status);
    if (!microversion.isEmpty())
        raw += ",\"microversion\":\"" + microversion.toUtf8() + '"';
    probe.raw = raw + QByteArray::fromStdString(kept) + '}';
    return probe;
}

ActionsProbe decodeActionsProbe(int status, const QByteArray &body)
{
    ActionsProbe probe;
    probe.status = status;
    simdjson::dom::parser parser;
    Element document;
    std::string kept;
    if (!parser.parse(body.constData(), size_t(body.size())).get(document) && document.is_object()) {
        json::readActionsBody(document, probe);
        kept = ",\"body\":" + json::compact(document);
    }
    probe.raw = "{\"status\":" + QByteArray::number(status) + QByteArray::fromStdString(kept) + '}';
    return probe;
}

} // namespace flotsam
