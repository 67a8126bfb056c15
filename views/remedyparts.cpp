// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/remedyparts.h"

#include "models/tables/format.h"
#include "views/theme.h"

#include <QEvent>
#include <QKeyEvent>
#include <QPainter>
#include <QPushButton>
#include <QStyle>
#include <QStyleOptionButton>

using namespace Qt::StringLiterals;

namespace flotsam {

namespace {

constexpr char DangerProperty[] = "dangerous";

/// Some desktops let Return press whatever button has the focus (QPlatformTheme::ButtonPressKeys).
class NoReturn : public QObject
{
public:
    using QObject::QObject;

protected:
    bool eventFilter(QObject *, QEvent *event) override
    {
        if (event->type() != QEvent::KeyPress && event->type() != QEvent::KeyRelease)
            return false;
        const int key = static_cast<QKeyEvent *>(event)->key();
        if (key != Qt::Key_Return && key != Qt::Key_Enter && key != Qt::Key_Select)
            return false;
        event->ignore(); // the dialog decides
        return true;
    }
};

} // namespace

Notice::Notice(Weight weight, const QString &name, QWidget *parent)
    : QLabel(parent)
    , m_weight(weight)
{
    setObjectName(name);
    setTextFormat(Qt::PlainText);
    setWordWrap(true);
    setMargin(6);
    setTextInteractionFlags(Qt::TextSelectableByMouse);
    chooseColours();
    hide();
}

void Notice::say(const QString &text)
{
    setText(text);
    setVisible(!text.isEmpty());
}

void Notice::setWeight(Weight weight)
{
    m_weight = weight;
    chooseColours();
}

void Notice::changeEvent(QEvent *event)
{
    QLabel::changeEvent(event);
    if (event->type() == QEvent::PaletteChange && !m_painting)
        chooseColours();
}

void Notice::paintEvent(QPaintEvent *event)
{
    QPainter(this).fillRect(rect(), m_back); // some parents draw over what fills itself
    QLabel::paintEvent(event);
}

void Notice::chooseColours()
{
    m_painting = true;
    setPalette({});
    QPalette colours = palette();
    const QColor window = colours.color(QPalette::Window);
    QColor back = window;
    if (m_weight == Weight::Warning)
        back = theme::warningBackground(colours);
    else if (m_weight == Weight::Danger)
        back = theme::blend(QColor(0xc0, 0x20, 0x20), window, theme::isDark(colours) ? 0.35 : 0.22);
    m_back = back;
    colours.setColor(QPalette::Window, back);
    colours.setColor(QPalette::WindowText, theme::readable(colours.color(QPalette::WindowText), {back}));
    setPalette(colours);
    m_painting = false;
}

void TickBox::paintEvent(QPaintEvent *event)
{
    QCheckBox::paintEvent(event);
    QStyleOptionButton option;
    initStyleOption(&option);
    QPainter painter(this);
    frameTick(painter, style()->subElementRect(QStyle::SE_CheckBoxIndicator, &option, this),
              theme::quietColor(palette()));
}

void frameTick(QPainter &painter, const QRect &box, const QColor &color)
{
    painter.setPen(color);
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(box.adjusted(0, 0, -1, -1));
}

QString quotaWords(qint64 used, qint64 limit)
{
    return limit < 0 ? Notice::tr("%1, no limit").arg(groupedNumber(used))
                     : Notice::tr("%1 of %2").arg(groupedNumber(used), groupedNumber(limit));
}

QLabel *plainLabelWidget(const QString &name, QWidget *parent)
{
    auto *const label = new QLabel(parent);
    label->setObjectName(name);
    label->setTextFormat(Qt::PlainText);
    label->setWordWrap(true);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    return label;
}

void makeDangerous(QPushButton *button)
{
    button->installEventFilter(new NoReturn(button));
    button->setAutoDefault(false);
    button->setDefault(false);
    button->setProperty(DangerProperty, true);
    button->setIcon(button->style()->standardIcon(QStyle::SP_MessageBoxWarning));
    QPalette colours = button->palette();
    const QColor trouble = theme::readable(theme::troubleColor(colours), {colours.color(QPalette::Button)});
    for (const auto group : {QPalette::Active, QPalette::Inactive})
        colours.setColor(group, QPalette::ButtonText, trouble);
    button->setPalette(colours);
    QFont bold = button->font();
    bold.setBold(true);
    button->setFont(bold);
}

bool pressFocusedButton(const QWidget *dialog, const QKeyEvent *event)
{
    if (event->key() != Qt::Key_Return && event->key() != Qt::Key_Enter)
        return false;
    auto *const button = qobject_cast<QPushButton *>(dialog->focusWidget());
    if (button && button->isEnabled() && !button->property(DangerProperty).toBool())
        button->click();
    return true;
}

} // namespace flotsam
