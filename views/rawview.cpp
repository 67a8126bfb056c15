// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/rawview.h"

#include "views/theme.h"

#include <QAction>
#include <QComboBox>
#include <QHBoxLayout>
#include <QJsonDocument>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QTextBlock>
#include <QVBoxLayout>

using namespace Qt::StringLiterals;

namespace flotsam {

namespace {

constexpr int MostMarks = 500;

} // namespace

RawView::RawView(QWidget *parent)
    : QWidget(parent)
    , m_which(new QComboBox(this))
    , m_search(new QLineEdit(this))
    , m_found(new QLabel(this))
    , m_text(new QPlainTextEdit(this))
{
    m_which->setObjectName(u"rawWhich"_s);
    m_which->setAccessibleName(tr("Object to show"));
    m_which->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
    m_search->setObjectName(u"rawSearch"_s);
    m_search->setAccessibleName(tr("Search in the object"));
    m_search->setPlaceholderText(tr("Search"));
    m_search->setClearButtonEnabled(true);
    m_found->setObjectName(u"rawFound"_s);
    m_text->setObjectName(u"rawText"_s);
    m_text->setAccessibleName(tr("Object as the service sent it"));
    m_text->setReadOnly(true);
    m_text->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    m_text->setLineWrapMode(QPlainTextEdit::NoWrap);
    m_text->setFrameShape(QFrame::NoFrame);
    m_text->setFont(theme::codeFont(font()));
    auto *const line = new QHBoxLayout;
    line->setContentsMargins(6, 4, 6, 4);
    line->setSpacing(6);
    line->addWidget(m_which, 2);
    line->addWidget(m_search, 3);
    line->addWidget(m_found);
    auto *const lines = new QVBoxLayout(this);
    lines->setContentsMargins(0, 0, 0, 0);
    lines->setSpacing(0);
    lines->addLayout(line);
    lines->addWidget(m_text, 1);
    connect(m_which, &QComboBox::currentIndexChanged, this, &RawView::showObject);
    connect(m_search, &QLineEdit::textChanged, this, &RawView::mark);
    connect(m_search, &QLineEdit::returnPressed, this, [this] { step(false); });
    auto *const back = new QAction(m_search);
    back->setShortcut(Qt::SHIFT | Qt::Key_Return);
    back->setShortcutContext(Qt::WidgetShortcut);
    connect(back, &QAction::triggered, this, [this] { step(true); });
    m_search->addAction(back);
}

void RawView::setObjects(const QList<Object> &objects)
{
    const QString before = m_which->currentText();
    m_objects = objects;
    const QSignalBlocker blocker(m_which);
    m_which->clear();
    for (const Object &object : objects)
        m_which->addItem(object.title);
    m_which->setEnabled(objects.size() > 1);
    if (const int same = m_which->findText(before); same >= 0)
        m_which->setCurrentIndex(same);
    showObject();
}

void RawView::search()
{
    m_search->setFocus(Qt::ShortcutFocusReason);
    m_search->selectAll();
}

void RawView::showObject()
{
    const int which = m_which->currentIndex();
    const QByteArray json = which >= 0 && which < m_objects.size() ? m_objects[which].json : QByteArray();
    const QJsonDocument document = QJsonDocument::fromJson(json);
    m_text->setPlainText(QString::fromUtf8(document.isNull() ? json : document.toJson(QJsonDocument::Indented)));
    mark();
}

void RawView::mark()
{
    QList<QTextEdit::ExtraSelection> marks;
    const QString wanted = m_search->text();
    QTextCharFormat format;
    format.setBackground(palette().color(QPalette::Highlight));
    format.setForeground(palette().color(QPalette::HighlightedText));
    if (!wanted.isEmpty()) {
        QTextCursor cursor(m_text->document());
        while (marks.size() < MostMarks) {
            cursor = m_text->document()->find(wanted, cursor);
            if (cursor.isNull())
                break;
            marks.append({cursor, format});
        }
    }
    m_text->setExtraSelections(marks);
    m_found->setText(wanted.isEmpty() ? QString() : tr("%n found", nullptr, int(marks.size())));
    if (!marks.isEmpty()) {
        QTextCursor first = marks.first().cursor;
        first.setPosition(first.selectionStart());
        m_text->setTextCursor(first);
        m_text->ensureCursorVisible();
    }
}

void RawView::step(bool backward)
{
    const QString wanted = m_search->text();
    if (wanted.isEmpty())
        return;
    const QTextDocument::FindFlags flags = backward ? QTextDocument::FindBackward : QTextDocument::FindFlags();
    if (m_text->find(wanted, flags))
        return;
    m_text->moveCursor(backward ? QTextCursor::End : QTextCursor::Start);
    m_text->find(wanted, flags);
}

} // namespace flotsam
