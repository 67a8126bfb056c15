// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QList>
#include <QString>

#include <optional>
#include <utility>
#include <variant>

namespace flotsam {

/// A failure as a value. Never holds a token, a password or another secret.
struct Error
{
    enum class Kind
    {
        Config, ///< clouds.yaml, environment or command line
        File, ///< reading or writing a local file
        Network, ///< no connection: name, refused, reset, TLS
        Timeout, ///< idle timeout or total deadline
        Cancelled, ///< the user stopped it
        Auth, ///< Keystone refused, or a 401 that a new token did not cure
        Http, ///< the service answered with an error status
        Parse, ///< an answer or a file that cannot be read
    };

    Kind kind = Kind::Network;
    QString what; ///< what failed, e.g. "Listing ports"
    QString object; ///< for which object: an id, a file, a URL without query
    int httpStatus = 0; ///< 0 where no HTTP answer was had
    QString serviceMessage; ///< the service's own words
    QString requestId; ///< x-openstack-request-id (or x-compute-request-id)
    QString advice; ///< what the user can do

    /// One line for a terminal or a message area: every part that is known.
    QString toString() const;
};

/// A value or an Error (GCC 12 has std::expected only in C++23).
template <class T>
class Result
{
public:
    Result(T value)
        : m_value(std::move(value))
    { }
    Result(Error error)
        : m_value(std::move(error))
    { }

    bool ok() const { return std::holds_alternative<T>(m_value); }
    explicit operator bool() const { return ok(); }
    const T &value() const & { return std::get<T>(m_value); }
    T &&value() && { return std::get<T>(std::move(m_value)); }
    const Error &error() const { return std::get<Error>(m_value); }
    const T *operator->() const { return &std::get<T>(m_value); }
    const T &operator*() const { return std::get<T>(m_value); }

private:
    std::variant<T, Error> m_value;
};

} // namespace flotsam
