// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/triage/judgement.h"

#include <QCheckBox>
#include <QColor>
#include <QLabel>
#include <QString>

class QKeyEvent;
class QPainter;
class QPushButton;

namespace flotsam {

/// A strip of coloured text that follows the palette: a notice, a warning or a danger.
class Notice : public QLabel
{
    Q_OBJECT
public:
    enum class Weight : quint8
    {
        Plain,
        Warning,
        Danger,
    };
    Notice(Weight weight, const QString &name, QWidget *parent = nullptr);
    /// Hidden while there is nothing to say.
    void say(const QString &text);
    void setWeight(Weight weight);

protected:
    void changeEvent(QEvent *event) override;
    void paintEvent(QPaintEvent *event) override;

private:
    void chooseColours();
    Weight m_weight;
    QColor m_back;
    bool m_painting = false;
};

/// A tick box that is seen on a dark ground too, whatever the style draws.
class TickBox : public QCheckBox
{
    Q_OBJECT
public:
    using QCheckBox::QCheckBox;

protected:
    void paintEvent(QPaintEvent *event) override;
};
/// The frame of a tick box.
void frameTick(QPainter &painter, const QRect &box, const QColor &color);

/// "12 of 500", "12, no limit".
QString quotaWords(qint64 used, qint64 limit);

/// A plain, wrapped label whose text can be copied.
QLabel *plainLabelWidget(const QString &name, QWidget *parent);

/// Makes a button look like what it is: its text in the colour of trouble, with a sign, never a default.
void makeDangerous(QPushButton *button);

/// For the keyPressEvent() of a dialog: Return presses the button that has the focus, and no other (QDialog would look
/// for one by itself); a dangerous one it never presses. False where it is another key.
bool pressFocusedButton(const QWidget *dialog, const QKeyEvent *event);

} // namespace flotsam
