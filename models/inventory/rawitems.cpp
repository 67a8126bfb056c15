// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/inventory/rawitems.h"

namespace flotsam {

namespace {
// Large enough to compress repeated keys well, small enough to unpack within a frame.
constexpr qsizetype BlockBytes = 64 * 1024;
} // namespace

void RawItems::append(std::string_view json)
{
    m_pendingText.append(json.data(), qsizetype(json.size()));
    m_pendingEnds.append(quint32(m_pendingText.size()));
    if (m_pendingText.size() >= BlockBytes)
        flush();
}

void RawItems::append(const RawItems &other)
{
    if (m_pendingEnds.size())
        flush();
    const int shift = int(m_blocks.size());
    m_blocks += other.m_blocks;
    m_index.reserve(m_index.size() + other.m_index.size());
    for (const Place &place : other.m_index)
        m_index.append({place.block + shift, place.position});
    m_pendingText = other.m_pendingText;
    m_pendingEnds = other.m_pendingEnds;
}

QByteArray RawItems::at(int index) const
{
    if (index < 0 || index >= size())
        return {};
    if (index >= m_index.size())
        return pending(index - m_index.size());
    const Place place = m_index[index];
    const Block &block = m_blocks[place.block];
    return slice(unpack(block), block, place.position);
}

QByteArray RawItems::unpack(const Block &block) { return qUncompress(block.packed); }

QByteArray RawItems::slice(const QByteArray &text, const Block &block, int position)
{
    const quint32 from = position ? block.ends[position - 1] : 0;
    return text.mid(from, block.ends[position] - from);
}

QByteArray RawItems::pending(qsizetype index) const
{
    const quint32 from = index ? m_pendingEnds[index - 1] : 0;
    return m_pendingText.mid(from, m_pendingEnds[index] - from);
}

void RawItems::flush()
{
    const int count = int(m_pendingEnds.size());
    const int number = int(m_blocks.size());
    QByteArray packed = qCompress(m_pendingText, 1);
    packed.squeeze(); // it has room for the unpacked text
    m_pendingEnds.squeeze();
    m_blocks.append({packed, m_pendingEnds, count});
    for (int i = 0; i < count; ++i)
        m_index.append({number, i});
    m_pendingText.clear();
    m_pendingEnds.clear();
}

} // namespace flotsam
