// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QList>
#include <QString>

namespace flotsam {

struct SavedFilter
{
    QString name;
    QString text;
    friend bool operator==(const SavedFilter &, const SavedFilter &) = default;
};

/// Filters that the user gave a name, kept in the settings file of the program, in the order of their names.
class SavedFilters
{
public:
    SavedFilters();

    /// Filters that everybody needs. Translated names.
    static QList<SavedFilter> builtIn();
    const QList<SavedFilter> &all() const { return m_filters; }
    /// Replaces a filter of the same name. False where the settings cannot be written.
    bool save(const SavedFilter &filter);
    bool remove(const QString &name);

private:
    bool write();
    QList<SavedFilter> m_filters;
};

} // namespace flotsam
