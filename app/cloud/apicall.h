// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/inventory/error.h"

#include <QByteArray>
#include <QHash>
#include <QList>
#include <QObject>
#include <QUrl>

#include <functional>
#include <optional>
#include <utility>

namespace flotsam {

struct ApiRequest
{
    QByteArray method = "GET";
    QUrl url;
    QList<std::pair<QByteArray, QByteArray>> headers;
    QByteArray body; ///< JSON; sent with its content type where not empty
    bool repeatable = false; ///< may be sent again when the connection is lost; a GET always may
    bool renewsToken = true; ///< is sent again, once, with a new token after a 401
    /// Asked at the moment at which it would go out, after every wait for a token or for its turn; false: it is not
    /// sent.
    std::function<bool()> stillWanted;
    QList<QByteArray> secrets; ///< never shown, should the service quote them; X-Auth-Token need not be named
    QString what; ///< for messages: "Listing ports"
    QString object; ///< for messages: an id; empty: the URL without its query
};

struct ApiReply
{
    int status = 0; ///< 0: no answer
    QHash<QByteArray, QByteArray> headers; ///< names in lower case
    QByteArray body;
    QUrl url; ///< that answered
    std::optional<Error> error; ///< no answer, or a status of 300 and above
    bool withdrawn = false; ///< it was not wanted any more, and nothing was sent

    bool ok() const { return !error; }
    QByteArray header(const QByteArray &lowerName) const { return headers.value(lowerName); }
    QString requestId() const;
};

/// One request on its way. Emits finished() exactly once, never from within the function that made it, and deletes
/// itself afterwards; after cancel() it emits nothing. Connect with a context object.
class ApiCall : public QObject
{
    Q_OBJECT
public:
    using QObject::QObject;
    virtual void cancel() = 0;

signals:
    void finished(const flotsam::ApiReply &reply);
};

} // namespace flotsam
