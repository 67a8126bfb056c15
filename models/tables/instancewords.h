// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/tables/relations.h"

#include <QCoreApplication>
#include <QString>

namespace flotsam {

/// The words for the states of an instance, translated once.
class InstanceWords
{
    Q_DECLARE_TR_FUNCTIONS(flotsam::PortsTable)
public:
    InstanceWords();
    /// A server as the ports table shows it: name, else id, and its state or "gone".
    QString label(const Instance &instance) const;
    /// The state alone, e.g. "ACTIVE", "deleted", "gone".
    QString state(const Instance &instance) const;

private:
    QString m_hidden;
    QString m_deleted;
    QString m_gone;
    QString m_notSeen;
};

/// The same for single calls.
QString instanceLabel(const Instance &instance);
QString instanceState(const Instance &instance);

} // namespace flotsam
