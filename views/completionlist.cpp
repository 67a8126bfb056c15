// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/completionlist.h"

#include "views/completiondelegate.h"

#include <QKeyEvent>
#include <QLineEdit>
#include <QScrollBar>
#include <QStandardItemModel>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace flotsam {

namespace {

constexpr int MostRows = 12;

bool isForList(int key)
{
    return key == Qt::Key_Escape || key == Qt::Key_Return || key == Qt::Key_Enter || key == Qt::Key_Tab
        || key == Qt::Key_Up || key == Qt::Key_Down || key == Qt::Key_PageUp || key == Qt::Key_PageDown;
}

} // namespace

CompletionList::CompletionList(QLineEdit &edit, QWidget *window)
    : QListView(window)
    , m_edit(edit)
    , m_candidates(new QStandardItemModel(this))
{
    hide();
    setModel(m_candidates);
    setItemDelegate(new CompletionDelegate(this));
    setUniformItemSizes(true);
    setEditTriggers(NoEditTriggers);
    setFocusPolicy(Qt::NoFocus);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setFrameShape(Box);
    setMouseTracking(true);
    // Later: what is chosen may change the list, which is still busy with the click.
    connect(
        this, &QListView::clicked, this, [this](const QModelIndex &index) { choose(index.row()); },
        Qt::QueuedConnection);
    edit.installEventFilter(this);
}

void CompletionList::offer(const QList<CompletionCandidate> &candidates, int x)
{
    m_candidates->clear();
    for (const CompletionCandidate &candidate : candidates) {
        auto *const item = new QStandardItem(candidate.label);
        item->setData(candidate.detail, CompletionDelegate::DetailRole);
        item->setData(candidate.detail.isEmpty() ? candidate.label : candidate.label + u", "_s + candidate.detail,
                      Qt::AccessibleTextRole);
        m_candidates->appendRow(item);
    }
    if (candidates.isEmpty())
        return hide();
    place(x);
    scrollToTop();
    show();
    raise();
}

void CompletionList::place(int x)
{
    const QWidget &window = *parentWidget();
    const QPoint corner = m_edit.mapTo(&window, QPoint(x, m_edit.height()));
    const int rows = m_candidates->rowCount();
    const int rowHeight = std::max(1, sizeHintForRow(0));
    const int room = std::max(1, (window.height() - corner.y() - 2 * frameWidth()) / rowHeight);
    const int shown = std::min({rows, MostRows, room});
    const int bar = shown < rows ? verticalScrollBar()->sizeHint().width() : 0;
    const int width = std::min(sizeHintForColumn(0) + bar + 2 * frameWidth(), window.width());
    setGeometry(std::max(0, std::min(corner.x(), window.width() - width)), corner.y(), width,
                shown * rowHeight + 2 * frameWidth());
}

void CompletionList::step(int rows)
{
    const int last = m_candidates->rowCount() - 1;
    const int current = currentIndex().isValid() ? currentIndex().row() : (rows > 0 ? -1 : last + 1);
    setCurrentIndex(m_candidates->index(std::clamp(current + rows, 0, last), 0));
}

void CompletionList::choose(int row)
{
    hide();
    emit chosen(row);
}

/// False where the key is for the edit after all.
bool CompletionList::takeKey(int key)
{
    switch (key) {
    case Qt::Key_Up:
        step(-1);
        break;
    case Qt::Key_Down:
        step(1);
        break;
    case Qt::Key_PageUp:
        step(-MostRows);
        break;
    case Qt::Key_PageDown:
        step(MostRows);
        break;
    case Qt::Key_Escape:
        hide();
        break;
    case Qt::Key_Tab:
        choose(std::max(0, currentIndex().row()));
        break;
    default: // Return: the text as it is where nothing was pointed at
        if (!currentIndex().isValid()) {
            hide();
            return false;
        }
        choose(currentIndex().row());
    }
    return true;
}

bool CompletionList::eventFilter(QObject *watched, QEvent *event)
{
    if (watched != &m_edit || !isVisible())
        return QListView::eventFilter(watched, event);
    switch (event->type()) {
    case QEvent::ShortcutOverride:
        if (isForList(static_cast<QKeyEvent *>(event)->key())) {
            event->accept();
            return true;
        }
        break;
    case QEvent::KeyPress: {
        const auto *const key = static_cast<QKeyEvent *>(event);
        if (isForList(key->key()) && (key->modifiers() & ~Qt::KeypadModifier) == Qt::NoModifier)
            return takeKey(key->key());
        break;
    }
    case QEvent::FocusOut:
    case QEvent::Hide:
        hide();
        break;
    default:
        break;
    }
    return QListView::eventFilter(watched, event);
}

void CompletionList::hideEvent(QHideEvent *event)
{
    QListView::hideEvent(event);
    emit hidden();
}

} // namespace flotsam
