// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/tables/savedfilters.h"

#include "models/tables/format.h"

#include <QCoreApplication>
#include <QSettings>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace flotsam {

SavedFilters::SavedFilters()
{
    QSettings file(QSettings::IniFormat, QSettings::UserScope, u"flotsam"_s, u"flotsam"_s);
    const int count = file.beginReadArray(u"filters"_s);
    for (int i = 0; i < count; ++i) {
        file.setArrayIndex(i);
        const SavedFilter filter{file.value(u"name"_s).toString(), file.value(u"text"_s).toString()};
        if (!filter.name.isEmpty() && !filter.text.isEmpty())
            m_filters += filter;
    }
}

QList<SavedFilter> SavedFilters::builtIn()
{
    const auto tr = [](const char *text) { return QCoreApplication::translate("flotsam::SavedFilters", text); };
    return {
        {tr("Leaked, proven"), u"verdict:orphan confidence:proven"_s},
        {tr("Leaked, likely"), u"verdict:orphan confidence:likely"_s},
        {tr("In the way of a bare-metal deployment"), u"flag:mac-conflict"_s},
        {tr("Left by failed Heat stacks"), u"reason:heat-failed-server,heat-replaced,heat-stack-gone"_s},
        {tr("Of projects whose quota is full"), u"flag:over-quota"_s},
        {tr("Unattached for more than a week"), u"verdict:unattached age>7d"_s},
        {tr("Could not be judged"), u"verdict:unknown"_s},
    };
}

bool SavedFilters::save(const SavedFilter &filter)
{
    m_filters.removeIf([&](const SavedFilter &known) { return known.name == filter.name; });
    m_filters += filter;
    std::sort(m_filters.begin(), m_filters.end(),
              [](const SavedFilter &a, const SavedFilter &b) { return naturalCompare(a.name, b.name) < 0; });
    return write();
}

bool SavedFilters::remove(const QString &name)
{
    m_filters.removeIf([&](const SavedFilter &known) { return known.name == name; });
    return write();
}

bool SavedFilters::write()
{
    QSettings file(QSettings::IniFormat, QSettings::UserScope, u"flotsam"_s, u"flotsam"_s);
    file.remove(u"filters"_s);
    file.beginWriteArray(u"filters"_s, int(m_filters.size()));
    for (int i = 0; i < int(m_filters.size()); ++i) {
        file.setArrayIndex(i);
        file.setValue(u"name"_s, m_filters[i].name);
        file.setValue(u"text"_s, m_filters[i].text);
    }
    file.endArray();
    file.sync();
    return file.status() == QSettings::NoError;
}

} // namespace flotsam
