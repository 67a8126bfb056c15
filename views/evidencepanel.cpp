// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/evidencepanel.h"

#include "models/tables/format.h"
#include "models/triage/explain.h"
#include "views/theme.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QTextBrowser>
#include <QVBoxLayout>

#include <array>

using namespace Qt::StringLiterals;

namespace flotsam {

namespace {

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

} // namespace

EvidencePanel::EvidencePanel(Workbench &workbench, QWidget *parent)
    : QFrame(parent)
    , m_workbench(workbench)
    , m_header(new QWidget(this))
    , m_text(new QTextBrowser(this))
{
    setObjectName(u"evidencePanel"_s);
    setFrameShape(StyledPanel);
    auto *const title = new QLabel(tr("Evidence"), m_header);
    QFont bold = title->font();
    bold.setBold(true);
    title->setFont(bold);
    title->setBuddy(m_text);
    auto *const line = new QHBoxLayout(m_header);
    line->setContentsMargins(8, 4, 8, 4);
    line->addWidget(title);
    line->addStretch();

    m_text->setObjectName(u"evidenceText"_s);
    m_text->setAccessibleName(tr("Evidence for the selected port"));
    m_text->setFrameShape(NoFrame);
    m_text->setOpenLinks(false);
    m_text->document()->setDocumentMargin(10);
    auto *const lines = new QVBoxLayout(this);
    lines->setContentsMargins(0, 0, 0, 0);
    lines->setSpacing(0);
    lines->addWidget(m_header);
    lines->addWidget(m_text);

    connect(&workbench.hub(), &SelectionHub::changed, this, &EvidencePanel::update);
    connect(&workbench.hub(), &SelectionHub::refreshed, this, &EvidencePanel::update);
    update();
}

QString EvidencePanel::text() const { return m_text->toPlainText(); }

void EvidencePanel::changeEvent(QEvent *event)
{
    QFrame::changeEvent(event);
    if (event->type() == QEvent::PaletteChange)
        update();
}

void EvidencePanel::update()
{
    const int port = m_workbench.hub().onlyPort();
    m_text->setHtml(port >= 0 ? explainPort(port) : summarize());
}

QString EvidencePanel::summarize() const
{
    const Dataset &shown = m_workbench.dataset();
    const std::vector<int> &ports = m_workbench.hub().portsInFocus();
    if (shown.isNull() || ports.empty()) {
        if (shown.isNull())
            return {};
        const bool elsewhere = !shown.isNull() && !m_workbench.hub().selectedRows().empty();
        return u"<p style='color:%1'>%2</p>"_s.arg(theme::quietColor(palette()).name(),
                                                   elsewhere ? tr("No port belongs to what is selected.")
                                                             : tr("Select a port to see why it is judged as it is."));
    }
    std::array<int, VerdictCount> counts{};
    for (const int port : ports)
        ++counts[size_t(shown.judgement->ports[port].verdict)];
    QString html = u"<p><b>%1</b></p>"_s.arg(escaped(tr("%1 ports").arg(groupedNumber(qint64(ports.size())))));
    for (int verdict = VerdictCount - 1; verdict >= 0; --verdict) {
        if (counts[size_t(verdict)] > 0)
            html += u"<p style='margin:0'>%1 %2</p>"_s.arg(
                groupedNumber(counts[size_t(verdict)]),
                colored(markOf(Verdict(verdict)), verdictTitle(Verdict(verdict)), palette()));
    }
    return html + u"<p>%1</p>"_s.arg(escaped(tr("Select one of them for its evidence.")));
}

QString EvidencePanel::explainPort(int port) const
{
    const Dataset &shown = m_workbench.dataset();
    const PortJudgement &judgement = shown.judgement->ports[port];
    const Mark mark = markOf(judgement.verdict);
    QString title = verdictTitle(judgement.verdict);
    if (judgement.verdict == Verdict::Orphan)
        title += judgement.confidence == Confidence::Proven ? tr(", proven") : tr(", likely");

    QString html = u"<p style='font-size:large;margin-bottom:2px'><b>%1</b></p>"_s.arg(colored(mark, title, palette()));
    html += u"<p style='margin-top:2px'>%1</p>"_s.arg(escaped(verdictSentence(*shown.judgement, port)));
    html += u"<p style='margin-top:2px'>%1</p>"_s.arg(escaped(verdictMeaning(judgement.verdict)));
    if (judgement.has(Flag::MacConflict))
        html += u"<p>%1</p>"_s.arg(colored(Mark::MacConflict, flagText(Flag::MacConflict), palette()));

    QStringList reasons;
    for (const Reason reason : judgement.reasons())
        reasons += reasonText(reason) + u" ("_s + toWord(reason) + u')';
    for (const Flag flag : AllFlags) {
        if (flag != Flag::MacConflict && judgement.has(flag))
            reasons += flagText(flag) + u" ("_s + toWord(flag) + u')';
    }
    if (!reasons.isEmpty())
        html += heading(tr("Why"), palette()) + bullets(reasons);
    if (judgement.remedy != Remedy::None)
        html += heading(tr("What to do"), palette()) + u"<p style='margin:0'>"_s + escaped(remedyText(judgement.remedy))
            + u"</p>"_s;
    const QList<Evidence> evidence = shown.judgement->evidence(port);
    if (!evidence.isEmpty())
        html += heading(tr("What was asked, and what came back"), palette()) + evidenceTable(evidence, palette());
    return html + heading(tr("The port, as Neutron tells it"), palette())
        + fields(shown.snapshot->ports[port], palette());
}

} // namespace flotsam
