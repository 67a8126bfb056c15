// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/tables/quotarows.h"

#include "models/tables/filterlanguage.h"
#include "models/tables/format.h"

#include <QHash>

#include <algorithm>
#include <utility>
#include <vector>

using namespace Qt::StringLiterals;

namespace flotsam {

namespace {

constexpr qint64 Minute = 60'000;
constexpr qint64 Day = 24 * 60 * Minute;
constexpr int FewestOfPattern = 5;

bool isHex(QChar c) { return (c >= u'0' && c <= u'9') || (c >= u'a' && c <= u'f') || (c >= u'A' && c <= u'F'); }

bool isUnused(const PortJudgement &judgement)
{
    return judgement.verdict != Verdict::InUse && judgement.verdict != Verdict::Service;
}

/// Creations of one pattern in one project within the last day.
struct Series
{
    std::vector<qint64> times;
    int unused = 0;
    bool ofServers = false;
    QString pattern;
};

/// Steady: at least some, over at least half an hour, without long breaks, and the next one about to come.
std::optional<GrowingPattern> steady(Series &series, qint64 now)
{
    if (int(series.times.size()) < FewestOfPattern || series.unused * 2 < int(series.times.size()))
        return std::nullopt;
    std::sort(series.times.begin(), series.times.end());
    std::vector<qint64> gaps;
    for (size_t i = 1; i < series.times.size(); ++i)
        gaps.push_back(series.times[i] - series.times[i - 1]);
    std::vector<qint64> sorted = gaps;
    std::sort(sorted.begin(), sorted.end());
    const qint64 median = sorted[sorted.size() / 2];
    const qint64 span = series.times.back() - series.times.front();
    const qint64 lastAge = now - series.times.back();
    if (span < 30 * Minute || median <= 0 || sorted.back() > 6 * median || lastAge > 3 * median)
        return std::nullopt;
    GrowingPattern result;
    result.pattern = series.pattern;
    result.ofServers = series.ofServers;
    result.count = int(series.times.size());
    result.every = median;
    result.lastAge = lastAge;
    const FilterValue value{series.pattern, series.pattern.contains(u'*')};
    result.term = fieldName(series.ofServers ? FilterField::Server : FilterField::Name)
        + (value.pattern || series.pattern.isEmpty() ? u":"_s : u"="_s) + quotedValue(value);
    return result;
}

class Growth
{
public:
    Growth(const Dataset &data, QList<QuotaRow> &rows, const QHash<QString, qsizetype> &places)
        : m_data(data)
        , m_rows(rows)
        , m_places(places)
        , m_now(data.snapshot->takenAt.toMSecsSinceEpoch())
        , m_lastDay(size_t(rows.size()), 0)
        , m_lastWeek(size_t(rows.size()), 0)
    { }

    void read()
    {
        const QList<Port> &ports = m_data.snapshot->ports;
        for (int i = 0; i < int(ports.size()); ++i) {
            const auto place = m_places.constFind(ports[i].projectId);
            if (place == m_places.constEnd() || !ports[i].createdAt)
                continue;
            const qint64 age = m_now - *ports[i].createdAt;
            if (age < 0 || age >= 7 * Day)
                continue;
            ++m_lastWeek[size_t(*place)];
            if (age >= Day)
                continue;
            ++m_lastDay[size_t(*place)];
            note(i, *place);
        }
        for (qsizetype i = 0; i < m_rows.size(); ++i)
            estimate(m_rows[i], m_lastDay[size_t(i)], m_lastWeek[size_t(i)]);
        for (auto series = m_series.begin(); series != m_series.end(); ++series) {
            const auto found = steady(*series, m_now);
            std::optional<GrowingPattern> &known = m_rows[series.key().first].growing;
            if (found && (!known || std::pair(found->count, known->pattern) > std::pair(known->count, found->pattern)))
                known = found;
        }
    }

private:
    void note(int port, qsizetype place)
    {
        const Port &one = m_data.snapshot->ports[port];
        QString name = one.name;
        bool ofServers = false;
        const int instance = name.isEmpty() ? m_data.relations->instanceOfPort(port) : -1;
        if (instance >= 0) {
            const Server *const server = m_data.relations->instances()[size_t(instance)].server;
            name = server ? server->name : QString();
            ofServers = !name.isEmpty();
        }
        const QString pattern = namePattern(name);
        Series &series = m_series[{place, (ofServers ? u"s"_s : u"p"_s) + pattern}];
        series.pattern = pattern;
        series.ofServers = ofServers;
        series.times.push_back(*one.createdAt);
        series.unused += isUnused(m_data.judgement->ports[port]);
    }

