// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/tables/quotamodel.h"

#include "models/tables/format.h"
#include "models/triage/explain.h"

#include <QStringList>

#include <algorithm>
#include <cmath>

using namespace Qt::StringLiterals;

namespace flotsam {

void QuotaModel::setRows(QList<QuotaRow> rows)
{
    const bool same = rows.size() == m_rows.size()
        && std::equal(rows.begin(), rows.end(), m_rows.begin(),
                      [](const QuotaRow &a, const QuotaRow &b) { return a.projectId == b.projectId; });
    if (same) {
        m_rows = std::move(rows);
        if (!m_rows.isEmpty())
            emit dataChanged(index(0), index(int(m_rows.size()) - 1));
        return;
    }
    beginResetModel();
    m_rows = std::move(rows);
    endResetModel();
}

int QuotaModel::rowOf(const QString &projectId) const
{
    const auto found
        = std::find_if(m_rows.begin(), m_rows.end(), [&](const QuotaRow &row) { return row.projectId == projectId; });
    return found == m_rows.end() ? -1 : int(found - m_rows.begin());
}

int QuotaModel::rowCount(const QModelIndex &parent) const { return parent.isValid() ? 0 : int(m_rows.size()); }

QVariant QuotaModel::data(const QModelIndex &index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const QuotaRow &row = m_rows[index.row()];
    switch (role) {
    case Qt::DisplayRole:
        return row.name;
    case Qt::AccessibleTextRole: {
        QStringList parts{row.name, quotaUsage(row), quotaOutlook(row), quotaWarning(row)};
        parts.removeAll(QString());
        return parts.join(u", "_s);
    }
    case Qt::ToolTipRole: {
        QStringList lines{row.name, row.projectId, QString(), quotaUsage(row)};
        for (const QuotaPart &part : quotaParts(row))
            lines += quotaPartText(part);
        for (const QString &line : {quotaGrowth(row), quotaWarning(row)}) {
            if (!line.isEmpty())
                lines += {QString(), line};
        }
        if (row.name == row.projectId)
            lines.removeFirst();
        return lines.join(u'\n');
    }
    case ProjectIdRole:
        return row.projectId;
    default:
        return {};
    }
}

QString quotaUsage(const QuotaRow &row)
{
    if (!row.known)
        return QuotaModel::tr("%1 seen, quota not read").arg(groupedNumber(row.used));
    if (row.limit < 0)
        return QuotaModel::tr("%1, no limit").arg(groupedNumber(row.taken()));
    return QuotaModel::tr("%1 / %2").arg(groupedNumber(row.taken()), groupedNumber(row.limit));
}

QString quotaOutlook(const QuotaRow &row)
{
    QStringList parts;
    if (row.isFull())
        parts += QuotaModel::tr("full");
    const QString freeable = groupedNumber(row.reclaimable);
    if (row.reclaimable > row.proven)
        parts += QuotaModel::tr("%1 freeable (%2 proven)").arg(freeable, groupedNumber(row.proven));
    else if (row.reclaimable > 0)
        parts += QuotaModel::tr("%1 freeable").arg(freeable);
    if (row.daysLeft && *row.daysLeft < 1)
        parts += QuotaModel::tr("full within a day at this rate");
    else if (row.daysLeft && *row.daysLeft < 60)
        parts += QuotaModel::tr("full in %1 d at this rate").arg(int(std::floor(*row.daysLeft)));
    if (row.hidden > 0)
        parts += QuotaModel::tr("%1 not visible").arg(groupedNumber(row.hidden));
    return parts.join(u" · "_s);
}

QString quotaGrowth(const QuotaRow &row)
{
    if (row.recent == 0)
        return {};
    const QString rate = row.perDay >= 10 ? QString::number(std::lround(row.perDay))
                                          : QString::number(std::round(row.perDay * 10) / 10);
    const QString window = row.windowHours > 24 ? QuotaModel::tr("7 days") : QuotaModel::tr("24 hours");
    return QuotaModel::tr("%1 of the ports created in the last %2 still exist: %3 a day. What was created and deleted "
                          "meanwhile, and what is deleted from now on, is not counted: an estimate.")
        .arg(groupedNumber(row.recent), window, rate);
}

QString quotaWarning(const QuotaRow &row)
{
    if (!row.growing)
        return {};
    const GrowingPattern &growing = *row.growing;
    QString who = QuotaModel::tr("Ports without a name");
    if (growing.ofServers)
        who = QuotaModel::tr("Ports of servers “%1”").arg(growing.pattern);
    else if (!growing.pattern.isEmpty())
        who = QuotaModel::tr("“%1”").arg(growing.pattern);
    const QString pace = growing.atOnce > 1
        ? QuotaModel::tr("%1 every %2").arg(growing.atOnce).arg(ageText(growing.every))
        : QuotaModel::tr("one every %1").arg(ageText(growing.every));
    return QuotaModel::tr("%1: %2, the last %3 ago. A controller is still creating these: stop it first.")
        .arg(who, pace, ageText(growing.lastAge));
}

QString quotaPartText(const QuotaPart &part)
{
    const QString amount = groupedNumber(part.amount);
    switch (part.kind) {
    case QuotaPart::Kind::Healthy:
        return QuotaModel::tr("%1 in use").arg(amount);
    case QuotaPart::Kind::Hidden:
        return QuotaModel::tr("%1 counted by the quota, but not visible").arg(amount);
    case QuotaPart::Kind::Reserved:
        return QuotaModel::tr("%1 reserved by requests under way").arg(amount);
    case QuotaPart::Kind::Free:
        return QuotaModel::tr("%1 free").arg(amount);
    default:
        return amount + u' ' + verdictTitle(verdictsOf(part.kind).first()).toLower();
    }
}

} // namespace flotsam
