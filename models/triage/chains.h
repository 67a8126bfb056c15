// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QHash>

#include <vector>

namespace flotsam {

/// Positions by key, several for one key, in two allocations however many keys there are.
template <class Key>
class Chains
{
public:
    void add(const Key &key, int item)
    {
        int &head = m_heads[key]; // 0 where the key is new: links count from 1
        m_links.push_back({item, head});
        head = int(m_links.size());
    }

    bool contains(const Key &key) const { return m_heads.contains(key); }

    template <class F>
    void forEach(const Key &key, F &&each) const
    {
        for (int link = m_heads.value(key, 0); link > 0; link = m_links[size_t(link) - 1].next)
            each(m_links[size_t(link) - 1].item);
    }

private:
    struct Link
    {
        int item;
        int next;
    };
    QHash<Key, int> m_heads;
    std::vector<Link> m_links;
};

} // namespace flotsam
