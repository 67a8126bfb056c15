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
    /// \a file empty: `<XDG config>/flotsam/protected.ini`.
    explicit ProtectedClouds(const QString &file = {});
    bool contains(const QString &cloud) const { return m_names.contains(cloud); }
    /// False where it could not be written; it holds for this session all the same.
    bool set(const QString &cloud, bool isProtected);

private:
    QString m_file;
    QSet<QString> m_names;
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
    /// where the mark could not be written.
    bool setProtected(bool isProtected);

signals:
    void changed();

private:
    ProtectedClouds m_clouds;
    QString m_cloud;
    bool m_unlocked = false;
};

} // namespace flotsam
