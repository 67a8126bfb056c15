// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cloud/cloudconfig.h"
#include "app/cloud/secret.h"
#include "models/inventory/error.h"

#include <QHash>
#include <QObject>

#include <functional>
#include <memory>
#include <optional>

namespace flotsam {

/// Keeps passwords between sessions. Every call returns at once; the callback comes later on the calling thread, and
/// never after \a context is gone. A failure to read means: ask for the password.
class SecretStore
{
public:
    using ReadCallback = std::function<void(const Result<Secret> &)>;
    using WriteCallback = std::function<void(const std::optional<Error> &)>;

    virtual ~SecretStore() = default;
    virtual void read(const QString &key, QObject *context, ReadCallback callback) = 0;
    virtual void write(const QString &key, const Secret &secret, QObject *context, WriteCallback callback) = 0;
    virtual void remove(const QString &key, QObject *context, WriteCallback callback) = 0;

    /// One key per cloud, address and user.
    static QString keyFor(const CloudConfig &config);
    /// The desktop's keychain (Secret Service, KWallet). Never falls back to plain text.
    static std::unique_ptr<SecretStore> keychain();
    /// Remembers until it is destroyed; also the fake for tests.
    static std::unique_ptr<SecretStore> inMemory();
};

} // namespace flotsam
