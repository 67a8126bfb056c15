// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cloud/servicereader.h"
#include "app/cloud/taskpool.h"

namespace flotsam {

/// Heat of one region: stacks, deleted stacks, and the resources and events of each.
///
/// An admin asks for one listing of all projects first. Its policy denies that to everybody by default; then every
/// project in which the user has a role is read with a token of its own. Projects that could not be read are missing
/// from SourceOutcome::projects and named in the detail.
///
/// Events of a deleted stack are read only where a port of a Heat name was created in the stack's lifetime: no other
/// event of it can tell anything about a port.
class StackReader : public ServiceReader
{
    Q_OBJECT
public:
    StackReader(const ScanContext &context, const ServicePlace &place, QObject *parent);
    void start() override;
    void abandon(const QString &why) override;

private:
    struct StackRef
    {
        QString id;
        QString name;
        QString projectId;
        bool deleted = false;
    };
    using Failures = QHash<QString, QString>; ///< project id: why it was not read

    ListRequest listing(SourceId source, const QString &projectId) const;
    void readAllAtOnce();
    void findProjects();
    void readProject(const QString &projectId, const TaskPool::Done &done);
    void take(SourceId source, const QString &projectId, const ListResult &result);
    void readStacks();
    void readPart(SourceId source, const StackRef &stack);
    bool canHaveMadeAPort(const Stack &stack) const;
    void findPorts();
    void settlePart(SourceId source);
    QString unreadText(const Failures &failures) const;

    ServicePlace m_place;
    TaskPool m_projectsPool;
    TaskPool m_stacksPool;
    bool m_global = false;
    bool m_listed = false; ///< all stacks are known
    QHash<QString, QString> m_projects; ///< asked for: id, name
    QList<StackRef> m_stacks;
    QHash<SourceId, Failures> m_failures;
    QHash<SourceId, int> m_denied;
    QHash<SourceId, std::optional<Error>> m_errors;
    QHash<QString, QList<qint64>> m_portTimes; ///< by project: when ports of Heat names were created
    int m_events = 0;
    int m_skippedEvents = 0;
    QDateTime m_start;
};

/// Keeps the stacks that are DELETE_COMPLETE: Heat's show_deleted sends the living as well.
void keepDeletedStacks(DecodedPage &page);

} // namespace flotsam
