// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QStringView>

#include <array>
#include <compare>
#include <cstdint>
#include <optional>

namespace flotsam {

/// An IP address compared as a number: every spelling of one address is equal.
struct IpAddress
{
    bool v6 = false;
    std::array<std::uint8_t, 16> bytes{}; ///< network order; IPv4 uses the first four

    static std::optional<IpAddress> fromString(QStringView text);
    int bits() const { return v6 ? 128 : 32; }
    friend auto operator<=>(const IpAddress &, const IpAddress &) = default;
};

size_t qHash(const IpAddress &address, size_t seed = 0) noexcept;

/// An address with a prefix length; a plain address is the prefix of its full length.
struct IpPrefix
{
    IpAddress address;
    int length = 0;

    static std::optional<IpPrefix> fromString(QStringView text);
    /// The prefix's first address: the host bits are zero.
    IpAddress network() const;
    bool isHost() const { return length == address.bits(); }
    bool contains(const IpAddress &other) const;
    /// True where every address of \a other lies in this prefix.
    bool covers(const IpPrefix &other) const;
};

/// Lower-case with colons, from colons, dashes or dots; empty where \a text is no 48-bit MAC.
/// A longer hardware address (InfiniBand) is lower-cased with colons.
QString normalizedMac(QStringView text);

} // namespace flotsam
