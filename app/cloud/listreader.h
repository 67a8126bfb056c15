// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cloud/apicall.h"
#include "app/cloud/keystonesession.h"
#include "models/inventory/decode.h"

#include <QPointer>
#include <QSet>
#include <QUrlQuery>

#include <functional>

namespace flotsam {

struct ListRequest
{
    SourceId source = SourceId::Ports;
    QUrl url; ///< without paging parameters
    QUrlQuery query;
    QList<std::pair<QByteArray, QByteArray>> headers;
    QString projectId; ///< whose token; empty: the configured one
    DecodeContext context;
    QString object; ///< for messages: of which project, stack or region; may be empty
    int pageSize = 0; ///< `limit`; 0: none is sent, and pages follow only where the service offers a next one
    int slowPageSize = 0; ///< taken instead once a page took too long; 0: give up
    int maxItems = 0; ///< 0: no end
    std::function<void(DecodedPage &)> filter; ///< run on the worker, after the page's ids were taken
};

struct ListResult
{
    SourceStatus status = SourceStatus::Failed;
    QString detail; ///< why not complete
    std::optional<Error> error; ///< where a request or an answer failed
    QDateTime readAt; ///< when the first request went out
    QDateTime serverDate; ///< `Date` of the first answer
    QList<DecodedPage> pages;
};

/// Reads one listing to its end, page by page. Links are used for their marker only, so that a wrong host in them does
/// no harm. A marker that vanished (404, 400) or was ignored (a page without a new id) starts the listing again; after
/// three times it is partial. An id that comes twice is no fault; the snapshot counts it once.
class ListReader : public QObject
{
    Q_OBJECT
public:
    using Callback = std::function<void(const ListResult &)>;

    ListReader(KeystoneSession &session, ListRequest request, QObject *parent);

    void start();
    /// Stops and gives what was read as partial (or failed, if nothing was).
    ListResult abandon(const QString &why);

signals:
    void pageRead(int items);
    void finished(const flotsam::ListResult &result);

private:
    struct Page
    {
        std::optional<DecodedPage> decoded;
        std::optional<Error> error;
    };
    void requestPage();
    void onReply(const ApiReply &reply);
    void onPage(Page page);
    bool startAgain();
    QString nextMarker(const DecodedPage &page) const;
    void finish(SourceStatus status, const QString &detail = {}, const std::optional<Error> &error = {});

    KeystoneSession &m_session;
    ListRequest m_request;
    QPointer<ApiCall> m_call;
    ListResult m_result;
    QSet<QString> m_seen;
    QString m_marker;
    int m_items = 0; ///< sent
    int m_kept = 0; ///< decoded, and not filtered out
    int m_starts = 1;
    bool m_done = false;
};

/// "ports", "deleted servers": the source in words.
QString sourceLabel(SourceId source);

} // namespace flotsam
