// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/tables/dataset.h"
#include "models/tables/selectionhub.h"
#include "models/timeline/intervalindex.h"
#include "models/timeline/timerange.h"

#include <array>
#include <memory>
#include <vector>

namespace flotsam {

/// Rows of some list, sorted by the time at which something happened to them.
struct TimedRows
{
    std::vector<qint64> times;
    std::vector<int> rows; ///< parallel
    size_t size() const { return times.size(); }
};

/// The life of a server, from its creation to its deletion (triage.md, rule B5: the delete action's start, else the
/// tombstone's terminated_at, else its updated).
struct ServerLife
{
    enum class Kind : quint8
    {
        Troubled, ///< gone and left ports behind that may be deleted, or in ERROR
        Gone,
        Alive,
    };
    TimeRange range; ///< to the time of reading where it lives on
    Kind kind = Kind::Alive;
    bool open = false; ///< it lives on
    int instance = -1; ///< row in Relations, -1 where it is in no table
    const Server *server = nullptr; ///< null where only its actions are known
};
inline constexpr int LifeKinds = 3;

/// What happened to a Heat resource (snapshot->events), by its status.
enum class HeatMark : quint8
{
    Begun, ///< *_IN_PROGRESS
    Done, ///< *_COMPLETE
};
inline constexpr int HeatMarks = 2;

struct Failure
{
    enum class Kind : quint8
    {
        Event, ///< *_FAILED of Heat; row of snapshot->events
        Resource, ///< *_FAILED of a stack whose events are not known; row of snapshot->resources
        Server, ///< in ERROR; row of Relations::instances
        Action, ///< an instance action that says that it went wrong; row of Relations::instances
    };
    qint64 time = 0;
    Kind kind = Kind::Event;
    int row = 0;
    const InstanceAction *action = nullptr;
};

/// Everything that happened in a cloud, by time: what the timeline shows. Immutable; made off the GUI thread.
class TimelineData
{
public:
    explicit TimelineData(const Dataset &dataset);
    TimelineData(const TimelineData &) = delete;
    TimelineData &operator=(const TimelineData &) = delete;

    const Dataset &dataset() const { return m_data; }
    /// The time of reading.
    qint64 now() const { return m_now; }
    /// From the first to the last that happened, with a margin.
    const TimeRange &whole() const { return m_whole; }
    bool isEmpty() const;

    /// Ports by creation; rows are those of the ports table.
    const std::array<TimedRows, VerdictCount> &ports() const { return m_ports; }
    /// Orphan and stale ports by when they were left behind: at their server's end, else at their own creation.
    const std::array<TimedRows, VerdictCount> &leaks() const { return m_leaks; }
    const std::array<TimedRows, HeatMarks> &heat() const { return m_heat; } ///< rows of snapshot->events
    /// Row of snapshot->resources, -1 where it is of the stack itself or of a resource that is no more.
    int resourceOfEvent(int event) const { return m_eventResource[size_t(event)]; }
    const TimedRows &failureTimes() const { return m_failureTimes; } ///< rows of failures()
    const std::vector<Failure> &failures() const { return m_failures; }

    /// Sorted by begin within each kind, kinds one after another.
    const std::vector<ServerLife> &lives() const { return m_lives; }
    const IntervalIndex &livesOf(ServerLife::Kind kind) const { return m_lifeIndex[size_t(kind)]; }
    /// Where in lives() those of \a kind begin.
    int firstLife(ServerLife::Kind kind) const { return m_firstLife[size_t(kind)]; }
    QString serverId(const ServerLife &life) const;
    /// -1 where its life is not known.
    int lifeOfInstance(int instance) const { return m_instanceLife[size_t(instance)]; }

    /// What has no time that can be shown: none, before 2010 or in the future.
    int portsWithoutTime() const { return m_portsWithoutTime; }
    int serversWithoutTime() const { return m_serversWithoutTime; }

private:
    bool usable(Time time) const;
    Time deathOf(const Server *tombstone, const ActionsProbe *actions) const;
    void addLives();
    void addLife(const QString &id, const Server *server, int instance, bool open, bool inError);
    void addPorts();
    void addHeat();
    void addServerFailures();
    void finish();

    Dataset m_data;
    qint64 m_now = 0;
    TimeRange m_whole;
    std::array<TimedRows, VerdictCount> m_ports;
    std::array<TimedRows, VerdictCount> m_leaks;
    std::array<TimedRows, HeatMarks> m_heat;
    std::vector<int> m_eventResource;
    TimedRows m_failureTimes;
    std::vector<Failure> m_failures;
    std::vector<ServerLife> m_lives;
    std::array<IntervalIndex, LifeKinds> m_lifeIndex;
    std::array<int, LifeKinds> m_firstLife{};
    std::vector<int> m_instanceLife;
    int m_portsWithoutTime = 0;
    int m_serversWithoutTime = 0;
};

using TimelineDataPtr = std::shared_ptr<const TimelineData>;

} // namespace flotsam
