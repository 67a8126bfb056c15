// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QJsonObject>
#include <QList>
#include <QString>
#include <QStringList>

#include <functional>

namespace flotsam {

/// A deleted port to be made again, as far as it can be the same.
struct RestoreOrder
{
    /// Something that Neutron may refuse and that the port can be made without.
    struct Dispensable
    {
        QString key; ///< of the body
        QString words; ///< what is lost without it. Translated.
    };
    QString formerId;
    QJsonObject body; ///< the value of "port" of POST /v2.0/ports
    QStringList tags; ///< set afterwards: not every Neutron takes them with the POST
    QList<Dispensable> dispensables; ///< in the order in which they are given up
    QStringList different; ///< what cannot be the same, whatever Neutron says. Translated.
    /// Asked at the moment at which the port would be made; false: nothing is sent. Empty: it is wanted.
    std::function<bool()> stillWanted;
};

struct RestoreAnswer
{
    bool made = false;
    QString newId;
    QByteArray json; ///< the new port as Neutron sent it
    QStringList different; ///< what is not the same. Translated.
    QString message; ///< why it was not made, in the service's words; empty where made
    QString requestId;
    int status = 0;
    bool unclear = false; ///< no definite answer: perhaps it was made all the same
};

/// \a portJson: the port as Neutron sent it before it was deleted. \a admin: the token may name the project and bind.
/// Pure.
RestoreOrder restoreOrder(const QByteArray &portJson, bool admin);

/// What of \a wanted is not so in \a made (both as Neutron sends them), besides what can never be the same.
QStringList restoreDifferences(const QJsonObject &wanted, const QJsonObject &made);

} // namespace flotsam
