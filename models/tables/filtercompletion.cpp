// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/tables/filtercompletion.h"

#include "models/tables/filtervalues.h"
#include "models/tables/format.h"
#include "models/tables/portfields.h"
#include "models/tables/portstable.h"

#include <QCoreApplication>
#include <QDateTime>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace flotsam {

namespace {

constexpr qsizetype MostCandidates = 60;

struct Words
{
    Q_DECLARE_TR_FUNCTIONS(flotsam::FilterCompletion)
};

/// What is being typed: where the value (or the name) begins and how far it goes.
struct Place
{
    std::optional<FilterField> field; ///< not set: a name, or free text
    bool compared = false; ///< after < or >
    qsizetype begin = 0;
    qsizetype end = 0;
    QString typed; ///< from begin to the cursor, without quotes
};

Place placeAt(const QString &text, qsizetype cursor)
{
    Place place;
    bool quoted = false;
    qsizetype word = 0; // where the word at the cursor begins
    for (qsizetype i = 0; i < cursor; ++i) {
        const QChar c = text[i];
        if (c == u'"')
            quoted = !quoted;
        else if (!quoted && (c.isSpace() || (i == word && (c == u'(' || c == u'-'))))
            word = i + 1;
    }
    qsizetype nameEnd = word;
    while (nameEnd < cursor && text[nameEnd].isLetter())
        ++nameEnd;
    place.begin = word;
    const auto field = fieldFromName(QStringView(text).sliced(word, nameEnd - word));
    if (field && nameEnd < cursor && u":=<>"_s.contains(text[nameEnd])) {
        place.field = field;
        place.compared = text[nameEnd] == u'<' || text[nameEnd] == u'>';
        place.begin = nameEnd + 1;
        if (place.begin < cursor && place.compared && text[place.begin] == u'=')
            ++place.begin;
        bool inQuotes = false;
        for (qsizetype i = place.begin; i < cursor; ++i) {
            if (text[i] == u'"')
                inQuotes = !inQuotes;
            else if (text[i] == u',' && !inQuotes)
                place.begin = i + 1;
        }
    }
    place.end = cursor;
    while (place.end < text.size() && (quoted || !(text[place.end].isSpace() || u",)"_s.contains(text[place.end])))) {
        if (text[place.end] == u'"')
            quoted = !quoted;
        ++place.end;
    }
    place.typed = text.mid(place.begin, cursor - place.begin).remove(u'"');
    return place;
}

/// 0: begins with it, 1: holds it, -1: neither.
int nearness(QStringView text, QStringView typed)
{
    if (text.startsWith(typed))
        return 0;
    return text.contains(typed) ? 1 : -1;
}

std::vector<int> wordCounts(const PortsTable &table, FilterField field, qsizetype words)
{
    std::vector<int> counts(size_t(words), 0);
    for (int row = 0; row < table.rowCount(); ++row) {
        const PortJudgement &judgement = table.judgement(row);
        switch (field) {
        case FilterField::Verdict:
            ++counts[size_t(judgement.verdict)];
            break;
        case FilterField::Confidence:
            if (judgement.confidence != Confidence::None)
                ++counts[size_t(judgement.confidence) - 1];
            break;
        case FilterField::Reason:
            for (const Reason reason : judgement.reasons())
                ++counts[size_t(reason)];
            break;
        case FilterField::Flag:
            for (size_t i = 0; i < AllFlags.size(); ++i)
                counts[i] += judgement.has(AllFlags[i]);
            break;
        default:
            ++counts[size_t(judgement.remedy)];
        }
    }
    return counts;
}

QString countText(int count) { return count == 0 ? QString() : groupedNumber(count); }

QList<CompletionCandidate> wordValues(const Place &place, const PortsTable *table)
{
    struct Found
    {
        QLatin1StringView word;
        int count;
        int nearness;
    };
    const QString typed = place.typed.toCaseFolded();
    const QList<QLatin1StringView> words = fieldWords(*place.field);
    const std::vector<int> counts
        = table ? wordCounts(*table, *place.field, words.size()) : std::vector<int>(size_t(words.size()), 0);
    std::vector<Found> found;
    for (qsizetype i = 0; i < words.size(); ++i) {
        if (const int near = nearness(QString(words[i]), typed); near >= 0)
            found.push_back({words[i], counts[size_t(i)], near});
    }
    std::stable_sort(found.begin(), found.end(), [](const Found &a, const Found &b) {
        return std::tuple(a.count == 0, a.nearness, -a.count) < std::tuple(b.count == 0, b.nearness, -b.count);
    });
    QList<CompletionCandidate> candidates;
    for (const Found &one : found)
        candidates += {one.word, one.word, countText(one.count), false};
    return candidates;
}

QList<CompletionCandidate> columnValues(const Place &place, const FieldColumn &column)
{
    struct Found
    {
        int value;
        int nearness;
    };
    const bool mac = place.field == FilterField::Mac;
    const QString typed = mac ? bareMac(place.typed, false) : place.typed.toCaseFolded();
    if (mac && typed.isEmpty() && !place.typed.isEmpty())
        return {};
    std::vector<Found> found;
    for (int value = 0; value < column.valueCount(); ++value) {
        int best = -1;
        for (const QString &text : column.textsOf(value)) {
            const int near = nearness(text, typed);
            best = best < 0 ? near : near < 0 ? best : std::min(best, near);
        }
        if (best >= 0 && !column.shown[size_t(value)].isEmpty())
            found.push_back({value, best});
    }
    const auto better = [&](const Found &a, const Found &b) {
        const int countA = column.counts[size_t(a.value)];
        const int countB = column.counts[size_t(b.value)];
        if (a.nearness != b.nearness || countA != countB)
            return std::pair(a.nearness, -countA) < std::pair(b.nearness, -countB);
        return naturalCompare(column.shown[size_t(a.value)], column.shown[size_t(b.value)]) < 0;
    };
    // Twice as many as wanted: two values may be shown by one name.
    const auto middle = found.begin() + std::min<std::ptrdiff_t>(2 * MostCandidates, std::ptrdiff_t(found.size()));
    std::partial_sort(found.begin(), middle, found.end(), better);
    QList<CompletionCandidate> candidates;
    for (auto it = found.begin(); it != middle && candidates.size() < MostCandidates; ++it) {
        const QString &shown = column.shown[size_t(it->value)];
        const auto same = std::find_if(candidates.begin(), candidates.end(),
                                       [&](const CompletionCandidate &other) { return other.label == shown; });
        if (same == candidates.end())
            candidates += {quotedValue({shown, false}), shown, countText(column.counts[size_t(it->value)]), false};
        else
            same->detail.clear();
    }
    return candidates;
}

QList<CompletionCandidate> plainValues(const Place &place, const PortsTable *table)
{
    QList<CompletionCandidate> candidates;
    const auto offer = [&](const QString &text, const QString &detail = {}) {
        if (text.startsWith(place.typed, Qt::CaseInsensitive))
            candidates += {text, text, detail, false};
    };
    if (place.field == FilterField::Age) {
        for (const QString &age : {u"10min"_s, u"1h"_s, u"1d"_s, u"7d"_s, u"30d"_s})
            offer(age);
    } else if (table && place.field == FilterField::Ip) {
        const Snapshot &cloud = *table->dataset().snapshot;
        for (const Subnet &subnet : cloud.subnets) {
            if (candidates.size() < MostCandidates)
                offer(subnet.cidrText, table->dataset().relations->networkName(subnet.networkId));
        }
    } else if (table && (place.field == FilterField::Created || place.field == FilterField::Updated)) {
        const QDateTime now = table->dataset().snapshot->takenAt.toUTC();
        offer(now.toString(u"yyyy-MM-dd"_s), Words::tr("the day of the reading"));
        offer(now.addDays(-1).toString(u"yyyy-MM-dd"_s), Words::tr("the day before"));
        offer(now.addDays(-7).toString(u"yyyy-MM-dd"_s), Words::tr("a week before"));
    }
    return candidates;
}

QList<CompletionCandidate> names(const Place &place, bool all)
{
    QList<CompletionCandidate> candidates;
    const QString typed = place.typed.toCaseFolded();
    if (typed.isEmpty() && !all)
        return candidates;
    for (int i = 1; i < FilterFieldCount; ++i) {
        const auto field = FilterField(i);
        const QLatin1StringView name = fieldName(field);
        if (!QString(name).startsWith(typed))
            continue;
        const QString text = isComparable(field) && field != FilterField::Revision ? name + u'>' : name + u':';
        candidates += {text, text, fieldMeaning(field), true};
    }
    if (typed.size() < 2)
        return candidates;
    // Who types "orph" means the verdict.
    for (const FilterField field :
         {FilterField::Verdict, FilterField::Confidence, FilterField::Flag, FilterField::Reason}) {
        for (const QLatin1StringView word : fieldWords(field)) {
            const QString term = fieldName(field) + u":"_s + word;
            if (QString(word).startsWith(typed))
                candidates += {term, term, {}, false};
        }
    }
    return candidates;
}

} // namespace

Completion completeFilter(const QString &text, qsizetype cursor, const PortsTable *table, bool all)
{
    const Place place = placeAt(text, std::clamp<qsizetype>(cursor, 0, text.size()));
    Completion completion;
    completion.position = place.begin;
    completion.length = place.end - place.begin;
    if (!place.field) {
        completion.candidates = names(place, all);
    } else if (!fieldWords(*place.field).isEmpty()) {
        completion.candidates = wordValues(place, table);
    } else if (!PortFields::hasColumn(*place.field)) {
        completion.candidates = plainValues(place, table);
    } else if (table) {
        if (table->fields().isReady(*place.field))
            completion.candidates = columnValues(place, table->fields().column(*place.field));
        else
            completion.missing = place.field;
    }
    // Nothing to offer where it is there already.
    const QString there = text.mid(completion.position, completion.length);
    if (completion.candidates.size() == 1 && completion.candidates.first().text == there)
        completion.candidates.clear();
    return completion;
}

} // namespace flotsam
