// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/cloud/secretstore.h"

#include <QPointer>
#include <QTimer>

#include <qt6keychain/keychain.h>

#include <chrono>

using namespace Qt::StringLiterals;

namespace flotsam {
namespace {

constexpr auto Service = "flotsam"_L1;
/// A keychain that waits for its owner to unlock it must not keep us waiting for ever.
constexpr std::chrono::seconds Patience{30};

Error storeError(const QString &what, const QString &message)
{
    Error error;
    error.kind = Error::Kind::File;
    error.what = what;
    error.serviceMessage = message;
    error.advice = u"The password is asked for instead."_s;
    return error;
}

/// Starts \a job; \a done gets an error text, empty on success, once.
template <class Job>
void runJob(Job *job, QObject *context, std::function<void(Job *, const QString &)> done)
{
    job->setAutoDelete(false);
    job->setInsecureFallback(false);
    auto *patience = new QTimer(context);
    patience->setSingleShot(true);
    const auto settle = [context = QPointer<QObject>(context), job = QPointer<Job>(job),
                         patience = QPointer<QTimer>(patience), done](const QString &problem) {
        if (!patience)
            return;
        delete patience.data();
        if (context && job)
            done(job, problem);
    };
    QObject::connect(patience, &QTimer::timeout, context, [settle] { settle(u"the keychain did not answer"_s); });
    QObject::connect(job, &QKeychain::Job::finished, job, [job, settle] {
        settle(job->error() == QKeychain::NoError ? QString() : job->errorString());
        job->deleteLater();
    });
    patience->start(Patience);
    job->start();
}

class KeychainStore : public SecretStore
{
public:
    void read(const QString &key, QObject *context, ReadCallback callback) override
    {
        auto *job = new QKeychain::ReadPasswordJob(Service);
        job->setKey(key);
        runJob<QKeychain::ReadPasswordJob>(
            job, context, [callback](QKeychain::ReadPasswordJob *done, const QString &problem) {
                if (problem.isEmpty())
                    callback(Secret(done->textData()));
                else
                    callback(storeError(u"Reading the password from the keychain"_s, problem));
            });
    }

    void write(const QString &key, const Secret &secret, QObject *context, WriteCallback callback) override
    {
        auto *job = new QKeychain::WritePasswordJob(Service);
        job->setKey(key);
        job->setTextData(secret.reveal());
        runJob<QKeychain::WritePasswordJob>(job, context,
                                            [callback](QKeychain::WritePasswordJob *, const QString &problem) {
                                                callback(result(u"Writing the password to the keychain"_s, problem));
                                            });
    }

    void remove(const QString &key, QObject *context, WriteCallback callback) override
    {
        auto *job = new QKeychain::DeletePasswordJob(Service);
        job->setKey(key);
        runJob<QKeychain::DeletePasswordJob>(
            job, context, [callback](QKeychain::DeletePasswordJob *, const QString &problem) {
                callback(result(u"Removing the password from the keychain"_s, problem));
            });
    }

private:
    static std::optional<Error> result(const QString &what, const QString &problem)
    {
        return problem.isEmpty() ? std::nullopt : std::optional(storeError(what, problem));
    }
};

class MemoryStore : public SecretStore
{
public:
    void read(const QString &key, QObject *context, ReadCallback callback) override
    {
        const auto found = m_secrets.constFind(key);
        const Result<Secret> result = found != m_secrets.constEnd()
            ? Result<Secret>(*found)
            : storeError(u"Reading the password"_s, u"it is not known"_s);
        QMetaObject::invokeMethod(
            context, [callback, result] { callback(result); }, Qt::QueuedConnection);
    }

    void write(const QString &key, const Secret &secret, QObject *context, WriteCallback callback) override
    {
        m_secrets.insert(key, secret);
        QMetaObject::invokeMethod(
            context, [callback] { callback(std::nullopt); }, Qt::QueuedConnection);
    }

    void remove(const QString &key, QObject *context, WriteCallback callback) override
    {
        m_secrets.remove(key);
        QMetaObject::invokeMethod(
            context, [callback] { callback(std::nullopt); }, Qt::QueuedConnection);
    }

private:
    QHash<QString, Secret> m_secrets;
};

} // namespace

QString SecretStore::keyFor(const CloudConfig &config)
{
    return config.name + u'|' + config.authUrl.toString() + u'|'
        + (config.userDomainId.isEmpty() ? config.userDomainName : config.userDomainId) + u'|' + config.userLabel();
}

std::unique_ptr<SecretStore> SecretStore::keychain() { return std::make_unique<KeychainStore>(); }

std::unique_ptr<SecretStore> SecretStore::inMemory() { return std::make_unique<MemoryStore>(); }

} // namespace flotsam
