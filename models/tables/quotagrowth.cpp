// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/tables/quotagrowth.h"

#include "models/tables/filterlanguage.h"

#include <QHash>

#include <algorithm>
#include <iterator>
#include <utility>
#include <vector>

using namespace Qt::StringLiterals;

namespace flotsam {

namespace {

constexpr qint64 Minute = 60'000;
constexpr qint64 Day = 24 * 60 * Minute;
constexpr int FewestOfPattern = 5;
constexpr size_t FewestBatches = 4;
constexpr std::ptrdiff_t MostBatches = 60;

bool isHex(QChar c) { return (c >= u'0' && c <= u'9') || (c >= u'a' && c <= u'f') || (c >= u'A' && c <= u'F'); }

bool isUnused(const PortJudgement &judgement)
{
    return judgement.verdict != Verdict::InUse && judgement.verdict != Verdict::Service;
}

/// Creations of one pattern in one project within the last week.
struct Series
{
    std::vector<std::pair<qint64, bool>> made; ///< when, and whether it is unused
    bool ofServers = false;
    QString pattern;
};

struct Pace
{
    qint64 every = 0;
    qint64 lastAge = 0;
};

/// Over at least half an hour, without a gap that is \a wide times the usual one, and the next one about to come.
/// \a times: ascending. \a even: nor are there gaps twice that much shorter.
std::optional<Pace> paceOf(const std::vector<qint64> &times, qint64 now, int wide, bool even)
{
    std::vector<qint64> gaps;
    for (size_t i = 1; i < times.size(); ++i)
        gaps.push_back(times[i] - times[i - 1]);
    if (gaps.empty())
        return std::nullopt;
    std::sort(gaps.begin(), gaps.end());
    const Pace pace{gaps[gaps.size() / 2], now - times.back()};
    if (times.back() - times.front() < 30 * Minute || pace.every <= 0 || gaps.back() > wide * pace.every
        || (even && gaps.front() * 2 * wide < pace.every) || pace.lastAge > 2 * pace.every)
        return std::nullopt;
    return pace;
}

/// When each batch begins. What parts the gaps within batches from those between them is the widest step from one
/// length of gap to the next. Empty where there is no such step.
std::vector<qint64> batchesOf(const std::vector<qint64> &times)
{
    if (times.empty())
        return {};
    std::vector<qint64> gaps;
    for (size_t i = 1; i < times.size(); ++i)
        gaps.push_back(times[i] - times[i - 1]);
    std::sort(gaps.begin(), gaps.end());
    double widest = 6;
    qint64 within = -1;
    for (size_t i = 1; i < gaps.size(); ++i) {
        const double step = double(gaps[i]) / double(std::max<qint64>(gaps[i - 1], 1000));
        if (step > widest) {
            widest = step;
            within = gaps[i - 1];
        }
    }
    std::vector<qint64> batches;
    if (within < 0)
        return batches;
    for (size_t i = 0; i < times.size(); ++i) {
        if (i == 0 || times[i] - times[i - 1] > within)
            batches.push_back(times[i]);
    }
    return batches;
}

/// When the ports since \a begin were made; empty where they are few, or most of them are used.
std::vector<qint64> timesSince(const Series &series, qint64 begin)
{
    std::vector<qint64> times;
    int unused = 0;
    for (const auto &[time, isFree] : series.made) {
        if (time < begin)
            continue;
        times.push_back(time);
        unused += isFree;
    }
    if (int(times.size()) < FewestOfPattern || unused * 2 < int(times.size()))
        times.clear();
    return times;
}

std::optional<GrowingPattern> steady(Series &series, qint64 now)
{
    std::sort(series.made.begin(), series.made.end());
    GrowingPattern result;
    std::vector<qint64> times = timesSince(series, now - Day + 1);
    std::optional<Pace> pace = paceOf(times, now, 6, false);
    if (!pace) {
        std::vector<qint64> batches = batchesOf(timesSince(series, 0));
        if (std::ssize(batches) > MostBatches)
            batches.erase(batches.begin(), batches.end() - MostBatches);
        // What was before a pause does not count.
        while (batches.size() >= FewestBatches && !(pace = paceOf(batches, now, 3, true)))
            batches.erase(batches.begin());
        if (!pace)
            return std::nullopt;
        times = timesSince(series, batches.front());
        if (times.empty())
            return std::nullopt;
        result.atOnce = int((times.size() + batches.size() / 2) / batches.size());
    }
    result.count = int(times.size());
    result.pattern = series.pattern;
    result.ofServers = series.ofServers;
    result.every = pace->every;
    result.lastAge = pace->lastAge;
    const FilterValue value{series.pattern, series.pattern.contains(u'*')};
    result.term = fieldName(series.ofServers ? FilterField::Server : FilterField::Name)
        + (value.pattern || series.pattern.isEmpty() ? u":"_s : u"="_s) + quotedValue(value);
    return result;
}

class Growth
{
public:
    Growth(const Dataset &data, QList<QuotaRow> &rows)
        : m_data(data)
        , m_rows(rows)
        , m_now(data.snapshot->takenAt.toMSecsSinceEpoch())
        , m_lastDay(size_t(rows.size()), 0)
        , m_lastWeek(size_t(rows.size()), 0)
    {
        for (qsizetype i = 0; i < rows.size(); ++i)
            m_places.insert(rows[i].projectId, i);
    }

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
            m_lastDay[size_t(*place)] += age < Day;
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
        series.made.emplace_back(*one.createdAt, isUnused(m_data.judgement->ports[port]));
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
    QHash<QString, qsizetype> m_places;
    const qint64 m_now;
    std::vector<int> m_lastDay;
    std::vector<int> m_lastWeek;
    QHash<std::pair<qsizetype, QString>, Series> m_series; ///< by row and pattern
};

} // namespace

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

void addGrowth(const Dataset &dataset, QList<QuotaRow> &rows) { Growth(dataset, rows).read(); }

} // namespace flotsam
