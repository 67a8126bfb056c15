// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/inventory/snapshot.h"

#include <tuple>

namespace flotsam {

/// Of two copies of one object (a page that moved while it was read) the one of higher rank stays: the later one; where
/// that is not to be told, the one that is safer to believe. Never the order in which they came: it is not a fact.
std::tuple<qint64, Time, int> copyRank(const Port &item);
std::tuple<int, Time> copyRank(const Server &item);
std::tuple<int, Time> copyRank(const Stack &item);
std::tuple<int, Time> copyRank(const StackResource &item);
int copyRank(const Node &item);
int copyRank(const FloatingIp &item);
int copyRank(const Trunk &item);
template <class T>
int copyRank(const T &)
{
    return 0;
}

/// Adds to \a kept what only the dropped copy says and a port's safety may hang on. Nothing tells which of the two is
/// the later one (Neutron raises no revision of a port for its trunk or floating IP, Ironic has none), and a reference
/// that one of them names may exist.
void absorb(Port &kept, const Port &dropped);
void absorb(Server &kept, const Server &dropped);
void absorb(StackResource &kept, const StackResource &dropped);
void absorb(Node &kept, const Node &dropped);
void absorb(Nic &kept, const Nic &dropped);
void absorb(FloatingIp &kept, const FloatingIp &dropped);
void absorb(Trunk &kept, const Trunk &dropped);
void absorb(LoadBalancer &kept, const LoadBalancer &dropped);
template <class T>
void absorb(T &, const T &)
{ }

} // namespace flotsam