    static void estimate(QuotaRow &row, int lastDay, int lastWeek)
    {
        const bool week = lastWeek / 7.0 > lastDay;
        row.recent = week ? lastWeek : lastDay;
        row.windowHours = week ? 7 * 24 : 24;
        row.perDay = week ? lastWeek / 7.0 : lastDay;
        if (row.limit >= 0 && !row.isFull() && row.perDay > 0)
            row.daysLeft = double(row.limit - row.taken()) / row.perDay;
    }

    const Dataset &m_data;
    QList<QuotaRow> &m_rows;
    const QHash<QString, qsizetype> &m_places;
    const qint64 m_now;
    std::vector<int> m_lastDay;
    std::vector<int> m_lastWeek;
    QHash<std::pair<qsizetype, QString>, Series> m_series; ///< by row and pattern
};

} // namespace

double QuotaRow::share() const
{
    if (limit < 0)
        return -1;
    return limit == 0 ? 1 : double(taken()) / double(limit);
}

QString namePattern(const QString &name)
{
    QString pattern;
    for (qsizetype i = 0; i < name.size();) {
        qsizetype end = i;
        bool digits = false;
        while (end < name.size() && isHex(name[end])) {
            digits |= name[end].isDigit();
            ++end;
        }
        // A word may be made of the letters a to f: only runs with a digit that are long, or all digits, change.
        qsizetype number = i;
        while (number < name.size() && name[number].isDigit())
            ++number;
        const bool longRun = digits && end - i >= 6;
        const qsizetype take = longRun ? end : number;
        if (take > i) {
            if (!pattern.endsWith(u'*'))
                pattern += u'*';
            i = take;
        } else {
            pattern += name[i++];
        }
    }
    return pattern;
}

QList<QuotaRow> quotaRows(const Dataset &dataset)
{
    QList<QuotaRow> rows;
    if (dataset.isNull())
        return rows;
    QHash<QString, qsizetype> places;
    for (const ProjectQuota &quota : dataset.judgement->quotas) {
        QuotaRow row;
        row.projectId = quota.projectId;
        row.name = dataset.relations->projectName(quota.projectId);
        row.known = quota.known;
        row.byVerdict = quota.byVerdict;
        row.visible = quota.visible();
        row.limit = quota.known ? std::max<qint64>(-1, quota.limit) : -1;
        row.used = quota.known ? quota.used : row.visible;
        row.reserved = quota.known ? quota.reserved : 0;
        row.hidden = std::max<qint64>(0, row.used - row.visible);
        row.reclaimable = quota.reclaimable;
        places.insert(row.projectId, rows.size());
        rows += row;
    }
    const QList<Port> &ports = dataset.snapshot->ports;
    for (qsizetype i = 0; i < ports.size(); ++i) {
        const PortJudgement &judgement = dataset.judgement->ports[i];
        if (judgement.verdict != Verdict::Orphan || judgement.confidence != Confidence::Proven)
            continue;
        if (const auto place = places.constFind(ports[i].projectId); place != places.constEnd())
            ++rows[*place].proven;
    }
    Growth(dataset, rows, places).read();
    std::sort(rows.begin(), rows.end(), [](const QuotaRow &a, const QuotaRow &b) {
        if (a.share() != b.share())
            return a.share() > b.share();
        if (a.reclaimable != b.reclaimable)
            return a.reclaimable > b.reclaimable;
        const int byName = naturalCompare(a.name, b.name);
        return byName != 0 ? byName < 0 : a.projectId < b.projectId;
    });
    return rows;
}

QList<Verdict> verdictsOf(QuotaPart::Kind kind)
{
    switch (kind) {
    case QuotaPart::Kind::Healthy:
        return {Verdict::InUse, Verdict::Service};
    case QuotaPart::Kind::Settling:
        return {Verdict::Settling};
    case QuotaPart::Kind::Unknown:
        return {Verdict::Unknown};
    case QuotaPart::Kind::Unattached:
        return {Verdict::Unattached};
    case QuotaPart::Kind::Stale:
        return {Verdict::Stale};
    case QuotaPart::Kind::Orphan:
        return {Verdict::Orphan};
    default:
        return {};
    }
}

QList<QuotaPart> quotaParts(const QuotaRow &row)
{
    using Kind = QuotaPart::Kind;
    QList<QuotaPart> parts;
    for (const Kind kind : {Kind::Healthy, Kind::Hidden, Kind::Settling, Kind::Unknown, Kind::Unattached, Kind::Stale,
                            Kind::Orphan, Kind::Reserved, Kind::Free}) {
        qint64 amount = 0;
        for (const Verdict verdict : verdictsOf(kind))
            amount += row.byVerdict[size_t(verdict)];
        if (kind == Kind::Hidden)
            amount = row.hidden;
        else if (kind == Kind::Reserved)
            amount = row.reserved;
        else if (kind == Kind::Free)
            amount = row.limit < 0 ? 0 : row.limit - row.taken();
        if (amount > 0)
            parts += {kind, amount};
    }
    return parts;
}

} // namespace flotsam
