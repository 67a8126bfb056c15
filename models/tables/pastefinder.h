// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/tables/pastedtokens.h"
#include "models/tables/selectionhub.h"

#include <QAbstractTableModel>

namespace flotsam {

/// An object of the cloud that a pasted text names.
struct PasteHit
{
    QString kind; ///< "port", "deleted server", "NIC"… Translated.
    QString id;
    QString name;
    QString how; ///< by what it was found: "ID", "MAC address", "device_id"…
    QString where; ///< network and verdict, state, stack, node: what tells it from others
    int token = 0; ///< in PasteResult::tokens; -1: by what the text says as a whole
    Selection selection; ///< rows of the tables that show it
    QString filter; ///< for what has no row: the ports that belong to it; empty where selection is not
};

struct PasteResult
{
    QList<PastedToken> tokens;
    QList<PasteHit> hits; ///< in the order of the tokens
    QList<int> missing; ///< tokens that name nothing in the reading

    /// Ports among the hits; where there are none, servers; else resources.
    Selection everything() const;
};

/// Looks the tokens of \a text up among ports, servers (deleted ones and those that only ports name too), stacks,
/// resources, networks, subnets, routers, floating IPs, trunks, load balancers, projects, nodes, NICs and the requests
/// in servers' actions; and the projects without room where it says that a port quota is used up. Linear in the size of
/// the cloud.
PasteResult findPasted(const QString &text, const Dataset &dataset);

/// "1 MAC address and 2 UUIDs name nothing in this reading: …", empty where all was found.
QString missingText(const PasteResult &result);
QString tokenKindText(PastedToken::Kind kind);

/// The hits as a table.
class PasteModel : public QAbstractTableModel
{
    Q_OBJECT
public:
    enum Column
    {
        KindColumn,
        NameColumn,
        WhereColumn,
        HowColumn,
        IdColumn,
        ColumnCount
    };
    using QAbstractTableModel::QAbstractTableModel;

    void setResult(const PasteResult &result);
    const PasteResult &result() const { return m_result; }
    const PasteHit &hit(int row) const { return m_result.hits[row]; }

    int rowCount(const QModelIndex &parent = {}) const override;
    int columnCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

private:
    PasteResult m_result;
};

} // namespace flotsam
