// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/palettes.h"
#include "tests/support/samplecloud.h"
#include "views/filterbar.h"
#include "views/mainwindow.h"
#include "views/pastedialog.h"
#include "views/summarybar.h"
#include "views/toolwindows.h"

#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QDir>
#include <QLabel>
#include <QLineEdit>
#include <QListView>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QTableView>
#include <QTest>

using namespace flotsam;
using namespace flotsam::test;
using namespace Qt::StringLiterals;

/// A text is pasted, and what it names is shown.
class PasteDialogTest : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void init();
    void cleanup();
    void shortcutTakesTheClipboard();
    void hitsAreSelected();
    void hiddenHitsComeBack();
    void nothingFound();
    void pastingIntoTheFilter();
    void filterOffersToLookUp();
    void quotaErrorOffersProjects();
    void dark();

private:
    template <class T>
    T &find(const QString &name) const
    {
        T *const found = m_window->findChild<T *>(name);
        if (!found)
            qFatal("no %s", qPrintable(name));
        return *found;
    }
    PasteDialog *dialog() const { return m_window->findChild<PasteDialog *>(u"pasteDialog"_s); }
    QTableView &hits() const { return find<QTableView>(u"pasteHits"_s); }
    void keep(QWidget &widget, const QString &name) const;

    std::unique_ptr<Workbench> m_bench;
    std::unique_ptr<MainWindow> m_window;
};

void PasteDialogTest::initTestCase()
{
    QApplication::setStyle(u"Fusion"_s);
    QApplication::setPalette(lightPalette());
}

void PasteDialogTest::init()
{
    m_bench = std::make_unique<Workbench>();
    m_window = std::make_unique<MainWindow>(*m_bench);
    m_window->setDataset(sampleDataset());
    m_window->resize(1280, 720);
    m_window->show();
    m_window->activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(m_window.get()));
}

void PasteDialogTest::cleanup()
{
    m_window.reset();
    m_bench.reset();
}

/// With FLOTSAM_SHOTS set to a folder the picture is kept there.
void PasteDialogTest::keep(QWidget &widget, const QString &name) const
{
    const QString folder = qEnvironmentVariable("FLOTSAM_SHOTS");
    if (folder.isEmpty())
        return;
    QVERIFY(QDir().mkpath(folder));
    QVERIFY(widget.grab().save(folder + u'/' + name + u".png"_s));
}

void PasteDialogTest::shortcutTakesTheClipboard()
{
    QApplication::clipboard()->setText(
        u"Port %1 could not be found. req-1d892b87-4c38-49bf-8b41-aa27ca132572"_s.arg(sampleId('d', 13)));
    QTest::keyClick(m_window.get(), Qt::Key_V, Qt::ControlModifier | Qt::ShiftModifier);
    QVERIFY(dialog() && dialog()->isVisible() && !dialog()->isModal());
    QTRY_COMPARE(hits().model()->rowCount(), 1);
    QVERIFY(find<QLabel>(u"pasteMissing"_s).text().contains(u"req-1d892b87"_s));
    keep(*dialog(), u"paste"_s);
    // A clipboard that names nothing is not put in.
    QApplication::clipboard()->setText(u"hello"_s);
    m_window->findChild<QAction *>(u"actionPaste"_s)->trigger();
    QVERIFY(find<QPlainTextEdit>(u"pasteText"_s).toPlainText().contains(sampleId('d', 13)));
}

void PasteDialogTest::hitsAreSelected()
{
    m_window->tools().findPasted(sampleId('a', 3) + u'\n' + sampleId('d', 21) + u" fa:16:3e:00:00:05"_s);
    QTRY_COMPARE(hits().model()->rowCount(), 3);
    hits().setFocus();
    QTest::keyClick(&hits(), Qt::Key_Down);
    hits().setCurrentIndex(hits().model()->index(0, 0));
    QCOMPARE(m_bench->hub().selection(), (Selection{TableKind::Instances, {sampleId('a', 3)}}));
    hits().setCurrentIndex(hits().model()->index(1, 0));
    QCOMPARE(m_bench->hub().selection(), (Selection{TableKind::Ports, {sampleId('d', 21)}}));
    auto &all = find<QPushButton>(u"pasteShowAll"_s);
    QVERIFY2(all.text().contains(u"2 ports"_s), qPrintable(all.text()));
    all.click();
    QCOMPARE(m_bench->hub().selection(), (Selection{TableKind::Ports, {sampleId('d', 21), sampleId('d', 5)}}));
    QTest::keyClick(&hits(), Qt::Key_Return);
    QTRY_VERIFY(!dialog() || !dialog()->isVisible());
}

void PasteDialogTest::hiddenHitsComeBack()
{
    m_bench->setFilter({u"verdict:in-use"_s});
    m_window->tools().findPasted(sampleId('d', 21));
    QTRY_COMPARE(hits().model()->rowCount(), 1);
    hits().setCurrentIndex(hits().model()->index(0, 0));
    QCOMPARE(m_bench->filter().text, QString());
    QVERIFY(m_bench->hub().isSelected(TableKind::Ports, 21));
    m_bench->setFilter({u"verdict:orphan"_s}); // does not hide it
    find<QPushButton>(u"pasteShowAll"_s).click();
    QCOMPARE(m_bench->filter().text, u"verdict:orphan"_s);
}

