// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAction>
#include <QDialog>
#include <QList>
#include <QPointer>

#include <functional>

class QLineEdit;
class QListWidget;

namespace flotsam {

/// Something that the palette offers.
struct PaletteEntry
{
    QString text; ///< without marks for keys
    QString detail; ///< the key, or where it comes from
    std::function<void()> run;
};

/// Property of an action: what it is one of, where its own name does not tell ("Flag", "Demo").
inline constexpr char PaletteGroup[] = "paletteGroup";

/// How well \a text fits what was typed: its letters in their order, better at the beginnings of words and together.
/// Negative: not at all.
int paletteScore(QStringView typed, QStringView text);

/// Every action of the window by its name, and whatever else can be run by name: type some letters of it, Enter runs.
class CommandPalette : public QDialog
{
    Q_OBJECT
public:
    CommandPalette(const QList<PaletteEntry> &entries, QWidget *parent);

    /// What can be triggered in \a window at this moment.
    static QList<PaletteEntry> actionsOf(QWidget *window);

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    void fill();
    void run();

    QList<PaletteEntry> m_entries;
    QLineEdit *m_edit;
    QListWidget *m_list;
};

} // namespace flotsam
