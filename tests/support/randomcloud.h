// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/inventory/source.h"

#include <QDateTime>
#include <QHash>
#include <QJsonArray>
#include <QJsonObject>
#include <QStringList>

#include <random>

namespace flotsam {

/// What the generator knows of a port, whatever the snapshot shows of it.
enum class Truth
{
    Needed, ///< its owner is alive, unreadable or in motion, or something relies on it: never deletable
    NotLeaked, ///< somebody may want it: never an orphan
    Leaked, ///< its owner is gone: an orphan, given full evidence
    Stale, ///< somebody's port of a dead owner: stale, given full evidence
    Free, ///< nobody's: unattached, given full evidence
};

/// A small cloud made up at random, as a snapshot file has it.
class RandomCloud
{
public:
    explicit RandomCloud(quint32 seed);

    QJsonObject snapshot(bool shuffled = false);
    bool isMember() const { return m_member; }

    struct Known
    {
        Truth truth;
        QString story;
    };
    QHash<QString, Known> known; ///< by port id

private:
    // Dice
    int roll(int sides) { return int(m_random() % uint(sides)); }
    bool chance(int percent) { return roll(100) < percent; }
    template <class T>
    T oneOf(std::initializer_list<T> list)
    {
        return *(list.begin() + roll(int(list.size())));
    }

    // Spelling: the same thing in the ways that services and operators write it.
    QString uuid();
    QString spelledId(const QString &id);
    QString freshMac();
    QString spelledMac(const QString &mac);
    QString spelledTime(qint64 secondsAgo);
    void putEmpty(QJsonObject &object, const QString &key);
    void put(QJsonObject &object, const QString &key, const QString &text);

    // Objects
    struct Port
    {
        QString id;
        QString project;
        QString network;
        QString name;
        QString device;
        QString owner;
        QString mac;
        QString address;
        QString vif = QStringLiteral("unbound");
        QString host;
        QString vnic = QStringLiteral("normal");
        QString status = QStringLiteral("DOWN");
        qint64 created = 0; ///< seconds ago
        qint64 updated = 0;
        QJsonArray pairs;
        QJsonObject trunk;
        QJsonArray tags;
        QJsonObject profile;
        bool mayLoseTimes = true; ///< what is true of another port does not hang on its times
    };
    Port blank(qint64 age = 0);
    QString keep(const Port &port, Truth truth, const QString &story);
    void add(SourceId source, const QJsonObject &object) { m_items[source].append(object); }
    QString server(const QString &project, const QString &status, const QString &task, const QStringList &macs,
                   SourceId listing = SourceId::Servers, qint64 age = 9000);
    void probe(const QString &server, int status, const QString &version = QStringLiteral("2.60"));
    void death(const QString &server, const QString &project, qint64 born, qint64 died);
    QString stack(const QString &project, const QString &status, const QString &parent = {}, bool deleted = false);
    void resource(const QString &stack, const QString &name, const QString &type, const QString &status,
                  const QString &physical);
    void event(const QString &stack, const QString &resource, qint64 secondsAgo);
    QString node(const QString &state, const QString &instance = {});
    QString nic(const QString &node, const QString &mac, const QString &vifKind, const QString &vif,
                bool group = false);

    // Stories
    void livingServer();
    void hiddenServer();
    void downCell();
    void halfCreated();
    void deadServer();
    void heldByDeadServer();
    void addressHolder();
    void trunk();
    void plumbing();
    void heatStory();
    void heatPair();
    void metalStory();
    void nobodys();
    void otherOrchestrator();
    void seeAsMember();

    std::mt19937 m_random;
    QHash<SourceId, QJsonArray> m_items;
    QJsonObject m_serverProbes;
    QJsonObject m_actions;
    QJsonObject m_observations;
    QStringList m_projects;
    QStringList m_networks;
    QHash<QString, QString> m_projectOfServer;
    QDateTime m_now;
    int m_addresses = 10;
    bool m_member = false;
};

} // namespace flotsam
