// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/helpdialog.h"

#include "models/tables/filterlanguage.h"

#include <QAction>
#include <QDialogButtonBox>
#include <QMainWindow>
#include <QMenu>
#include <QMenuBar>
#include <QTextBrowser>
#include <QVBoxLayout>

using namespace Qt::StringLiterals;

namespace flotsam {

namespace {

QString heading(const QString &text) { return u"<h3 style='margin-bottom:4px'>"_s + text.toHtmlEscaped() + u"</h3>"_s; }

QString row(const QString &key, const QString &text)
{
    return u"<tr><td width='190' style='padding-right:16px'><b>%1</b></td><td>%2</td></tr>"_s.arg(
        key.toHtmlEscaped(), text.toHtmlEscaped());
}

QString keysOf(const QMenu *menu, QStringList &seen)
{
    QString rows;
    const auto actions = menu->actions();
    for (const QAction *action : actions) {
        if (action->menu()) {
            rows += keysOf(action->menu(), seen);
            continue;
        }
        if (action->shortcut().isEmpty())
            continue;
        QString text = action->text();
        seen += action->objectName();
        rows += row(action->shortcut().toString(QKeySequence::NativeText), text.remove(u'&'));
    }
    return rows;
}

QString table(const QString &rows) { return u"<table cellspacing='0' cellpadding='2'>"_s + rows + u"</table>"_s; }

QString filterTerms()
{
    QString rows;
    for (int i = 0; i < FilterFieldCount; ++i) {
        const auto field = FilterField(i);
        const QString name = fieldName(field);
        if (name.isEmpty())
            continue;
        QStringList words;
        for (const QLatin1StringView word : fieldWords(field))
            words += word;
        QString text = fieldMeaning(field);
        if (!words.isEmpty() && words.size() <= 10)
            text += u": "_s + words.join(u", "_s);
        rows += row(isComparable(field) ? name + u"> "_s + name + u"<"_s : name + u':', text);
    }
    return rows;
}

} // namespace

QString HelpDialog::html(QMainWindow *window)
{
    QString html;
    QStringList seen;
    const auto menus = window->menuBar()->actions();
    for (const QAction *action : menus) {
        const QString rows = action->menu() ? keysOf(action->menu(), seen) : QString();
        QString title = action->text();
        if (!rows.isEmpty())
            html += heading(title.remove(u'&')) + table(rows);
    }
    html += heading(tr("In a table"))
        + table(row(tr("Arrows, Page Up, Page Down, Home, End"), tr("Move; left and right choose the column"))
                + row(tr("Shift or Ctrl with them, Space"), tr("Select more than one row"))
                + row(tr("Ctrl+A"), tr("Select all rows"))
                + row(tr("Menu, Shift+F10"), tr("What can be done with the cell: filter by it, copy it"))
                + row(tr("Click on a title"), tr("Sort by it; what was sorted before breaks ties"))
                + row(tr("Ctrl+click on a title"), tr("Sort by it too, or turn its order round")));
    html += heading(tr("In the filter"))
        + table(row(tr("↓"), tr("Offer what can be written here")) + row(tr("Tab"), tr("Take what is offered first"))
                + row(tr("Enter"), tr("On to the rows, or tell what is wrong"))
                + row(tr("Esc"), tr("Close the offers, then clear the filter"))
                + row(tr("Ctrl+V of a log line, an error, a table"), tr("Find what it names, and leave the filter")));
    html += heading(tr("In the port quota"))
        + table(row(tr("← →"), tr("Choose a part of the bar"))
                + row(tr("Enter, Space, click"), tr("Filter the ports by the project, or by that part of it")));
    html += heading(tr("In the timeline"))
        + table(row(tr("+ −, wheel"), tr("Zoom")) + row(tr("← →, drag"), tr("Move"))
                + row(tr("Shift+drag, B"), tr("Filter the ports by time"))
                + row(tr("↑ ↓, Ctrl+← →, Enter"), tr("Point at what is shown, and select it"))
                + row(tr("0, Home"), tr("Show all of the time")));
    html += heading(tr("Where a deletion is confirmed"))
        + table(row(tr("Return"), tr("Never deletes"))
                + row(tr("Space, click on the button"), tr("Deletes, once its number is typed")));
    html += heading(tr("Everywhere"))
        + table(row(tr("Tab, Shift+Tab"), tr("Next and previous part of the window"))
                + row(tr("Alt and a letter"), tr("Menus")));
    html += heading(tr("What can be typed into the filter"))
        + table(row(u"web-*"_s, tr("A word that the row shows, or an id behind it; * and ? stand for anything"))
                + row(u"\"two words\""_s, tr("Both, together"))
                + row(u"name:a,b"_s, tr("Holds a or b; name=a is exactly a")) + filterTerms()
                + row(u"-term"_s, tr("Not that")) + row(u"a or b"_s, tr("Either; ( ) group")));
    return html;
}

HelpDialog::HelpDialog(QMainWindow *window)
    : QDialog(window)
{
    setObjectName(u"helpDialog"_s);
    setWindowTitle(tr("Keys and filter terms"));
    setAttribute(Qt::WA_DeleteOnClose);
    auto *const text = new QTextBrowser(this);
    text->setObjectName(u"helpText"_s);
    text->setAccessibleName(tr("Keys and filter terms"));
    text->setOpenLinks(false);
    text->setHtml(html(window));
    auto *const buttons = new QDialogButtonBox(QDialogButtonBox::Close, this);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    auto *const lines = new QVBoxLayout(this);
    lines->addWidget(text, 1);
    lines->addWidget(buttons);
    resize(fontMetrics().averageCharWidth() * 90, fontMetrics().height() * 40);
}

} // namespace flotsam
