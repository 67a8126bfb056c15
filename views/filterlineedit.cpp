// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/filterlineedit.h"

#include "views/theme.h"

#include <QCoreApplication>
#include <QInputMethodEvent>
#include <QKeyEvent>
#include <QTextCharFormat>

#include <algorithm>

namespace flotsam {

FilterLineEdit::FilterLineEdit(QWidget *parent)
    : QLineEdit(parent)
{ }

void FilterLineEdit::setError(const std::optional<FilterError> &error)
{
    m_error = error;
    underline();
}

void FilterLineEdit::underline()
{
    QList<QInputMethodEvent::Attribute> attributes;
    if (m_error) {
        QTextCharFormat format;
        format.setUnderlineStyle(QTextCharFormat::WaveUnderline);
        format.setUnderlineColor(theme::troubleColor(palette()));
        attributes
            += {QInputMethodEvent::TextFormat, int(m_error->position) - cursorPosition(), int(m_error->length), format};
    }
    // The only way to give a part of a line edit a format.
    QInputMethodEvent event(QString(), attributes);
    QCoreApplication::sendEvent(this, &event);
}

int FilterLineEdit::xOf(qsizetype position) const
{
    const auto advance = [this](qsizetype end) { return fontMetrics().horizontalAdvance(text().left(end)); };
    const int cursor = cursorRect().center().x();
    return std::clamp(cursor + advance(position) - advance(cursorPosition()), 0, width());
}

void FilterLineEdit::keyPressEvent(QKeyEvent *event)
{
    const bool ask
        = event->key() == Qt::Key_Down || (event->key() == Qt::Key_Space && event->modifiers() == Qt::ControlModifier);
    if (ask) {
        event->accept();
        emit completionsWanted();
        return;
    }
    QLineEdit::keyPressEvent(event);
}

void FilterLineEdit::resizeEvent(QResizeEvent *event)
{
    QLineEdit::resizeEvent(event);
    emit resized();
}

void FilterLineEdit::changeEvent(QEvent *event)
{
    QLineEdit::changeEvent(event);
    if (event->type() == QEvent::PaletteChange && m_error)
        underline();
}

} // namespace flotsam
