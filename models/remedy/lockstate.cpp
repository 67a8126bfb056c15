// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/remedy/lockstate.h"

#include <QFileInfo>
#include <QSettings>
#include <QStandardPaths>

using namespace Qt::StringLiterals;

namespace flotsam {

namespace {

const QString Key = u"protected_clouds"_s;

} // namespace

ProtectedClouds::ProtectedClouds(const QString &file)
    : m_file(file.isEmpty()
                 ? QStandardPaths::writableLocation(QStandardPaths::GenericConfigLocation) + u"/flotsam/protected.ini"_s
                 : file)
{
    const QSettings settings(m_file, QSettings::IniFormat);
    const QStringList names = settings.value(Key).toStringList();
    m_names = QSet<QString>(names.begin(), names.end());
    // QSettings takes a file that may not be read for an empty one.
    const QFileInfo info(m_file);
    m_readable = settings.status() == QSettings::NoError && (!info.exists() || (info.isFile() && info.isReadable()));
}

bool ProtectedClouds::set(const QString &cloud, bool isProtected)
{
    if (!m_readable)
        return false; // writing would forget the others
    if (isProtected)
        m_names.insert(cloud);
    else
        m_names.remove(cloud);
    QStringList names(m_names.begin(), m_names.end());
    names.sort();
    QSettings settings(m_file, QSettings::IniFormat);
    settings.setValue(Key, names);
    settings.sync();
    return settings.status() == QSettings::NoError;
}

LockState::LockState(const ProtectedClouds &clouds, QObject *parent)
    : QObject(parent)
    , m_clouds(clouds)
{ }

void LockState::setCloud(const QString &cloud)
{
    m_cloud = cloud;
    m_unlocked = false;
    emit changed();
}

bool LockState::unlock(const QString &typed)
{
    if (m_cloud.isEmpty() || (isProtected() && typed != m_cloud))
        return false;
    m_unlocked = true;
    emit changed();
    return true;
}

void LockState::lock()
{
    m_unlocked = false;
    emit changed();
}

bool LockState::setProtected(bool isProtected)
{
    if (m_cloud.isEmpty() || (!isProtected && this->isProtected() && !m_unlocked))
        return false;
    const bool kept = m_clouds.set(m_cloud, isProtected);
    if (isProtected)
        m_unlocked = false;
    emit changed();
    if (!kept)
        emit notKept(m_clouds.file());
    return kept;
}

QString LockState::trouble() const
{
    return m_clouds.isReadable()
        ? QString()
        : tr("Which clouds are protected cannot be read from %1: every one counts as protected.").arg(m_clouds.file());
}

} // namespace flotsam
