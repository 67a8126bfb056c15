// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/tables/pastefinder.h"

#include <QStringList>

using namespace Qt::StringLiterals;

namespace flotsam {

QString tokenKindText(PastedToken::Kind kind)
{
    switch (kind) {
    case PastedToken::Kind::Uuid:
        return PasteModel::tr("ID");
    case PastedToken::Kind::HexId:
        return PasteModel::tr("project ID");
    case PastedToken::Kind::Mac:
        return PasteModel::tr("MAC address");
    case PastedToken::Kind::Address:
        return PasteModel::tr("address");
    case PastedToken::Kind::RequestId:
        break;
    }
    return PasteModel::tr("request");
}

QString missingText(const PasteResult &result)
{
    QStringList parts;
    for (const int token : result.missing)
        parts += tokenKindText(result.tokens[token].kind) + u' ' + result.tokens[token].text;
    return parts.isEmpty() ? QString() : PasteModel::tr("Not in this reading: %1.").arg(parts.join(u", "_s));
}

void PasteModel::setResult(const PasteResult &result)
{
    beginResetModel();
    m_result = result;
    endResetModel();
}

int PasteModel::rowCount(const QModelIndex &parent) const { return parent.isValid() ? 0 : int(m_result.hits.size()); }

int PasteModel::columnCount(const QModelIndex &parent) const { return parent.isValid() ? 0 : ColumnCount; }

QVariant PasteModel::data(const QModelIndex &index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const PasteHit &hit = m_result.hits[index.row()];
    if (role == IdRole)
        return hit.id;
    if (role == LookRole)
        return int(index.column() == IdColumn ? ColumnLook::Code : ColumnLook::Text);
    if (role != Qt::DisplayRole)
        return {};
    switch (Column(index.column())) {
    case KindColumn:
        return hit.kind;
    case NameColumn:
        return hit.name;
    case WhereColumn:
        return hit.where;
    case HowColumn:
        return hit.token < 0 || hit.id == m_result.tokens[hit.token].text
            ? hit.how
            : hit.how + u' ' + m_result.tokens[hit.token].text;
    case IdColumn:
        return hit.id;
    case ColumnCount:
        break;
    }
    return {};
}

QVariant PasteModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole || section < 0 || section >= ColumnCount)
        return {};
    const QStringList titles{tr("Kind"), tr("Name"), tr("Where"), tr("Found by"), tr("ID")};
    return titles[section];
}

} // namespace flotsam
