// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/messagearea.h"

#include "models/tables/format.h"
#include "views/theme.h"

#include <QApplication>
#include <QClipboard>
#include <QHBoxLayout>
#include <QLabel>
#include <QScrollArea>
#include <QStyle>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace flotsam {

namespace {

bool same(const Error &a, const Error &b)
{
    return a.kind == b.kind && a.what == b.what && a.object == b.object && a.httpStatus == b.httpStatus
        && a.serviceMessage == b.serviceMessage && a.advice == b.advice;
}

QToolButton *button(const QString &text, const QString &name, QWidget *parent)
{
    auto *const made = new QToolButton(parent);
    made->setText(text);
    made->setObjectName(name);
    made->setAutoRaise(true);
    return made;
}

} // namespace

QString errorParagraph(const Error &error)
{
    QString text = error.what;
    if (!error.object.isEmpty())
        text += u": "_s + error.object;
    QStringList facts;
    if (error.httpStatus != 0)
        facts += MessageArea::tr("HTTP %1").arg(error.httpStatus);
    if (!error.requestId.isEmpty())
        facts += MessageArea::tr("request %1").arg(error.requestId);
    if (!facts.isEmpty())
        text += u" ("_s + facts.join(u", "_s) + u')';
    if (!error.serviceMessage.isEmpty())
        text += u'\n' + error.serviceMessage;
    if (!error.advice.isEmpty())
        text += u'\n' + error.advice;
    return text;
}

MessageArea::MessageArea(QWidget *parent)
    : QFrame(parent)
    , m_title(new QLabel(this))
    , m_scroll(new QScrollArea(this))
{
    setObjectName(u"messageArea"_s);
    setFrameShape(StyledPanel);
    setAccessibleName(tr("Messages"));
    m_title->setObjectName(u"messageTitle"_s);
    QFont bold = m_title->font();
    bold.setBold(true);
    m_title->setFont(bold);

    auto *const copy = button(tr("Copy all"), u"messageCopy"_s, this);
    connect(copy, &QToolButton::clicked, this, [this] { QApplication::clipboard()->setText(text()); });
    auto *const dismiss = button(tr("Dismiss all"), u"messageDismissAll"_s, this);
    connect(dismiss, &QToolButton::clicked, this, &MessageArea::clear);
    auto *const top = new QHBoxLayout;
    top->setContentsMargins(8, 2, 4, 2);
    top->addWidget(m_title);
    top->addStretch();
    top->addWidget(copy);
    top->addWidget(dismiss);

    auto *const content = new QWidget(m_scroll);
    m_rows = new QVBoxLayout(content);
    m_rows->setContentsMargins(8, 0, 4, 4);
    m_rows->setSpacing(2);
    m_rows->addStretch();
    m_scroll->setWidget(content);
    m_scroll->setWidgetResizable(true);
    m_scroll->setObjectName(u"messageScroll"_s);
    m_scroll->setAccessibleName(tr("Messages"));
    m_scroll->setFrameShape(NoFrame);
    m_scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);

    auto *const lines = new QVBoxLayout(this);
    lines->setContentsMargins(0, 0, 0, 0);
    lines->setSpacing(0);
    lines->addLayout(top);
    lines->addWidget(m_scroll);
    refresh();
}

void MessageArea::add(const Error &error)
{
    const auto known = std::find_if(m_entries.begin(), m_entries.end(),
                                    [&](const Entry &entry) { return same(entry.error, error); });
    if (known != m_entries.end()) {
        ++known->times;
        known->error.requestId = error.requestId;
        return refresh();
    }
    Entry entry{error};
    entry.row = new QWidget(m_scroll->widget());
    entry.row->setObjectName(u"messageRow"_s);
    entry.label = new QLabel(entry.row);
    entry.label->setObjectName(u"messageText"_s);
    entry.label->setTextFormat(Qt::PlainText);
    entry.label->setWordWrap(true);
    entry.label->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    auto *const icon = new QLabel(entry.row);
    const int side = fontMetrics().height();
    icon->setPixmap(style()->standardIcon(QStyle::SP_MessageBoxWarning).pixmap(side, side));
    auto *const dismiss = button(QString(), u"messageDismiss"_s, entry.row);
    dismiss->setIcon(theme::closeIcon(palette()));
    dismiss->setToolTip(tr("Dismiss"));
    dismiss->setAccessibleName(tr("Dismiss"));
    connect(dismiss, &QToolButton::clicked, this, [this, row = entry.row] { remove(row); });
    auto *const line = new QHBoxLayout(entry.row);
    line->setContentsMargins(0, 2, 0, 2);
    line->addWidget(icon, 0, Qt::AlignTop);
    line->addWidget(entry.label, 1);
    line->addWidget(dismiss, 0, Qt::AlignTop);
    m_rows->insertWidget(0, entry.row);
    m_entries.prepend(entry);
    if (m_entries.size() > Limit)
        remove(m_entries.last().row);
    refresh();
}

void MessageArea::remove(QWidget *row)
{
    m_entries.removeIf([row](const Entry &entry) { return entry.row == row; });
    m_rows->removeWidget(row);
    row->hide();
    row->deleteLater();
    refresh();
}

void MessageArea::clear()
{
    while (!m_entries.isEmpty())
        remove(m_entries.last().row);
}

void MessageArea::refresh()
{
    for (const Entry &entry : std::as_const(m_entries)) {
        QString text = errorParagraph(entry.error);
        if (entry.times > 1)
            text.prepend(tr("(%1 times) ").arg(groupedNumber(entry.times)));
        entry.label->setText(text);
    }
    m_title->setText(count() == 1 ? tr("1 problem") : tr("%1 problems").arg(count()));
    const int line = fontMetrics().lineSpacing();
    setMaximumHeight(line * 10);
    m_scroll->setMinimumHeight(count() > 1 ? line * 5 : line * 3);
    setVisible(!m_entries.isEmpty());
}

QString MessageArea::text() const
{
    QStringList paragraphs;
    for (const Entry &entry : m_entries)
        paragraphs += errorParagraph(entry.error);
    return paragraphs.join(u"\n\n"_s);
}

} // namespace flotsam
