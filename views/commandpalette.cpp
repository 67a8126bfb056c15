// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/commandpalette.h"

#include "views/theme.h"

#include <QCoreApplication>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QMenu>
#include <QPainter>
#include <QSet>
#include <QStyledItemDelegate>
#include <QVBoxLayout>

#include <algorithm>
#include <functional>

using namespace Qt::StringLiterals;

namespace flotsam {

namespace {

constexpr int EntryRole = Qt::UserRole;
constexpr int DetailRole = Qt::UserRole + 1;

/// The name at the left, its key at the right.
class EntryDelegate : public QStyledItemDelegate
{
public:
    using QStyledItemDelegate::QStyledItemDelegate;
    void paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const override
    {
        QStyledItemDelegate::paint(painter, option, index);
        const bool selected = option.state & QStyle::State_Selected;
        painter->setPen(selected ? option.palette.color(QPalette::HighlightedText) : theme::quietColor(option.palette));
        painter->drawText(option.rect.adjusted(8, 0, -8, 0), Qt::AlignRight | Qt::AlignVCenter,
                          index.data(DetailRole).toString());
    }
    QSize sizeHint(const QStyleOptionViewItem &option, const QModelIndex &index) const override
    {
        QSize size = QStyledItemDelegate::sizeHint(option, index);
        size.setHeight(option.fontMetrics.height() * 8 / 5);
        return size;
    }
};

QString plainText(QString text)
{
    text.replace("&&"_L1, "\x01"_L1).remove(u'&').replace(u'\x01', u'&');
    while (text.endsWith(u'…') || text.endsWith(u'.'))
        text.chop(1);
    return text;
}

} // namespace

int paletteScore(QStringView typed, QStringView text)
{
    int score = 0;
    qsizetype at = 0;
    qsizetype before = -2;
    for (const QChar letter : typed) {
        if (letter.isSpace())
            continue;
        while (at < text.size() && text[at].toCaseFolded() != letter.toCaseFolded())
            ++at;
        if (at >= text.size())
            return -1;
        const bool start = at == 0 || !text[at - 1].isLetterOrNumber();
        score += 1 + (start ? 6 : 0) + (at == before + 1 ? 4 : 0);
        before = at++;
    }
    // Of two that fit equally, the shorter one says less that was not asked for.
    return score * 100 - int(std::min<qsizetype>(99, text.size()));
}

CommandPalette::CommandPalette(const QList<PaletteEntry> &entries, QWidget *parent)
    : QDialog(parent)
    , m_entries(entries)
    , m_edit(new QLineEdit(this))
    , m_list(new QListWidget(this))
{
    setObjectName(u"commandPalette"_s);
    setWindowTitle(tr("Commands"));
    setAttribute(Qt::WA_DeleteOnClose);
    m_edit->setObjectName(u"paletteEdit"_s);
    m_edit->setPlaceholderText(tr("Type a part of a command's name"));
    m_edit->setAccessibleName(tr("Command"));
    m_edit->installEventFilter(this);
    m_list->setObjectName(u"paletteList"_s);
    m_list->setAccessibleName(tr("Commands that fit"));
    m_list->setItemDelegate(new EntryDelegate(m_list));
    m_list->setUniformItemSizes(true);
    m_list->setFocusPolicy(Qt::NoFocus);
    auto *const lines = new QVBoxLayout(this);
    lines->addWidget(m_edit);
    lines->addWidget(m_list, 1);
    connect(m_edit, &QLineEdit::textChanged, this, &CommandPalette::fill);
    connect(m_list, &QListWidget::itemClicked, this, &CommandPalette::run);
    const QFontMetrics metrics = fontMetrics();
    resize(metrics.averageCharWidth() * 70, metrics.height() * 24);
    fill();
    m_edit->setFocus();
}

QList<PaletteEntry> CommandPalette::actionsOf(QWidget *window)
{
    QList<PaletteEntry> entries;
    QSet<QString> seen;
    const auto actions = window->findChildren<QAction *>();
    for (QAction *action : actions) {
        const QString text = plainText(action->text());
        const bool runs = action->isEnabled() && !action->isSeparator() && !action->menu() && action->isVisible();
        if (!runs || text.isEmpty() || action->objectName().isEmpty() || action->objectName() == "actionPalette"_L1
            || seen.contains(action->objectName()))
            continue;
        seen.insert(action->objectName());
        const QString group = action->property(PaletteGroup).toString();
        const QString whole = group.isEmpty() ? text : tr("%1: %2").arg(group, text);
        const QString state = action->isCheckable() && action->isChecked() ? u"✓ "_s : QString();
        entries.append(
            {state + whole, action->shortcut().toString(QKeySequence::NativeText), [action = QPointer(action)] {
                 if (action)
                     action->trigger();
             }});
    }
    std::sort(entries.begin(), entries.end(),
              [](const PaletteEntry &a, const PaletteEntry &b) { return a.text.localeAwareCompare(b.text) < 0; });
    return entries;
}

void CommandPalette::fill()
{
    m_list->clear();
    std::vector<std::pair<int, int>> order; // score, entry
    for (int i = 0; i < int(m_entries.size()); ++i) {
        const int score = paletteScore(m_edit->text(), m_entries[i].text);
        if (score >= 0 || m_edit->text().trimmed().isEmpty())
            order.emplace_back(m_edit->text().trimmed().isEmpty() ? 0 : -score, i);
    }
    std::stable_sort(order.begin(), order.end(), [](const auto &a, const auto &b) { return a.first < b.first; });
    for (const auto &[score, i] : order) {
        auto *const item = new QListWidgetItem(m_entries[i].text, m_list);
        item->setData(EntryRole, i);
        item->setData(DetailRole, m_entries[i].detail);
    }
    m_list->setCurrentRow(0);
}

void CommandPalette::run()
{
    const QListWidgetItem *const item = m_list->currentItem();
    if (!item)
        return;
    const auto act = m_entries[item->data(EntryRole).toInt()].run;
    accept();
    // The window has the focus again by then, so that the command acts on what it was called for.
    QMetaObject::invokeMethod(parentWidget(), act, Qt::QueuedConnection);
}

bool CommandPalette::eventFilter(QObject *watched, QEvent *event)
{
    if (watched != m_edit || event->type() != QEvent::KeyPress)
        return QDialog::eventFilter(watched, event);
    const auto *const key = static_cast<QKeyEvent *>(event);
    switch (key->key()) {
    case Qt::Key_Return:
    case Qt::Key_Enter:
        run();
        return true;
    case Qt::Key_Up:
    case Qt::Key_Down:
    case Qt::Key_PageUp:
    case Qt::Key_PageDown:
        QCoreApplication::sendEvent(m_list, event);
        return true;
    default:
        return false;
    }
}

} // namespace flotsam
