// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QSet>
#include <QString>

namespace flotsam {

/// The clouds that the user marked as protected: their name is shown large and must be typed to unlock them. Kept in a
/// small settings file.
class ProtectedClouds
{
public:
    /// \a file empty: `<XDG config>/flotsam/protected.ini`. Where that is there and cannot be read, every cloud counts
    /// as protected.
    explicit ProtectedClouds(const QString &file = {});
    bool contains(const QString &cloud) const { return !m_readable || m_names.contains(cloud); }
    bool isReadable() const { return m_readable; }
    const QString &file() const { return m_file; }
    /// False where it could not be written; it holds for this session all the same.
    bool set(const QString &cloud, bool isProtected);

private:
    QString m_file;
    QSet<QString> m_names;
    bool m_readable = true;
};

/// Whether this session may change anything. Read-only until somebody unlocks it, and again after every change of
/// cloud.
class LockState : public QObject
{
    Q_OBJECT
public:
    explicit LockState(const ProtectedClouds &clouds = ProtectedClouds(), QObject *parent = nullptr);

    bool isUnlocked() const { return m_unlocked; }
    bool isProtected() const { return m_clouds.contains(m_cloud); }
    const QString &cloud() const { return m_cloud; }
    /// Locks, whatever the cloud was before.
    void setCloud(const QString &cloud);
    /// \a typed: the cloud's name as typed by the user; asked for where it is protected. False where that is wrong or
    /// there is no cloud.
    bool unlock(const QString &typed = {});
    void lock();
    /// Marking a cloud as protected locks it; the mark comes off an unlocked one only. False where that is not so, or
    /// where the mark could not be written: then notKept() tells of it.
    bool setProtected(bool isProtected);
    /// Why every cloud counts as protected; empty where the marks could be read. Translated.
    QString trouble() const;

signals:
    void changed();
    /// The marks are as they were set, for this session only.
    void notKept(const QString &file);

private:
    ProtectedClouds m_clouds;
    QString m_cloud;
    bool m_unlocked = false;
};

} // namespace flotsam
