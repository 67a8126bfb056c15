// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/connectdialog.h"

#include "views/plaintext.h"
#include "views/theme.h"

#include <QDialogButtonBox>
#include <QFormLayout>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QStyle>
#include <QTreeWidget>
#include <QVBoxLayout>

using namespace Qt::StringLiterals;

namespace flotsam {

namespace {

QLabel *wrappingLabel(const QString &name, QWidget *parent)
{
    auto *const label = new QLabel(parent);
    label->setObjectName(name);
    label->setWordWrap(true);
    label->setTextFormat(Qt::PlainText);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    return label;
}

} // namespace

ConnectDialog::ConnectDialog(QList<CloudChoice> clouds, QWidget *parent)
    : QDialog(parent)
    , m_clouds(std::move(clouds))
    , m_list(new QTreeWidget(this))
    , m_nothing(wrappingLabel(u"connectNothing"_s, this))
    , m_facts(wrappingLabel(u"connectFacts"_s, this))
    , m_warning(wrappingLabel(u"connectInsecure"_s, this))
    , m_problem(wrappingLabel(u"connectProblem"_s, this))
    , m_passwordLabel(new QLabel(tr("&Password"), this))
    , m_password(new QLineEdit(this))
{
    setObjectName(u"connectDialog"_s);
    setWindowTitle(tr("Connect to a cloud"));
    setModal(true);

    m_list->setObjectName(u"connectList"_s);
    m_list->setAccessibleName(tr("Clouds"));
    m_list->setRootIsDecorated(false);
    m_list->setUniformRowHeights(true);
    m_list->setAllColumnsShowFocus(true);
    m_list->setHeaderLabels({tr("Cloud"), tr("Project"), tr("Region"), tr("Found in")});
    m_list->header()->setStretchLastSection(true);
    for (const CloudChoice &cloud : std::as_const(m_clouds)) {
        auto *const item = new QTreeWidgetItem(m_list, {cloud.name, cloud.project, cloud.region, cloud.origin});
        item->setToolTip(3, plainToolTip(cloud.origin));
        if (!cloud.problem.isEmpty()) {
            item->setToolTip(0, plainToolTip(cloud.problem));
            item->setIcon(0, style()->standardIcon(QStyle::SP_MessageBoxWarning));
        }
    }
    m_demo = new QTreeWidgetItem(m_list, {u"demo"_s, QString(), QString(), tr("built in")});
    m_demo->setToolTip(0, tr("A simulated cloud inside this program."));
    const QSize height(0, int(m_list->fontMetrics().height() * 1.6)); // as in every table
    for (int row = 0; row < m_list->topLevelItemCount(); ++row)
        m_list->topLevelItem(row)->setSizeHint(3, height);
    setDemoAvailable(false);
    for (int column = 0; column < 3; ++column) {
        m_list->resizeColumnToContents(column);
        m_list->setColumnWidth(column, qMin(m_list->columnWidth(column) + 16, 200));
    }

    m_warning->setText(
        tr("Certificates are not checked for this cloud (verify: false). Whoever is between you and it can "
           "read your password."));
    m_warning->setAutoFillBackground(true);
    m_warning->setMargin(6);
    m_password->setObjectName(u"connectPassword"_s);
    m_password->setEchoMode(QLineEdit::Password);
    m_passwordLabel->setBuddy(m_password);

    auto *const buttons = new QDialogButtonBox(QDialogButtonBox::Cancel, this);
    m_connect = buttons->addButton(tr("Connect"), QDialogButtonBox::AcceptRole);
    m_connect->setObjectName(u"connectButton"_s);
    m_connect->setDefault(true);
    buttons->button(QDialogButtonBox::Cancel)->setObjectName(u"connectCancel"_s);
    auto *const openFile = buttons->addButton(tr("Open snapshot…"), QDialogButtonBox::ActionRole);
    openFile->setObjectName(u"connectOpenFile"_s);
    openFile->setAutoDefault(false);
    connect(openFile, &QPushButton::clicked, this, [this] {
        reject();
        emit openFileRequested();
    });
    connect(buttons, &QDialogButtonBox::accepted, this, &ConnectDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &ConnectDialog::reject);

    auto *const secret = new QHBoxLayout;
    secret->addWidget(m_passwordLabel);
    secret->addWidget(m_password, 1);
    auto *const lines = new QVBoxLayout(this);
    lines->addWidget(m_nothing);
    lines->addWidget(m_list, 1);
    lines->addWidget(m_facts);
    lines->addWidget(m_warning);
    lines->addWidget(m_problem);
    lines->addLayout(secret);
    lines->addWidget(buttons);
    resize(fontMetrics().averageCharWidth() * 100, fontMetrics().lineSpacing() * 22);

    connect(m_list, &QTreeWidget::currentItemChanged, this, [this] {
        m_problem->clear();
        m_password->clear();
        update();
    });
    connect(m_list, &QTreeWidget::itemDoubleClicked, this, &ConnectDialog::accept);
    connect(m_password, &QLineEdit::textChanged, this, &ConnectDialog::update);
    setSearched({});
    if (!m_clouds.isEmpty())
        m_list->setCurrentItem(m_list->topLevelItem(0));
    update();
}

ConnectDialog::~ConnectDialog() = default;

void ConnectDialog::setSearched(const QStringList &places)
{
    QString text
        = tr("No cloud was found. Flotsam reads clouds.yaml as the openstack client does, and the OS_* variables "
             "of its environment.");
    if (!places.isEmpty())
        text += u'\n' + tr("Looked for:") + u"\n  "_s + places.join(u"\n  "_s);
    m_nothing->setText(text);
    m_nothing->setVisible(m_clouds.isEmpty());
}

void ConnectDialog::select(const QString &name)
{
    for (int i = 0; i < int(m_clouds.size()); ++i) {
        if (m_clouds[i].name == name)
            m_list->setCurrentItem(m_list->topLevelItem(i));
    }
}

void ConnectDialog::setProblem(const QString &text, bool askPassword)
{
    if (askPassword && current() >= 0)
        m_askPasswordFor = m_clouds[current()].name;
    m_password->clear();
    m_problem->setText(text);
    update();
    if (wantsPassword())
        m_password->setFocus();
}

void ConnectDialog::setDemoAvailable(bool available)
{
    m_demo->setFlags(available ? Qt::ItemIsEnabled | Qt::ItemIsSelectable : Qt::NoItemFlags);
    if (available && m_clouds.isEmpty())
        m_list->setCurrentItem(m_demo);
}

int ConnectDialog::current() const
{
    const int row = m_list->currentItem() ? m_list->indexOfTopLevelItem(m_list->currentItem()) : -1;
    return row < int(m_clouds.size()) ? row : -1;
}

bool ConnectDialog::wantsPassword() const
{
    const int row = current();
    return row >= 0 && m_clouds[row].problem.isEmpty()
        && (m_clouds[row].needsPassword || m_clouds[row].name == m_askPasswordFor);
}

void ConnectDialog::update()
{
    const int row = current();
    const bool asks = wantsPassword();
    m_passwordLabel->setVisible(asks);
    m_password->setVisible(asks);
    if (row < 0) {
        const bool demo = m_list->currentItem() == m_demo && m_demo->flags().testFlag(Qt::ItemIsEnabled);
        m_facts->setText(demo ? tr("A simulated cloud inside this program; nothing leaves this machine.") : QString());
        m_warning->hide();
        m_problem->setVisible(!m_problem->text().isEmpty());
        m_connect->setEnabled(demo);
        return;
    }
    const CloudChoice &cloud = m_clouds[row];
    m_facts->setText(tr("%1 as %2")
                         .arg(cloud.authUrl.isEmpty() ? tr("(no address)") : cloud.authUrl,
                              cloud.user.isEmpty() ? tr("(no user)") : cloud.user));
    QPalette warning = palette();
    warning.setColor(QPalette::Window, theme::warningBackground(palette()));
    m_warning->setPalette(warning);
    m_warning->setVisible(cloud.insecure);
    if (!cloud.problem.isEmpty())
        m_problem->setText(cloud.problem);
    QPalette trouble = palette();
    trouble.setColor(QPalette::WindowText, theme::troubleColor(palette()));
    m_problem->setPalette(trouble);
    m_problem->setVisible(!m_problem->text().isEmpty());
    m_connect->setEnabled(cloud.problem.isEmpty() && (!asks || !m_password->text().isEmpty()));
}

void ConnectDialog::accept()
{
    const int row = current();
    if (row < 0 && m_connect->isEnabled()) {
        QDialog::accept();
        emit demoRequested();
        return;
    }
    if (row < 0 || !m_connect->isEnabled()) {
        if (wantsPassword())
            m_password->setFocus();
        return;
    }
    const QString password = wantsPassword() ? m_password->text() : QString();
    const CloudChoice cloud = m_clouds[row];
    m_password->clear();
    QDialog::accept();
    emit chosen(cloud, password);
}

} // namespace flotsam
