// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/triage/explain.h"
#include "models/triage/report.h"
#include "models/triage/terminaltext.h"
#include "models/triage/trail.h"
#include "models/triage/triageindex.h"

#include <algorithm>
#include <numeric>

namespace flotsam {

using namespace Qt::StringLiterals;

namespace {

constexpr int Columns = 100;
constexpr int RowsShown = 12;

/// Most urgent first, which is the reverse of their safety.
constexpr std::array ByUrgency{
    Verdict::Orphan,  Verdict::Stale, Verdict::Unattached, Verdict::Settling,
    Verdict::Unknown, Verdict::InUse, Verdict::Service,
};

class TextReport
{
public:
    TextReport(const Judgement &given, bool colour)
        : judgement(given)
        , snapshot(*given.snapshot)
        , paint(colour)
    { }

    QString write();

private:
    void line(QString text = {});
    /// One line of what the cloud said, cut to the width.
    void plain(const QString &text) { line(fitted(text, Columns)); }
    void heading();
    void verdicts();
    void sources();
    void quotas();
    template <class Detail>
    void portList(const QString &title, Ink ink, const QList<int> &ports, Detail &&detail);
    void reasonCounts(const QList<int> &ports);
    QList<int> portsWith(Verdict verdict) const;
    QList<int> portsWith(Flag flag) const;
    void more(qsizetype all);

