// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/inventory/address.h"

#include <QHashFunctions>

#include <algorithm>

#include <arpa/inet.h>

using namespace Qt::StringLiterals;

namespace flotsam {

std::optional<IpAddress> IpAddress::fromString(QStringView text)
{
    const QByteArray latin = text.trimmed().toLatin1();
    IpAddress result;
    result.v6 = latin.contains(':');
    if (inet_pton(result.v6 ? AF_INET6 : AF_INET, latin.constData(), result.bytes.data()) != 1)
        return std::nullopt;
    return result;
}

size_t qHash(const IpAddress &address, size_t seed) noexcept
{
    return qHashBits(address.bytes.data(), address.bytes.size(), seed ^ size_t(address.v6));
}

std::optional<IpPrefix> IpPrefix::fromString(QStringView text)
{
    const qsizetype slash = text.indexOf(u'/');
    const auto address = IpAddress::fromString(slash < 0 ? text : text.first(slash));
    if (!address)
        return std::nullopt;
    IpPrefix result{*address, address->bits()};
    if (slash >= 0) {
        bool ok = false;
        const int length = text.sliced(slash + 1).trimmed().toInt(&ok);
        if (!ok || length < 0 || length > address->bits())
            return std::nullopt;
        result.length = length;
    }
    return result;
}

IpAddress IpPrefix::network() const
{
    IpAddress masked = address;
    for (int i = 0; i < 16; ++i) {
        const int keep = std::clamp(length - 8 * i, 0, 8);
        masked.bytes[size_t(i)] &= std::uint8_t(0xff << (8 - keep));
    }
    return masked;
}

bool IpPrefix::contains(const IpAddress &other) const
{
    return address.v6 == other.v6 && IpPrefix{other, length}.network() == network();
}

bool IpPrefix::covers(const IpPrefix &other) const { return length <= other.length && contains(other.address); }

QString normalizedMac(QStringView text)
{
    QString digits;
    for (const QChar c : text.trimmed()) {
        if (c == u':' || c == u'-' || c == u'.')
            continue;
        const QChar lower = c.toLower();
        if (!(lower >= u'0' && lower <= u'9') && !(lower >= u'a' && lower <= u'f'))
            return {};
        digits += lower;
    }
    if (digits.size() < 12 || digits.size() % 2)
        return {};
    QString mac;
    mac.reserve(digits.size() * 3 / 2);
    for (qsizetype i = 0; i < digits.size(); i += 2) {
        if (i)
            mac += u':';
        mac += QStringView(digits).sliced(i, 2);
    }
    return mac;
}

} // namespace flotsam
