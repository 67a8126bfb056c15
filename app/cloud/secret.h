// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDebug>
#include <QString>

#include <utility>

namespace flotsam {

/// A password, token or other text that must not be shown. Streams as "***" and has no implicit way to a QString.
class Secret
{
public:
    Secret() = default;
    explicit Secret(QString text)
        : m_text(std::move(text))
    { }

    bool isEmpty() const { return m_text.isEmpty(); }
    /// For the body or header of a request, and nothing else.
    const QString &reveal() const { return m_text; }
    friend bool operator==(const Secret &, const Secret &) = default;

private:
    QString m_text;
};

inline QDebug operator<<(QDebug debug, const Secret &) { return debug << "***"; }

} // namespace flotsam
