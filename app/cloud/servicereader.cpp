// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/cloud/servicereader.h"

namespace flotsam {

ServiceReader::ServiceReader(const ScanContext &context, const QList<SourceId> &sources, QObject *parent)
    : QObject(parent)
    , m_context(context)
    , m_open(sources)
{
    for (const SourceId source : sources)
        m_context.board.expect(source);
}

void ServiceReader::read(const ListRequest &request, Then then)
{
    if (m_stopped)
        return;
    auto *reader = new ListReader(m_context.session, request, this);
    m_active.insert(reader, {reader, std::move(then)});
    connect(reader, &ListReader::pageRead, this, [this, source = request.source, known = 0](int items) mutable {
        m_context.board.count(source, items - known);
        known = items;
    });
    connect(reader, &ListReader::finished, this, [this, reader](const ListResult &result) {
        const Active active = m_active.take(reader);
        reader->deleteLater();
        active.then(result);
    });
    reader->start();
}

void ServiceReader::readWhole(const ListRequest &request)
{
    read(request, [this, source = request.source](const ListResult &result) {
        m_context.board.deliver(source, result.pages);
        settle(source, outcomeOf(result));
    });
}

SourceOutcome ServiceReader::outcomeOf(const ListResult &result)
{
    SourceOutcome outcome;
    outcome.status = result.status;
    outcome.readAt = result.readAt;
    outcome.detail = result.detail;
    outcome.error = result.error;
    return outcome;
}

void ServiceReader::settle(SourceId source, const SourceOutcome &outcome)
{
    if (!m_open.removeOne(source))
        return;
    m_context.board.settle(source, outcome);
    if (m_open.isEmpty())
        emit finished();
}

void ServiceReader::settleAll(const SourceOutcome &outcome)
{
    const QList<SourceId> open = m_open;
    for (const SourceId source : open)
        settle(source, outcome);
}

void ServiceReader::stopReads(const QString &why)
{
    m_stopped = true;
    const QHash<ListReader *, Active> active = std::exchange(m_active, {});
    for (const Active &one : active) {
        if (!one.reader)
            continue;
        one.reader->disconnect(this);
        one.then(one.reader->abandon(why));
        one.reader->deleteLater();
    }
}

void ServiceReader::abandon(const QString &why)
{
    stopReads(why);
    SourceOutcome outcome;
    outcome.status = SourceStatus::Failed;
    outcome.detail = why;
    settleAll(outcome);
}

} // namespace flotsam
