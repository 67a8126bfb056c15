// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/filterbar.h"

#include "models/inventory/onworker.h"
#include "models/tables/format.h"
#include "models/tables/pastedtokens.h"
#include "models/tables/portfields.h"
#include "models/tables/portstable.h"
#include "views/completionlist.h"
#include "views/filterlineedit.h"
#include "views/plaintext.h"
#include "views/theme.h"

#include <QDateTime>
#include <QEvent>
#include <QHBoxLayout>
#include <QInputDialog>
#include <QLabel>
#include <QMenu>
#include <QSignalBlocker>
#include <QToolButton>

#include <algorithm>
#include <utility>

using namespace Qt::StringLiterals;

namespace flotsam {

namespace {

/// Long enough not to blame a half-written word.
constexpr int ErrorDelay = 500;

QString rangeText(const FilterState &state)
{
    const auto at
        = [](Time time) { return QDateTime::fromMSecsSinceEpoch(*time, Qt::UTC).toString(u"yyyy-MM-dd HH:mm"_s); };
    if (!state.createdFrom)
        return FilterBar::tr("created before %1").arg(at(state.createdBefore));
    if (!state.createdBefore)
        return FilterBar::tr("created since %1").arg(at(state.createdFrom));
    return FilterBar::tr("created %1 – %2").arg(at(state.createdFrom), at(state.createdBefore));
}

} // namespace

FilterBar::FilterBar(Workbench &workbench, QWidget *parent)
    : QWidget(parent)
    , m_workbench(workbench)
    , m_edit(new FilterLineEdit(this))
    , m_range(new QToolButton(this))
    , m_saved(new QToolButton(this))
    , m_menu(new QMenu(this))
{
    m_edit->setObjectName(u"filterEdit"_s);
    m_edit->setAccessibleName(tr("Filter ports"));
    m_edit->setPlaceholderText(tr("Filter ports: words, verdict:orphan, project:, ip:10.0.0.0/24, age>3d, -term, or"));
    m_edit->setClearButtonEnabled(true);
    m_edit->setMinimumWidth(fontMetrics().averageCharWidth() * 34);
    m_edit->setToolTip(plainToolTip(
        tr("Words and terms that a port must fit. Down arrow: what can be written here. A dash before a term turns it "
           "around, “or” between terms takes either, * and ? stand for other letters.")));

    m_range->setObjectName(u"filterRange"_s);
    m_range->setToolTip(tr("Show ports of any time again"));
    connect(m_range, &QToolButton::clicked, this, [this] {
        FilterState state = m_workbench.filter();
        state.createdFrom.reset();
        state.createdBefore.reset();
        m_workbench.setFilter(state);
    });

    auto *const line = new QHBoxLayout(this);
    line->setContentsMargins(0, 0, 0, 0);
    line->setSpacing(4);
    line->addWidget(m_edit, 1);
    line->addWidget(m_range);
    line->addWidget(m_saved);
    setFocusProxy(m_edit);
    buildMenu();

    m_errorDelay.setSingleShot(true);
    m_errorDelay.setInterval(ErrorDelay);
    connect(&m_errorDelay, &QTimer::timeout, this, &FilterBar::showError);
    connect(m_edit, &QLineEdit::textEdited, this, &FilterBar::edited); // before textChanged
    connect(m_edit, &QLineEdit::textChanged, this, &FilterBar::apply);
    connect(m_edit, &FilterLineEdit::completionsWanted, this, [this] { offer(true); });
    connect(m_edit, &FilterLineEdit::resized, this, &FilterBar::placeError);
    connect(m_edit, &QLineEdit::returnPressed, this, [this] {
        finish();
        m_workbench.filterError() ? showError() : emit accepted();
    });
    connect(m_edit, &QLineEdit::editingFinished, this, &FilterBar::finish);
    connect(&workbench, &Workbench::filterChanged, this, &FilterBar::showFilter);
    showFilter();
}

FilterBar::~FilterBar()
{
    delete m_error;
    delete m_list;
}

QLineEdit &FilterBar::edit() { return *m_edit; }

void FilterBar::focusEdit()
{
    m_edit->setFocus(Qt::ShortcutFocusReason);
    m_edit->selectAll();
}

void FilterBar::buildMenu()
{
    m_saved->setObjectName(u"filterSaved"_s);
    m_saved->setText(tr("Saved"));
    m_saved->setToolTip(tr("Saved filters"));
    m_saved->setPopupMode(QToolButton::InstantPopup);
    m_saved->setMenu(m_menu);
    m_menu->setObjectName(u"filterSavedMenu"_s);
    connect(m_menu, &QMenu::aboutToShow, this, &FilterBar::fillMenu);
}

void FilterBar::apply()
{
    if (m_list && m_edit->text() != m_before)
        m_list->hide(); // it was about what was typed
    FilterState state = m_workbench.filter(); // what is set elsewhere stays
    state.text = m_edit->text();
    state.unfinished = std::exchange(m_writing, false);
    m_workbench.setFilter(state);
}

/// What is written is meant as it stands.
void FilterBar::finish()
{
    FilterState state = m_workbench.filter();
    state.unfinished = false;
    m_workbench.setFilter(state);
}

void FilterBar::edited()
{
    const QString text = m_edit->text();
    qsizetype begin = 0;
    while (begin < std::min(text.size(), m_before.size()) && text[begin] == m_before[begin])
        ++begin;
    qsizetype end = 0;
    while (end < std::min(text.size(), m_before.size()) - begin
           && text[text.size() - 1 - end] == m_before[m_before.size() - 1 - end])
        ++end;
    const QString inserted = text.mid(begin, text.size() - begin - end);
    if (inserted.size() > 1 && looksPasted(inserted)) {
        m_edit->setText(m_before);
        emit pasted(inserted);
        return;
    }
    m_before = text;
    m_writing = m_edit->cursorPosition() == text.size();
    offer(false);
}

void FilterBar::showFilter()
{
    const FilterState &state = m_workbench.filter();
    if (m_edit->text() != state.text) {
        const QSignalBlocker blocker(m_edit);
        m_edit->setText(state.text);
    }
    m_before = m_edit->text();
    m_range->setVisible(state.hasCreatedRange());
    if (state.hasCreatedRange())
        m_range->setText(rangeText(state) + u" ✕"_s);
    const std::optional<FilterError> &error = m_workbench.filterError();
    m_edit->setError(error);
    m_edit->setAccessibleDescription(error ? error->words : QString());
    if (m_error)
        m_error->hide();
    if (error)
        m_errorDelay.start();
    else
        m_errorDelay.stop();
}

void FilterBar::showError()
{
    const std::optional<FilterError> &error = m_workbench.filterError();
    m_errorDelay.stop();
    if (!error || !isVisible() || (m_list && m_list->isVisible()))
        return;
    if (!m_error) {
        m_error = new QLabel(window());
        m_error->setObjectName(u"filterError"_s);
        m_error->setTextFormat(Qt::PlainText);
        m_error->setAutoFillBackground(true);
        m_error->setFrameShape(QFrame::Box);
        m_error->setMargin(4);
        m_error->setAttribute(Qt::WA_TransparentForMouseEvents);
    }
    QPalette warning = palette();
    warning.setColor(QPalette::Window, theme::warningBackground(palette()));
    m_error->setPalette(warning);
    m_error->setText(
        u"▲ "_s + error->words + u' '
        + (m_workbench.query().isEmpty() ? tr("All ports are shown.") : tr("What stands before it counts.")));
    placeError();
    m_error->show();
    m_error->raise();
}

void FilterBar::placeError()
{
    if (!m_error || !m_workbench.filterError())
        return;
    m_error->adjustSize();
    QPoint corner = m_edit->mapTo(window(), QPoint(m_edit->xOf(m_workbench.filterError()->position), m_edit->height()));
    corner.setX(std::max(4, std::min(corner.x(), window()->width() - m_error->width() - 4)));
    m_error->move(corner + QPoint(0, 2));
}

void FilterBar::offer(bool all)
{
    const QString text = m_edit->text();
    const std::shared_ptr<const PortsTable> table = m_workbench.portsTable();
    Completion completion = completeFilter(text, m_edit->cursorPosition(), table.get(), all);
    if (completion.missing && table->rowCount() <= IndexProxy::AtOnce) {
        table->fields().column(*completion.missing);
        completion = completeFilter(text, m_edit->cursorPosition(), table.get(), all);
    }
    const QList<PastedToken> tokens = tokensIn(text);
    m_lookUp = -1;
    if (!tokens.isEmpty() && !m_workbench.dataset().isNull()) {
        m_lookUp = int(completion.candidates.size());
        completion.candidates += {text, tr("Look everywhere for %1").arg(shortId(tokens.first().text)),
                                  tr("servers, stacks, nodes…"), false};
    }
    showCompletion(completion);
}

void FilterBar::prepare(FilterField field)
{
    const std::shared_ptr<const PortsTable> table = m_workbench.portsTable();
    onWorker(
        this, [table, field] { table->fields().column(field); },
        [this, table] {
            if (table == m_workbench.portsTable() && window()->focusWidget() == m_edit)
                offer(true);
        });
}

void FilterBar::showCompletion(const Completion &completion)
{
    m_completion = completion;
    if (completion.missing)
        prepare(*completion.missing);
    if (!m_list) { // now that the window is known
        m_list = new CompletionList(*m_edit, window());
        m_list->setObjectName(u"filterCompletions"_s);
        m_list->setAccessibleName(tr("What can be written here"));
        connect(m_list, &CompletionList::chosen, this, &FilterBar::take);
        connect(m_list, &CompletionList::hidden, this, [this] {
            if (m_workbench.filterError())
                m_errorDelay.start();
        });
    }
    if (m_error && !completion.candidates.isEmpty())
        m_error->hide();
    m_list->offer(completion.candidates, m_edit->xOf(completion.position));
}

void FilterBar::take(int row)
{
    if (row < 0 || row >= m_completion.candidates.size())
        return;
    if (row == m_lookUp)
        return emit pasted(m_edit->text());
    const CompletionCandidate candidate = m_completion.candidates[row];
    QString text = m_edit->text();
    text.replace(m_completion.position, m_completion.length, candidate.text);
    qsizetype cursor = m_completion.position + candidate.text.size();
    if (!candidate.isName && cursor == text.size())
        text.insert(cursor++, u' ');
    m_edit->setText(text);
    m_edit->setCursorPosition(int(cursor));
    if (candidate.isName)
        offer(true);
}

void FilterBar::changeEvent(QEvent *event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange && m_error && m_error->isVisible())
        showError();
}

