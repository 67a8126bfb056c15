# SPDX-FileCopyrightText: Flotsam contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Starting and stopping processes that outlive the one who starts them. Each leads a session of its own, by which
its children are found again; only what was recorded here is ever stopped."""
import os
import signal
import subprocess
import time


def _stat(pid):
    """(session, start time) of a process; None where it is gone or dead."""
    try:
        with open(f'/proc/{pid}/stat', encoding='utf-8', errors='replace') as source:
            fields = source.read().rpartition(')')[2].split()
    except OSError:
        return None
    return None if fields[0] in 'ZX' else (int(fields[3]), fields[19])


def _members(session):
    found = []
    for entry in os.listdir('/proc'):
        if entry.isdigit():
            stat = _stat(int(entry))
            if stat and stat[0] == session:
                found.append(int(entry))
    return found


def _marked(marker):
    """Processes that inherited the marker, recorded or not (some services overwrite their environment, though)."""
    found = []
    for entry in os.listdir('/proc'):
        if entry.isdigit() and int(entry) != os.getpid():
            try:
                with open(f'/proc/{entry}/environ', 'rb') as source:
                    if marker in source.read().split(b'\0'):
                        found.append(int(entry))
            except OSError:
                pass
    return found


def _end(find, patience):
    """Asks, then forces, the processes that `find` finds to end."""
    for number in (signal.SIGTERM, signal.SIGKILL):
        left = find()
        for pid in left:
            try:
                os.kill(pid, number)
            except ProcessLookupError:
                pass
        end = time.monotonic() + patience
        while time.monotonic() < end and any(_stat(pid) for pid in left):
            time.sleep(0.1)


class Processes:
    """The services of one cloud, by name."""

    MARKER = 'FLOTSAM_TEST_CLOUD'

    def __init__(self, lab):
        self._lab = lab
        os.makedirs(lab.path('pid'), exist_ok=True)
        os.makedirs(lab.path('log'), exist_ok=True)

    def _record(self, name):
        return self._lab.path('pid', name)

    def names(self):
        return sorted(os.listdir(self._lab.path('pid')))

    def log(self, name):
        return self._lab.path('log', name + '.log')

    def spawn(self, name, command, env=None):
        with open(self.log(name), 'ab') as log:
            child = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=log, stderr=subprocess.STDOUT,
                                     start_new_session=True, cwd=self._lab.dir,
                                     env={**os.environ, **(env or {}), self.MARKER: self._lab.dir})
        stat = _stat(child.pid)
        with open(self._record(name), 'w', encoding='utf-8') as out:
            out.write(f'{child.pid} {stat[1] if stat else 0}\n')
        return child

    def run(self, name, command, env=None, timeout=300):
        """Runs a command to its end, its output in the log; raises if it fails."""
        child = self.spawn(name, command, env)
        try:
            code = child.wait(timeout)
        finally:
            self.stop([name])
        if code:
            raise RuntimeError(f'{command[0]} ended with {code}; see {self.log(name)}')

    def _session(self, name):
        """The session of a recorded process, unless its number belongs to another process by now."""
        try:
            with open(self._record(name), encoding='utf-8') as source:
                pid, started = source.read().split()
        except (OSError, ValueError):
            return None
        leader = _stat(int(pid))
        return None if leader and leader[1] != started else int(pid)

    def running(self, name):
        session = self._session(name)
        return bool(session and _members(session))

    def stop(self, names=None, patience=6.0):
        """Ends the named processes (everything of this cloud, if none are named) and their children. Returns the names
        of those that are still there."""
        everything = names is None
        marker = f'{self.MARKER}={self._lab.dir}'.encode()

        def find():
            sessions = {self._session(name) for name in (self.names() if everything else names)} - {None}
            found = {pid for session in sessions for pid in _members(session)}
            return found.union(_marked(marker)) if everything else found
        _end(find, patience)
        if everything:
            _end(find, patience)  # what somebody was about to start when the first round began
        names = self.names() if everything else names
        for name in names:
            if not self.running(name) and os.path.exists(self._record(name)):
                os.remove(self._record(name))
        return [name for name in names if self.running(name)]
