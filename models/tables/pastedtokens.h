// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QList>
#include <QString>

namespace flotsam {

/// Something in a pasted text that may name an object of a cloud.
struct PastedToken
{
    enum class Kind
    {
        Uuid,
        HexId, ///< 32 hexadecimal digits: a project's id, or a UUID without its dashes
        Mac,
        Address, ///< IPv4 or IPv6
        RequestId, ///< req-<uuid>
    };
    Kind kind = Kind::Uuid;
    QString text; ///< lower-case; a MAC with colons
    qsizetype position = 0; ///< of its first occurrence
    qsizetype length = 0;
    bool certain = true; ///< false for twelve hexadecimal digits in a row, which may be anything

    friend bool operator==(const PastedToken &, const PastedToken &) = default;
};

/// What a log line, an error message, a printed table or JSON holds, each once, in the order of its appearance.
/// Addresses that name no machine (loopback, unspecified) are left out.
QList<PastedToken> tokensIn(const QString &text);

/// True where a service says that a port quota is used up: Neutron's OverQuota, Nova's PortLimitExceeded.
bool tellsOfPortQuota(const QString &text);

/// True for text that was written by a program rather than as a filter: it holds a token, or tells of a quota, and more
/// words, and no term.
bool looksPasted(const QString &text);

} // namespace flotsam
