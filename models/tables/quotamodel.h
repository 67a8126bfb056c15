// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/tables/quotarows.h"

#include <QAbstractListModel>

namespace flotsam {

/// The port quotas as a list. Rows whose project stays keep their place in a view's selection.
class QuotaModel : public QAbstractListModel
{
    Q_OBJECT
public:
    enum Role
    {
        ProjectIdRole = Qt::UserRole,
    };
    using QAbstractListModel::QAbstractListModel;

    void setRows(QList<QuotaRow> rows);
    const QuotaRow &row(int row) const { return m_rows[row]; }
    int rowOf(const QString &projectId) const;

    int rowCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;

private:
    QList<QuotaRow> m_rows;
};

/// "500 / 500", "16 of unlimited", "16 ports seen".
QString quotaUsage(const QuotaRow &row);
/// What the row comes to, most pressing first: "214 freeable", "full", "full in 3 d at this rate", "12 not visible".
QString quotaOutlook(const QuotaRow &row);
/// How the rate was worked out, a sentence; empty where nothing was created lately.
QString quotaGrowth(const QuotaRow &row);
/// Of something that still makes ports; empty where nothing does.
QString quotaWarning(const QuotaRow &row);
/// "214 orphan", "12 counted by the quota, but not visible".
QString quotaPartText(const QuotaPart &part);

} // namespace flotsam
