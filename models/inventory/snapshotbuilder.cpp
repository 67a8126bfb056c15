// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/inventory/snapshotbuilder.h"

#include "models/inventory/copies.h"
#include "models/inventory/freedonworker.h"
#include "models/inventory/sourcelists.h"

#include <algorithm>
#include <tuple>
#include <utility>

using namespace Qt::StringLiterals;

namespace flotsam {

namespace {

auto order(const StackEvent &event) { return std::tuple(event.stackId, event.time.value_or(0), event.id); }
template <class T>
auto order(const T &item)
{
    return std::tuple(itemKey(item));
}

template <class T>
QString identity(const T &item)
{
    return itemKey(item);
}
QString identity(const StackEvent &item) { return item.stackId + u'/' + item.id; }

/// Sorts by what reports and lookups go by and counts every object once.
template <class T>
void finish(QList<T> &list, const RawItems &raw)
{
    const auto less = [](const T &a, const T &b) { return order(a) < order(b); };
    if (!std::is_sorted(list.begin(), list.end(), less))
        std::sort(list.begin(), list.end(), less);
    const auto same = [](const T &a, const T &b) { return identity(a) == identity(b); };
    if (std::adjacent_find(list.begin(), list.end(), same) == list.end())
        return;
    QList<T> once;
    once.reserve(list.size());
    for (T &item : list) {
        if (once.isEmpty() || !same(once.last(), item)) {
            once.append(std::move(item));
            continue;
        }
        T &kept = once.last();
        const auto rank = copyRank(item);
        const auto keptRank = copyRank(kept);
        if (rank != keptRank ? rank > keptRank : raw.at(item.raw) > raw.at(kept.raw))
            std::swap(kept, item);
        absorb(kept, item);
    }
    list = std::move(once);
}

} // namespace

void SnapshotBuilder::add(SourceId source, const DecodedPage &page)
{
    withList(source, m_draft, [&](auto &list) {
        RawItems &raw = m_draft.raw[size_t(source)];
        const int shift = raw.size();
        raw.append(page.items.raw[size_t(source)]);
        const qsizetype first = list.size();
        withList(source, page.items, [&](const auto &added) {
            if constexpr (std::is_same_v<std::decay_t<decltype(added)>, std::decay_t<decltype(list)>>)
                list += added;
        });
        for (qsizetype i = first; i < list.size(); ++i)
            list[i].raw += shift;
    });
    m_draft.source(source).damaged += page.items.source(source).damaged;
}

void SnapshotBuilder::setOutcome(SourceId source, SourceStatus status, const QDateTime &readAt, const QString &detail,
                                 const std::optional<QSet<QString>> &projects)
{
    SourceInfo &info = m_draft.source(source);
    info.status = status;
    info.readAt = readAt;
    info.detail = detail;
    info.projects = projects;
}

SnapshotPtr SnapshotBuilder::build() &&
{
    for (const SourceId source : AllSources) {
        SourceInfo &info = m_draft.source(source);
        withList(source, m_draft, [&](auto &list) {
            finish(list, m_draft.raw[size_t(source)]);
            info.count = int(list.size());
        });
        if (info.damaged > 0) {
            if (info.status == SourceStatus::Complete || info.status == SourceStatus::Absent)
                info.status = SourceStatus::Partial;
            const QString left = u"%1 left out: no object or without id"_s.arg(
                info.damaged == 1 ? u"1 item"_s : u"%1 items"_s.arg(info.damaged));
            if (!info.detail.contains(left))
                info.detail = info.detail.isEmpty() ? left : info.detail + u"; "_s + left;
        }
    }
    return makeFreedOnWorker<Snapshot>(std::move(m_draft));
}

} // namespace flotsam
