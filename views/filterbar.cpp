// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/filterbar.h"

#include "models/tables/format.h"
#include "views/completiondelegate.h"
#include "views/filterlineedit.h"
#include "views/plaintext.h"
#include "views/theme.h"

#include <QAbstractItemView>
#include <QCompleter>
#include <QDateTime>
#include <QEvent>
#include <QHBoxLayout>
#include <QInputDialog>
#include <QKeyEvent>
#include <QLabel>
#include <QListView>
#include <QMenu>
#include <QScrollBar>
#include <QSignalBlocker>
#include <QStandardItemModel>
#include <QToolButton>
#include <QtConcurrent>

#include <algorithm>

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
    , m_completer(new QCompleter(this))
    , m_candidates(new QStandardItemModel(this))
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
    buildCompleter();
    buildMenu();

    m_errorDelay.setSingleShot(true);
    m_errorDelay.setInterval(ErrorDelay);
    connect(&m_errorDelay, &QTimer::timeout, this, &FilterBar::showError);
    connect(m_edit, &QLineEdit::textChanged, this, &FilterBar::apply);
    connect(m_edit, &QLineEdit::textEdited, this, [this] { offer(false); });
    connect(m_edit, &FilterLineEdit::completionsWanted, this, [this] { offer(true); });
    connect(m_edit, &FilterLineEdit::resized, this, &FilterBar::placeError);
    connect(m_edit, &QLineEdit::returnPressed, this,
            [this] { m_workbench.filterError() ? showError() : emit accepted(); });
    connect(&workbench, &Workbench::filterChanged, this, &FilterBar::showFilter);
    showFilter();
}

FilterBar::~FilterBar() { delete m_error; }

QLineEdit &FilterBar::edit() { return *m_edit; }

void FilterBar::focusEdit()
{
    m_edit->setFocus(Qt::ShortcutFocusReason);
    m_edit->selectAll();
}

void FilterBar::buildCompleter()
{
    auto *const popup = new QListView;
    popup->setObjectName(u"filterCompletions"_s);
    popup->setAccessibleName(tr("What can be written here"));
    popup->setUniformItemSizes(true);
    m_completer->setCompletionMode(QCompleter::UnfilteredPopupCompletion);
    m_completer->setModel(m_candidates);
    m_completer->setPopup(popup);
    m_completer->setWidget(m_edit);
    m_completer->setMaxVisibleItems(12);
    popup->setItemDelegate(new CompletionDelegate(popup)); // setPopup() brings its own
    popup->installEventFilter(this); // before the completer's
    connect(m_completer, qOverload<const QModelIndex &>(&QCompleter::activated), this,
            [this](const QModelIndex &index) { take(index.row()); });
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
    FilterState state = m_workbench.filter(); // what is set elsewhere stays
    state.text = m_edit->text();
    m_workbench.setFilter(state);
}

void FilterBar::showFilter()
{
    const FilterState &state = m_workbench.filter();
    if (m_edit->text() != state.text) {
        const QSignalBlocker blocker(m_edit);
        m_edit->setText(state.text);
    }
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
    if (!error || !isVisible() || m_completer->popup()->isVisible())
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
        + (m_workbench.query().isEmpty() ? tr("All ports are shown.") : tr("The filter before it still holds.")));
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
    show(completeFilter(m_edit->text(), m_edit->cursorPosition(), m_workbench.portsTable().get(), all));
}

void FilterBar::prepare(FilterField field)
{
    const std::shared_ptr<const PortsTable> table = m_workbench.portsTable();
    QtConcurrent::run([table, field] { table->fields().column(field); }).then(this, [this, table] {
        if (table == m_workbench.portsTable() && m_edit->hasFocus())
            offer(true);
    });
}

void FilterBar::show(const Completion &completion)
{
    m_completion = completion;
    if (completion.missing)
        prepare(*completion.missing);
    m_candidates->clear();
    if (completion.candidates.isEmpty()) {
        m_completer->popup()->hide();
        return;
    }
    for (const CompletionCandidate &candidate : completion.candidates) {
        auto *const item = new QStandardItem(candidate.label);
        item->setData(candidate.detail, CompletionDelegate::DetailRole);
        item->setData(candidate.detail.isEmpty() ? candidate.label : candidate.label + u", "_s + candidate.detail,
                      Qt::AccessibleTextRole);
        item->setEditable(false);
        m_candidates->appendRow(item);
    }
    if (m_error)
        m_error->hide();
    QAbstractItemView *const popup = m_completer->popup();
    const int x = m_edit->xOf(completion.position);
    const int width
        = std::min(popup->sizeHintForColumn(0) + popup->verticalScrollBar()->sizeHint().width() + 8, window()->width());
    m_completer->complete(QRect(x, 0, width, m_edit->height()));
    popup->setCurrentIndex({});
}

void FilterBar::take(int row)
{
    if (row < 0 || row >= m_completion.candidates.size())
        return;
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

bool FilterBar::eventFilter(QObject *watched, QEvent *event)
{
    if (watched == m_completer->popup()) {
        if (event->type() == QEvent::KeyPress && static_cast<QKeyEvent *>(event)->key() == Qt::Key_Tab) {
            const int row = std::max(0, m_completer->popup()->currentIndex().row());
            m_completer->popup()->hide();
            take(row);
            return true;
        }
        if (event->type() == QEvent::Hide && m_workbench.filterError())
            m_errorDelay.start();
    }
    return QWidget::eventFilter(watched, event);
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