void FilterBar::fillMenu()
{
    m_menu->clear();
    const auto add = [this](const SavedFilter &filter) {
        QAction *const action = m_menu->addAction(plainLabel(filter.name));
        action->setToolTip(plainToolTip(filter.text));
        action->setData(filter.text);
        connect(action, &QAction::triggered, this, [this, text = filter.text] {
            m_edit->setText(text);
            m_edit->setFocus();
        });
    };
    m_menu->setToolTipsVisible(true);
    for (const SavedFilter &filter : SavedFilters::builtIn())
        add(filter);
    if (!m_filters.all().isEmpty())
        m_menu->addSeparator();
    for (const SavedFilter &filter : m_filters.all())
        add(filter);
    m_menu->addSeparator();
    QAction *const save = m_menu->addAction(tr("Save this filter…"), this, &FilterBar::askName);
    save->setObjectName(u"actionSaveFilter"_s);
    save->setEnabled(!m_edit->text().trimmed().isEmpty() && !m_workbench.filterError());
    if (m_filters.all().isEmpty())
        return;
    QMenu *const remove = m_menu->addMenu(tr("Forget"));
    remove->setObjectName(u"filterForgetMenu"_s);
    for (const SavedFilter &filter : m_filters.all()) {
        QAction *const action = remove->addAction(plainLabel(filter.name));
        connect(action, &QAction::triggered, this, [this, name = filter.name] { m_filters.remove(name); });
    }
}

void FilterBar::askName()
{
    auto *const dialog = new QInputDialog(this);
    dialog->setObjectName(u"saveFilterDialog"_s);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setWindowTitle(tr("Save filter"));
    dialog->setLabelText(tr("Name of the filter:"));
    dialog->setTextValue(m_edit->text().trimmed());
    connect(dialog, &QInputDialog::textValueSelected, this,
            [this, text = m_edit->text().trimmed()](const QString &name) {
                if (!name.trimmed().isEmpty())
                    m_filters.save({name.trimmed(), text});
            });
    dialog->open();
}

} // namespace flotsam
