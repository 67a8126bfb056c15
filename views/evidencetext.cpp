// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/evidencetext.h"

#include "models/tables/format.h"
#include "models/triage/explain.h"
#include "models/triage/outlook.h"
#include "views/theme.h"

#include <QCoreApplication>
#include <QDateTime>

#include <array>

using namespace Qt::StringLiterals;

namespace flotsam {

namespace {

struct Words
{
    Q_DECLARE_TR_FUNCTIONS(flotsam::EvidencePanel)
};

QString escaped(const QString &text) { return text.toHtmlEscaped(); }

QString heading(const QString &text, const QPalette &palette)
{
    return u"<p style='margin-top:12px;margin-bottom:3px;color:%1'><b>%2</b></p>"_s.arg(
        theme::quietColor(palette).name(), escaped(text));
}

QString colored(Mark mark, const QString &text, const QPalette &palette)
{
    return u"<span style='color:%1'>%2</span>"_s.arg(theme::color(mark, palette).name(), escaped(text));
}

QString bullets(const QStringList &lines)
{
    QString html = u"<ul style='margin-top:0;margin-bottom:0;margin-left:-24px'>"_s;
    for (const QString &line : lines)
        html += u"<li style='margin-bottom:2px'>"_s + escaped(line) + u"</li>"_s;
    return html + u"</ul>"_s;
}

/// The API's own field names with what the port says.
QString fields(const Port &port, const QPalette &palette)
{
    QStringList addresses;
    for (const FixedIp &ip : port.fixedIps)
        addresses += ip.text;
    const std::array<std::pair<QString, QString>, 14> rows{{
        {u"id"_s, port.id},
        {u"name"_s, port.name},
        {u"project_id"_s, port.projectId},
        {u"network_id"_s, port.networkId},
        {u"mac_address"_s, port.mac},
        {u"fixed_ips"_s, addresses.join(u", "_s)},
        {u"device_id"_s, port.deviceId},
        {u"device_owner"_s, port.deviceOwner},
        {u"status"_s, port.status},
        {u"binding:vif_type"_s, port.vifType},
        {u"binding:vnic_type"_s, port.vnicType},
        {u"binding:host_id"_s, port.hostId},
        {u"created_at"_s, exactTime(port.createdAt)},
        {u"updated_at"_s, exactTime(port.updatedAt)},
    }};
    QString html = u"<table cellspacing='0' cellpadding='1'>"_s;
    for (const auto &[name, value] : rows) {
        if (value.isEmpty())
            continue;
        html += u"<tr><td style='color:%1;padding-right:8px'>%2</td><td>%3</td></tr>"_s.arg(
            theme::quietColor(palette).name(), name, escaped(value));
    }
    return html + u"</table>"_s;
}

QString evidenceTable(const QList<Evidence> &evidence, const QPalette &palette)
{
    QString html;
    for (const Evidence &item : evidence) {
        html += u"<p style='margin-top:0;margin-bottom:5px'>%1 <b>%2</b>"_s.arg(escaped(item.check),
                                                                                escaped(item.result));
        if (!item.detail.isEmpty())
            html += u"<br>"_s + escaped(item.detail.left(1).toUpper() + item.detail.mid(1));
        if (!item.subject.isEmpty() && !item.detail.contains(item.subject))
            html += u"<br><span style='color:%1'>%2</span>"_s.arg(theme::quietColor(palette).name(),
                                                                  escaped(item.subject));
        html += u"</p>"_s;
    }
    return html;
}

/// When what happened, and how long after what came before.
QString lifeTable(const PortLife &life, const QPalette &palette)
{
    QString html = u"<table cellspacing='0' cellpadding='1'>"_s;
    const QDate today // of the reading, which comes last
        = life.events.isEmpty() ? QDate() : QDateTime::fromMSecsSinceEpoch(life.events.last().time, Qt::UTC).date();
    qint64 before = 0;
    for (const PortLife::Event &event : life.events) {
        const QDateTime when = QDateTime::fromMSecsSinceEpoch(event.time, Qt::UTC);
        const QString time = when.toString(when.date() == today ? u"HH:mm:ss"_s : u"MM-dd HH:mm:ss"_s);
        const QString after = before ? u"+"_s + ageText(event.time - before) : QString();
        const bool trouble
            = event.kind == PortLife::Event::Kind::ServerGone || event.kind == PortLife::Event::Kind::HeatFailed;
        const QString text = trouble
            ? u"<span style='color:%1'>%2</span>"_s.arg(theme::troubleColor(palette).name(), escaped(event.text))
            : escaped(event.text);
        html += u"<tr><td style='padding-right:8px;white-space:nowrap'>%1</td><td align='right' "
                u"style='color:%2;padding-right:8px;white-space:nowrap'>%3</td>"
                "<td>%4</td></tr>"_s.arg(time, theme::quietColor(palette).name(), after, text);
        before = event.time;
    }
    return html + u"</table>"_s;
}

} // namespace

QString evidenceHtml(const Dataset &data, int port, const PortLife &life, const std::optional<QStringList> &effects,
                     const QPalette &palette)
{
    const PortJudgement &judgement = data.judgement->ports[port];
    QString title = verdictTitle(judgement.verdict);
    if (judgement.verdict == Verdict::Orphan)
        title += judgement.confidence == Confidence::Proven ? Words::tr(", proven") : Words::tr(", likely");
    QString html = u"<p style='font-size:large;margin-top:0;margin-bottom:2px'><b>%1</b></p>"_s.arg(
        colored(markOf(judgement.verdict), title, palette));
    html += u"<p style='margin-top:2px'>%1</p>"_s.arg(escaped(verdictSentence(*data.judgement, port)));
    html += u"<p style='margin-top:2px'>%1</p>"_s.arg(escaped(verdictMeaning(judgement.verdict)));
    if (judgement.has(Flag::MacConflict))
        html += u"<p>%1</p>"_s.arg(colored(Mark::MacConflict, flagText(Flag::MacConflict), palette));
    if (judgement.remedy != Remedy::None)
        html += heading(Words::tr("What to do"), palette) + u"<p style='margin:0'>"_s
            + escaped(remedyText(judgement.remedy)) + u"</p>"_s;

    QStringList reasons;
    for (const Reason reason : judgement.reasons())
        reasons += reasonText(reason) + u" ("_s + toWord(reason) + u')';
    for (const Flag flag : AllFlags) {
        if (flag != Flag::MacConflict && judgement.has(flag))
            reasons += flagText(flag) + u" ("_s + toWord(flag) + u')';
    }
    if (!reasons.isEmpty())
        html += heading(Words::tr("Why"), palette) + bullets(reasons);
    html += heading(Words::tr("Its life, in UTC"), palette) + lifeTable(life, palette);
    const QList<Evidence> evidence = data.judgement->evidence(port);
    if (!evidence.isEmpty())
        html += heading(Words::tr("What was asked, and what came back"), palette) + evidenceTable(evidence, palette);
    html += heading(Words::tr("What would change the verdict"), palette) + bullets(outlook(*data.judgement, port));
    html += heading(Words::tr("What deleting it would also do"), palette);
    if (!effects)
        html += u"<p style='margin:0'>%1</p>"_s.arg(escaped(Words::tr("Looking it up…")));
    else if (effects->isEmpty())
        html += u"<p style='margin:0'>%1</p>"_s.arg(escaped(Words::tr("Nothing else.")));
    else
        html += bullets(*effects);
    return html + heading(Words::tr("The port, as Neutron tells it"), palette)
        + fields(data.snapshot->ports[port], palette);
}

QString evidenceSummaryHtml(const Dataset &data, const std::vector<int> &ports, bool somethingSelected,
                            const QPalette &palette)
{
    if (data.isNull())
        return {};
    if (ports.empty()) {
        return u"<p style='color:%1'>%2</p>"_s.arg(theme::quietColor(palette).name(),
                                                   somethingSelected
                                                       ? Words::tr("No port belongs to what is selected.")
                                                       : Words::tr("Select a port to see why it is judged as it is."));
    }
    std::array<int, VerdictCount> counts{};
    for (const int port : ports)
        ++counts[size_t(data.judgement->ports[port].verdict)];
    QString html = u"<p><b>%1</b></p>"_s.arg(escaped(Words::tr("%1 ports").arg(groupedNumber(qint64(ports.size())))));
    for (int verdict = VerdictCount - 1; verdict >= 0; --verdict) {
        if (counts[size_t(verdict)] > 0)
            html += u"<p style='margin:0'>%1 %2</p>"_s.arg(
                groupedNumber(counts[size_t(verdict)]),
                colored(markOf(Verdict(verdict)), verdictTitle(Verdict(verdict)), palette));
    }
    return html + u"<p>%1</p>"_s.arg(escaped(Words::tr("Select one of them for its evidence.")));
}

} // namespace flotsam
