// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/cloud/serverprober.h"

#include <QRegularExpression>

#include <memory>

using namespace Qt::StringLiterals;

namespace flotsam {
namespace {

constexpr int ProbesAtOnce = 6;

/// What may go into a path: a device_id is whatever somebody wrote there.
bool isServerId(const QString &id)
{
    static const QRegularExpression plain(u"^[0-9a-zA-Z-]{1,64}$"_s);
    return plain.match(id).hasMatch();
}

/// The answer that decides: a 200, else one that is no 404, else the first 404.
qsizetype tellingAnswer(const QList<ApiReply> &replies)
{
    qsizetype telling = -1;
    for (qsizetype i = 0; i < replies.size(); ++i) {
        if (replies.at(i).status == 200)
            return i;
        if (telling < 0 || (replies.at(telling).status == 404 && replies.at(i).status != 404))
            telling = i;
    }
    return telling;
}

} // namespace

ServerProbe agreedServerProbe(const QList<ApiReply> &replies, const QStringList &microversions)
{
    const qsizetype telling = tellingAnswer(replies);
    if (telling < 0)
        return decodeServerProbe(0, {}, {});
    if (replies.at(telling).status == 404) {
        // A 404 that is not Nova's own, from whichever region, must not hide behind another's.
        for (qsizetype i = 0; i < replies.size(); ++i) {
            const ServerProbe one = decodeServerProbe(404, microversions.at(i), replies.at(i).body);
            if (one.body != ServerProbe::Body::ItemNotFound)
                return one;
        }
    }
    return decodeServerProbe(replies.at(telling).status, microversions.at(telling), replies.at(telling).body);
}

ActionsProbe agreedActionsProbe(const QList<ApiReply> &replies)
{
    const qsizetype telling = tellingAnswer(replies);
    if (telling < 0)
        return decodeActionsProbe(0, {});
    return decodeActionsProbe(replies.at(telling).status, replies.at(telling).body);
}

ServerProber::ServerProber(KeystoneSession &session, const QList<ComputeApi> &computes, QObject *parent)
    : QObject(parent)
    , m_session(session)
    , m_computes(computes)
    , m_pool(ProbesAtOnce)
{
    connect(&m_pool, &TaskPool::drained, this, &ServerProber::finished);
}

void ServerProber::ask(const QList<ProbeRequest> &requests)
{
    m_total += int(requests.size());
    emit progress(m_done, m_total);
    for (const ProbeRequest &probe : requests) {
        if (m_abandoned)
            return;
        m_pool.add([this, probe](const TaskPool::Done &done) { askOne(probe, done); });
    }
}

void ServerProber::askOne(const ProbeRequest &probe, const TaskPool::Done &done)
{
    const bool server = probe.kind == ProbeRequest::Kind::Server;
    auto replies = std::make_shared<QList<ApiReply>>(m_computes.size());
    auto waiting = std::make_shared<int>(1);
    const auto arrived = [this, probe, replies, waiting, done] {
        if (--*waiting > 0)
            return;
        conclude(probe, *replies);
        done();
    };
    for (qsizetype i = 0; i < m_computes.size(); ++i) {
        const ComputeApi &api = m_computes.at(i);
        if (api.error || !isServerId(probe.serverId))
            continue; // its reply stays "no answer"
        ApiRequest request;
        request.url
            = joined(api.url, u"/servers/%1%2"_s.arg(probe.serverId, server ? QString() : u"/os-instance-actions"_s));
        request.headers = api.headers();
        request.what = server ? u"Asking for a server"_s : u"Asking for a server's actions"_s;
        request.object = probe.serverId;
        ++*waiting;
        ApiCall *call = m_session.send(request);
        m_calls.append(call);
        connect(call, &ApiCall::finished, this, [this, call, replies, i, arrived](const ApiReply &reply) {
            m_calls.removeOne(call);
            (*replies)[i] = reply;
            arrived();
        });
    }
    QMetaObject::invokeMethod(this, arrived, Qt::QueuedConnection);
}

void ServerProber::conclude(const ProbeRequest &probe, const QList<ApiReply> &replies)
{
    if (m_abandoned)
        return;
    if (probe.kind == ProbeRequest::Kind::Server) {
        QStringList microversions;
        for (qsizetype i = 0; i < replies.size(); ++i)
            microversions += m_computes.at(i).answered(replies.at(i));
        m_answers.servers.insert(probe.serverId, agreedServerProbe(replies, microversions));
    } else {
        m_answers.actions.insert(probe.serverId, agreedActionsProbe(replies));
    }
    emit progress(++m_done, m_total);
}

void ServerProber::abandon()
{
    m_abandoned = true;
    m_pool.disconnect(this);
    m_pool.clear();
    const auto calls = std::exchange(m_calls, {});
    for (const QPointer<ApiCall> &call : calls) {
        if (call)
            call->cancel();
    }
}

} // namespace flotsam
