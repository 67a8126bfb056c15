// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QList>

#include <string_view>

namespace flotsam {

/// The objects of one source as the service sent them, compact JSON, kept compressed in blocks.
/// Copies share their blocks. Reading one object unpacks its block: for the eye, not for loops (use forEach).
class RawItems
{
public:
    void append(std::string_view json);
    void append(const RawItems &other);
    int size() const { return int(m_index.size() + m_pendingEnds.size()); }
    QByteArray at(int index) const;

    template <class F>
    void forEach(F &&each) const
    {
        for (const Block &block : m_blocks) {
            const QByteArray text = unpack(block);
            for (int i = 0; i < block.count; ++i)
                each(slice(text, block, i));
        }
        for (qsizetype i = 0; i < m_pendingEnds.size(); ++i)
            each(pending(i));
    }

private:
    struct Block
    {
        QByteArray packed;
        QList<quint32> ends;
        int count = 0;
    };
    struct Place
    {
        int block;
        int position;
    };
    static QByteArray unpack(const Block &block);
    static QByteArray slice(const QByteArray &text, const Block &block, int position);
    QByteArray pending(qsizetype index) const;
    void flush();

    QList<Block> m_blocks;
    QList<Place> m_index;
    QByteArray m_pendingText;
    QList<quint32> m_pendingEnds;
};

} // namespace flotsam
