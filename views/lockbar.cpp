// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/lockbar.h"

#include "views/plaintext.h"
#include "views/remedyparts.h"

#include <QAction>
#include <QDialogButtonBox>
#include <QEvent>
#include <QLineEdit>
#include <QPainter>
#include <QPushButton>
#include <QVBoxLayout>

using namespace Qt::StringLiterals;

namespace flotsam {

namespace {

QIcon lockIcon(bool open, const QPalette &palette)
{
    QIcon icon;
    for (const qreal ratio : {1.0, 2.0, 3.0}) {
        QPixmap picture(QSize(16, 16) * ratio);
        picture.setDevicePixelRatio(ratio);
        picture.fill(Qt::transparent);
        QPainter painter(&picture);
        painter.setRenderHint(QPainter::Antialiasing);
        const QColor ink = palette.color(QPalette::ButtonText);
        painter.setPen(QPen(ink, 1.8, Qt::SolidLine, Qt::FlatCap));
        painter.setBrush(Qt::NoBrush);
        const double lift = open ? -1.5 : 0;
        painter.drawArc(QRectF(4.5, 1.9 + lift, 7, 8), 0, 180 * 16);
        painter.drawLine(QPointF(4.5, 5.9 + lift), QPointF(4.5, 8));
        if (!open)
            painter.drawLine(QPointF(11.5, 5.9), QPointF(11.5, 8));
        painter.setPen(Qt::NoPen);
        painter.setBrush(ink);
        painter.drawRoundedRect(QRectF(2.5, 7.5, 11, 7.5), 1.2, 1.2);
        painter.end();
        icon.addPixmap(picture);
    }
    return icon;
}

} // namespace

LockBar::LockBar(LockState &lock, QWidget *parent)
    : QToolBar(tr("Lock"), parent)
    , m_lock(lock)
    , m_text(new Notice(Notice::Weight::Warning, u"lockText"_s, this))
    , m_action(new QAction(this))
    , m_protect(new QAction(tr("&Protect this cloud"), this))
{
    setObjectName(u"lockBar"_s);
    m_action->setObjectName(u"actionLock"_s);
    m_action->setShortcut(QKeySequence(Qt::CTRL | Qt::Key_L));
    m_protect->setObjectName(u"actionProtect"_s);
    m_protect->setCheckable(true);
    m_protect->setToolTip(tr("Shows its name large, and asks for it before anything may be changed."));
    setMovable(false);
    setContextMenuPolicy(Qt::PreventContextMenu); // whoever hides it forgets where he is
    toggleViewAction()->setVisible(false);
    toggleViewAction()->setEnabled(false);
    m_text->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Preferred);
    m_text->setWordWrap(false);
    m_text->show();
    addWidget(m_text);
    connect(m_action, &QAction::triggered, this, &LockBar::toggle);
    connect(m_protect, &QAction::triggered, this, &LockBar::protect);
    connect(&lock, &LockState::changed, this, &LockBar::showState);
    showState();
}

void LockBar::setVisible(bool) { QToolBar::setVisible(!m_text->text().isEmpty()); }

void LockBar::changeEvent(QEvent *event)
{
    QToolBar::changeEvent(event);
    if (event->type() == QEvent::PaletteChange)
        showState();
}

void LockBar::showState()
{
    const bool cloud = !m_lock.cloud().isEmpty();
    const bool open = m_lock.isUnlocked();
    m_action->setEnabled(cloud);
    m_action->setText(open ? tr("Make it &read-only again") : tr("Allow c&hanges")); // what it does
    m_action->setIconText(open ? tr("Changes allowed") : tr("Read-only")); // what is so
    m_action->setIcon(lockIcon(open, palette()));
    m_action->setToolTip(open ? tr("Changes are allowed. Click to make this session read-only again.")
                              : tr("Nothing can be changed. Click to allow changes in this session."));
    m_protect->setChecked(m_lock.isProtected());
    m_protect->setEnabled(cloud && (open || !m_lock.isProtected()));

    QFont font = this->font();
    font.setBold(true);
    if (m_lock.isProtected())
        font.setPointSizeF(font.pointSizeF() * 1.8);
    m_text->setFont(font);
    m_text->setWeight(m_lock.isProtected() ? Notice::Weight::Danger : Notice::Weight::Warning);
    QString text;
    if (cloud && m_lock.isProtected())
        text = open ? tr("%1 — protected, and changes are allowed").arg(m_lock.cloud())
                    : tr("%1 — protected, read-only").arg(m_lock.cloud());
    else if (cloud && open)
        text = tr("Changes are allowed in %1.").arg(m_lock.cloud());
    m_text->setText(text);
    m_text->setToolTip(plainToolTip(m_lock.trouble()));
    setVisible(true);
}

