// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QHash>
#include <QMainWindow>
#include <QObject>
#include <QSettings>
#include <QThreadPool>
#include <QTimer>
#include <QVariant>

#include <memory>

namespace flotsam {

class TableView;

/// Keeps where docks, columns and the window stand in the settings file, written on a worker: the disk may be slow. A
/// file that says nonsense changes nothing.
class WindowMemory : public QObject
{
    Q_OBJECT
public:
    /// Call it when the window is complete: what it looks like then is what resetLayout() goes back to.
    WindowMemory(QMainWindow *window, const QHash<QString, TableView *> &tables);

    /// Restores what \a settings hold, and keeps changes there from now on. True where docks were restored.
    bool use(std::unique_ptr<QSettings> settings);
    /// Writes \a values to those settings; before use() nothing is kept.
    void keep(const QHash<QString, QVariant> &values);
    void resetLayout();

signals:
    /// Docks are in their places again, but for their sizes.
    void layoutReset();

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    static constexpr int LayoutVersion = 1;
    void save();

    QMainWindow *m_window;
    QHash<QString, TableView *> m_tables;
    QString m_file; ///< of the settings
    QSettings::Format m_format = QSettings::IniFormat;
    QByteArray m_initial;
    QTimer m_later;
    QThreadPool m_writer; ///< of one thread: what is written last stays
};

} // namespace flotsam