    const Judgement &judgement;
    const Snapshot &snapshot;
    Painter paint;
    QString m_out;
};

void TextReport::line(QString text)
{
    while (text.endsWith(u' '))
        text.chop(1);
    m_out += text + u'\n';
}

/// In the order of Verdict, short enough for one line.
constexpr std::array Meanings{
    "its owner exists, or something relies on it"_L1,
    "plumbing of Neutron or of another service"_L1,
    "the evidence could not be had: leave it alone"_L1,
    "too young, or its owner is in motion: look again"_L1,
    "no device, no owner, and nothing says why: its project decides"_L1,
    "somebody's port with leftovers of a dead owner: repair it first"_L1,
    "its owner is gone and nothing will come back for it"_L1,
};

Ink inkOf(Verdict verdict)
{
    switch (verdict) {
    case Verdict::Orphan:
        return Ink::Vermilion;
    case Verdict::Stale:
        return Ink::Orange;
    case Verdict::Unattached:
        return Ink::Blue;
    case Verdict::Settling:
        return Ink::Sky;
    case Verdict::Unknown:
        return Ink::Grey;
    case Verdict::InUse:
    case Verdict::Service:
        break;
    }
    return Ink::None;
}

void TextReport::heading()
{
    QString where = snapshot.cloud.isEmpty() ? u"Cloud"_s : snapshot.cloud;
    if (!snapshot.region.isEmpty())
        where += u" / "_s + snapshot.region;
    plain(where + u", read "_s + when(snapshot.takenAt));
    plain(u"as "_s + (snapshot.auth.userName.isEmpty() ? u"an unknown user"_s : snapshot.auth.userName)
          + u" of project "_s
          + (snapshot.auth.projectName.isEmpty() ? snapshot.auth.projectId : snapshot.auth.projectName)
          + (snapshot.auth.admin ? u", admin"_s : u", no admin: other projects cannot be judged"_s));
    line();
}

void TextReport::verdicts()
{
    const int conflicts = judgement.flagCounts.value(Flag::MacConflict);
    const bool clean
        = judgement.reclaimable == 0 && conflicts == 0 && judgement.verdictCounts[size_t(Verdict::Stale)] == 0;
    const bool whole = std::all_of(AllSources.begin(), AllSources.end(),
                                   [&](SourceId source) { return !snapshot.source(source).unread(); });
    if (clean) {
        line(paint(Ink::Bold, u"No leaked ports."_s) + u' ' + grouped(judgement.ports.size()) + u" checked, "_s
             + (whole ? u"every source complete."_s : u"but not every source could be read."_s));
        line();
    }
    for (const Verdict verdict : ByUrgency) {
        const int count = judgement.verdictCounts[size_t(verdict)];
        if (count == 0)
            continue;
        line(paint(inkOf(verdict),
                   grouped(count).rightJustified(9) + u"  "_s + QString(toWord(verdict)).leftJustified(14))
             + Meanings[size_t(verdict)]);
    }
    if (conflicts > 0) {
        line(paint(Ink::Purple, grouped(conflicts).rightJustified(9) + u"  mac-conflict  "_s)
             + u"holds the MAC of a bare-metal NIC: the node's next deployment fails"_s);
    }
    line();
}

void TextReport::sources()
{
    bool any = false;
    for (const SourceId source : AllSources) {
        const SourceInfo &info = snapshot.source(source);
        if (!info.unread())
            continue;
        if (!any)
            line(paint(Ink::Bold, u"Not read in full"_s) + u" (what rests on it is unknown, never orphan)"_s);
        any = true;
        plain(u"  "_s + QString(sourceName(source)).leftJustified(28) + u' '
              + QString(sourceStatusName(info.status)).leftJustified(9) + printable(info.detail));
    }
    if (any)
        line();
}

void TextReport::quotas()
{
    QList<ProjectQuota> rows;
    for (const ProjectQuota &quota : judgement.quotas) {
        if (quota.known && (quota.limit >= 0 || quota.reclaimable > 0))
            rows.append(quota);
    }
    if (rows.isEmpty())
        return;
    const auto fullness = [](const ProjectQuota &quota) {
        return quota.limit > 0 ? double(quota.used + quota.reserved) / double(quota.limit) : double(quota.limit == 0);
    };
    std::stable_sort(rows.begin(), rows.end(), [&](const ProjectQuota &one, const ProjectQuota &other) {
        return fullness(one) != fullness(other) ? fullness(one) > fullness(other) : one.reclaimable > other.reclaimable;
    });
    line(paint(Ink::Bold, u"Port quota"_s));
    for (qsizetype i = 0; i < std::min<qsizetype>(rows.size(), RowsShown); ++i) {
        const ProjectQuota &quota = rows[i];
        const QString name = quota.projectName.isEmpty() ? quota.projectId : quota.projectName;
        QString counts = grouped(quota.used) + u" of "_s + (quota.limit < 0 ? u"unlimited"_s : grouped(quota.limit));
        if (quota.reserved > 0)
            counts += u", "_s + grouped(quota.reserved) + u" reserved"_s;
        const bool full = quota.limit >= 0 && quota.used + quota.reserved >= quota.limit;
        QString text
            = u"  "_s + padded(printable(name), 30) + u"  "_s + bar(fullness(quota), 12) + u"  "_s + padded(counts, 26);
        if (full)
            text += u"  full"_s;
        if (quota.reclaimable > 0)
            text += u"  "_s + paint(Ink::Vermilion, grouped(quota.reclaimable) + u" freeable"_s);
        line(text);
    }
    more(rows.size());
    line();
}

void TextReport::reasonCounts(const QList<int> &ports)
{
    QMap<QString, int> counts;
    for (const int port : ports)
        ++counts[reasonWords(judgement.ports[port])];
    if (counts.size() < 2)
        return;
    QList<std::pair<int, QString>> sorted;
    for (auto it = counts.cbegin(); it != counts.cend(); ++it)
        sorted.append({-it.value(), it.key()});
    std::sort(sorted.begin(), sorted.end());
    for (const auto &[count, words] : sorted)
        plain(grouped(-count).rightJustified(9) + u"  "_s + words);
}

template <class Detail>
void TextReport::portList(const QString &title, Ink ink, const QList<int> &ports, Detail &&detail)
{
    if (ports.isEmpty())
        return;
    line(paint(ink, title));
    if (ports.size() > RowsShown)
        reasonCounts(ports);
    for (qsizetype i = 0; i < std::min<qsizetype>(ports.size(), RowsShown); ++i) {
        const Port &port = snapshot.ports[ports[i]];
        const PortJudgement &result = judgement.ports[ports[i]];
        QStringList addresses;
        for (const FixedIp &fixed : port.fixedIps)
            addresses.append(fixed.text);
        plain(u"  "_s + padded(port.id, 36) + u"  "_s + padded(printable(port.name.isEmpty() ? u"-"_s : port.name), 24)
              + u"  "_s + padded(printable(addresses.isEmpty() ? port.mac : addresses.join(u' ')), 22) + u"  "_s
              + QString(toWord(result.confidence)));
        const QString sentence = u"    "_s + printable(detail(ports[i]));
        const QString words = u'(' + reasonWords(result) + u')';
        if (displayColumns(sentence) + 1 + displayColumns(words) <= Columns) {
            line(sentence + u' ' + words);
        } else {
            plain(sentence);
            plain(u"    "_s + words);
        }
    }
    more(ports.size());
    line();
}

void TextReport::more(qsizetype all)
{
    if (all > RowsShown)
        line(u"  and "_s + grouped(all - RowsShown) + u" more (--report json has all of them)"_s);
}

QList<int> TextReport::portsWith(Verdict verdict) const
{
    QList<int> found;
    for (int i = 0; i < int(judgement.ports.size()); ++i) {
        if (judgement.ports[i].verdict == verdict)
            found.append(i);
    }
    // What may be deleted at once comes first, else the order of the ids stays.
    std::stable_partition(found.begin(), found.end(), [&](int port) { return judgement.ports[port].preselected; });
    return found;
}

QList<int> TextReport::portsWith(Flag flag) const
{
    QList<int> found;
    for (int i = 0; i < int(judgement.ports.size()); ++i) {
        if (judgement.ports[i].has(flag))
            found.append(i);
    }
    return found;
}

QString TextReport::write()
{
    heading();
    verdicts();
    quotas();
    const QList<int> orphans = portsWith(Verdict::Orphan);
    const auto proven = std::count_if(orphans.begin(), orphans.end(),
                                      [&](int port) { return judgement.ports[port].confidence == Confidence::Proven; });
    const auto sentence = [&](int port) { return verdictSentence(judgement, port); };
    const auto conflict = [&](int port) {
        const Nic *nic = judgement.index->macs.blockedNic(snapshot.ports[port]);
        const Node *node = nic ? judgement.index->baremetal.node(nic->nodeId) : nullptr;
        return u"Holds "_s + snapshot.ports[port].mac + u" of node "_s
            + (node && !node->name.isEmpty() ? node->name
                   : nic                     ? nic->nodeId
                                             : QString())
            + u'.';
    };
    portList(u"Orphans: "_s + grouped(orphans.size()) + u", "_s + grouped(proven) + u" proven"_s, Ink::Vermilion,
             orphans, sentence);
    portList(u"MAC conflicts"_s, Ink::Purple, portsWith(Flag::MacConflict), conflict);
    portList(u"Stale: repair before deleting"_s, Ink::Orange, portsWith(Verdict::Stale), sentence);
    sources();
    while (m_out.endsWith("\n\n"_L1))
        m_out.chop(1);
    return m_out;
}

} // namespace

QString textReport(const Judgement &judgement, bool colour) { return TextReport(judgement, colour).write(); }

} // namespace flotsam