void LockBar::toggle()
{
    if (m_lock.isUnlocked())
        m_lock.lock();
    else
        unlock();
}

void LockBar::unlock()
{
    if (m_lock.cloud().isEmpty() || m_lock.isUnlocked())
        return;
    if (!m_lock.isProtected()) {
        m_lock.unlock();
        return;
    }
    if (window()->findChild<UnlockDialog *>())
        return;
    auto *const dialog = new UnlockDialog(m_lock, window());
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->open();
}

void LockBar::protect(bool wanted)
{
    if (!m_lock.setProtected(wanted))
        showState(); // the tick shows what is so
}

UnlockDialog::UnlockDialog(LockState &lock, QWidget *parent)
    : QDialog(parent)
    , m_lock(lock)
    , m_name(new QLineEdit(this))
    , m_problem(new Notice(Notice::Weight::Warning, u"unlockProblem"_s, this))
    , m_unlock(nullptr)
{
    setObjectName(u"unlockDialog"_s);
    setWindowTitle(tr("Allow changes"));
    auto *const name = new Notice(Notice::Weight::Danger, u"unlockName"_s, this);
    QFont large = name->font();
    large.setBold(true);
    large.setPointSizeF(large.pointSizeF() * 2);
    name->setFont(large);
    name->setAlignment(Qt::AlignCenter);
    name->say(lock.cloud());
    auto *const text = plainLabelWidget(u"unlockText"_s, this);
    text->setText(tr("This cloud is protected. Type its name to allow changes in this session:"));
    m_name->setObjectName(u"unlockEdit"_s);
    m_name->setAccessibleName(tr("Name of the cloud"));
    auto *const buttons = new QDialogButtonBox(QDialogButtonBox::Cancel, this);
    m_unlock = buttons->addButton(tr("Allow changes"), QDialogButtonBox::AcceptRole);
    m_unlock->setObjectName(u"unlockButton"_s);
    m_unlock->setEnabled(false);
    m_unlock->setDefault(true);
    buttons->button(QDialogButtonBox::Cancel)->setObjectName(u"unlockCancel"_s);
    buttons->button(QDialogButtonBox::Cancel)->setAutoDefault(false);
    connect(buttons, &QDialogButtonBox::accepted, this, &UnlockDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &UnlockDialog::reject);
    connect(m_name, &QLineEdit::textChanged, this, [this](const QString &typed) {
        m_problem->say({});
        m_unlock->setEnabled(!typed.isEmpty());
    });
    // Another cloud came in between: this name opens nothing any more.
    connect(&lock, &LockState::changed, this, [this, cloud = lock.cloud()] {
        if (m_lock.cloud() != cloud)
            reject();
    });
    auto *const lines = new QVBoxLayout(this);
    lines->addWidget(name);
    lines->addWidget(text);
    lines->addWidget(m_name);
    lines->addWidget(m_problem);
    lines->addWidget(buttons);
    setMinimumWidth(fontMetrics().averageCharWidth() * 60);
    m_name->setFocus();
}

void UnlockDialog::accept()
{
    if (m_name->text().isEmpty())
        return;
    if (!m_lock.unlock(m_name->text())) {
        m_problem->say(tr("That is not its name."));
        m_name->selectAll();
        m_name->setFocus();
        return;
    }
    QDialog::accept();
}

} // namespace flotsam