void PasteDialogTest::nothingFound()
{
    m_window->tools().findPasted(u"no names here"_s);
    auto &summary = find<QLabel>(u"pasteSummary"_s);
    QTRY_VERIFY(summary.text().contains(u"no id"_s));
    QVERIFY(!find<QPushButton>(u"pasteShowAll"_s).isEnabled());
    QTest::keyClicks(&find<QPlainTextEdit>(u"pasteText"_s), u" 10.99.0.1"_s);
    QTRY_VERIFY(find<QLabel>(u"pasteMissing"_s).text().contains(u"10.99.0.1"_s));
}

void PasteDialogTest::pastingIntoTheFilter()
{
    auto &edit = find<QLineEdit>(u"filterEdit"_s);
    edit.setText(u"verdict:orphan"_s);
    edit.setFocus();
    edit.setCursorPosition(int(edit.text().size()));
    QApplication::clipboard()->setText(
        u"ERROR nova.compute.manager [instance: %1] Instance failed\nnetwork setup"_s.arg(sampleId('b', 21)));
    edit.paste();
    QVERIFY(dialog() && dialog()->isVisible());
    QCOMPARE(edit.text(), u"verdict:orphan"_s); // the filter stays as it was
    QCOMPARE(m_bench->filter().text, u"verdict:orphan"_s);
    QTRY_COMPARE(hits().model()->rowCount(), 1);
    QVERIFY(hits().model()->index(0, PasteModel::KindColumn).data().toString().contains(u"deleted"_s));
    dialog()->close();
    QTRY_VERIFY(!dialog());
    // A filter or an id is put in as it is.
    edit.clear();
    QApplication::clipboard()->setText(u"project:ci ip:10.0.0.0/24"_s);
    edit.paste();
    QCOMPARE(edit.text(), u"project:ci ip:10.0.0.0/24"_s);
    edit.clear();
    QApplication::clipboard()->setText(sampleId('d', 21));
    edit.paste();
    QCOMPARE(edit.text(), sampleId('d', 21));
    QVERIFY(!dialog());
    QCOMPARE(m_bench->proxy(TableKind::Ports).rowCount(), 1);
}

void PasteDialogTest::filterOffersToLookUp()
{
    auto &edit = find<QLineEdit>(u"filterEdit"_s);
    edit.setFocus();
    QApplication::clipboard()->setText(sampleId('a', 3));
    edit.paste();
    const auto *const list = m_window->findChild<QListView *>(u"filterCompletions"_s);
    QVERIFY(list && list->isVisible());
    QVERIFY(list->model()->index(0, 0).data().toString().startsWith(u"Look everywhere"_s));
    QTest::keyClick(&edit, Qt::Key_Down);
    QTest::keyClick(&edit, Qt::Key_Return);
    QVERIFY(dialog() && dialog()->isVisible());
    QTRY_VERIFY(hits().model()->rowCount() >= 1);
    QCOMPARE(hits().model()->index(0, PasteModel::KindColumn).data().toString(), u"server"_s);
}

void PasteDialogTest::quotaErrorOffersProjects()
{
    auto &edit = find<QLineEdit>(u"filterEdit"_s);
    edit.setFocus();
    QApplication::clipboard()->setText(u"Quota exceeded for resources: ['port']."_s);
    edit.paste();
    QVERIFY(dialog() && dialog()->isVisible());
    QTRY_COMPARE(hits().model()->rowCount(), 1);
    QVERIFY(find<QLabel>(u"pasteSummary"_s).text().contains(u"port quota"_s));
    keep(*dialog(), u"paste-quota"_s);
    hits().setCurrentIndex(hits().model()->index(0, 0));
    QCOMPARE(m_bench->filter().text, u"project="_s + hits().model()->index(0, PasteModel::IdColumn).data().toString());
    QVERIFY(m_bench->proxy(TableKind::Ports).rowCount() > 0);
}

void PasteDialogTest::dark()
{
    QApplication::setPalette(darkPalette());
    m_window->tools().findPasted(sampleId('a', 3) + u'\n' + sampleId('d', 21) + u" fa:16:3e:00:00:05 10.9.9.9"_s);
    QTRY_COMPARE(hits().model()->rowCount(), 3);
    keep(*dialog(), u"paste-dark"_s);
    const QImage image = dialog()->grab().toImage();
    double light = 0;
    for (int y = 0; y < image.height(); y += 7) {
        for (int x = 0; x < image.width(); x += 7)
            light += image.pixelColor(x, y).lightnessF();
    }
    QVERIFY(light / ((image.height() / 7.0) * (image.width() / 7.0)) < 0.4);
    QApplication::setPalette(lightPalette());
}

QTEST_MAIN(PasteDialogTest)
#include "tst_pastedialog.moc"
