// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cloud/computereader.h"
#include "app/cloud/taskpool.h"
#include "models/triage/judgement.h"

namespace flotsam {

/// Answers to probes, ready to be put into a snapshot.
struct ProbeAnswers
{
    QHash<QString, ServerProbe> servers;
    QHash<QString, ActionsProbe> actions;
};

/// Asks every Nova that shares the Neutron about single servers, at most six probes at once. A server is 404 only
/// where all of them said so; one that could not be asked makes it 0.
class ServerProber : public QObject
{
    Q_OBJECT
public:
    ServerProber(KeystoneSession &session, const QList<ComputeApi> &computes, QObject *parent);

    void ask(const QList<ProbeRequest> &requests);
    /// Stops; what was answered stays in answers().
    void abandon();
    const ProbeAnswers &answers() const { return m_answers; }

signals:
    void progress(int done, int total);
    void finished();

private:
    void askOne(const ProbeRequest &probe, const TaskPool::Done &done);
    void conclude(const ProbeRequest &probe, const QList<ApiReply> &replies);

    KeystoneSession &m_session;
    QList<ComputeApi> m_computes;
    TaskPool m_pool;
    QList<QPointer<ApiCall>> m_calls;
    ProbeAnswers m_answers;
    int m_done = 0;
    int m_total = 0;
    bool m_abandoned = false;
};

/// What all regions together say of a server. \a microversions is parallel to \a replies.
ServerProbe agreedServerProbe(const QList<ApiReply> &replies, const QStringList &microversions);
ActionsProbe agreedActionsProbe(const QList<ApiReply> &replies);

} // namespace flotsam
