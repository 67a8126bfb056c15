# SPDX-FileCopyrightText: Flotsam contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Runs flotsam and keeps the score."""
import json
import os
import subprocess
import time
import traceback

from cloudlab import catalog, state


class Wrong(Exception):
    """What came back is not what is so."""


class Finished:
    """One run of flotsam."""

    def __init__(self, arguments, code, out, err, seconds):
        self.arguments, self.code, self.out, self.err, self.seconds = arguments, code, out, err, seconds

    def __str__(self):
        text = ' / '.join(line for line in (self.err or self.out).strip().splitlines()[:3])
        return f'exit {self.code}: {text[:300] or "no text"}'

    def json(self):
        try:
            return json.loads(self.out)
        except ValueError as error:
            raise Wrong(f'no JSON came back ({self})') from error


class Flotsam:
    """The program under test, with a home of its own and nothing of the caller's environment."""

    def __init__(self, binary, folder, lab, driver=''):
        self.binary, self.folder, self.lab = binary, folder, lab
        self.driver = driver or os.path.join(os.path.dirname(binary), 'tests', 'cloud_remedy')
        self.secrets = set(state.SECRETS)
        self.spoken = []  # everything that it ever wrote
        self.entries = catalog.clouds(lab)
        self._running = set()
        for name in ('home', 'run'):
            os.makedirs(os.path.join(folder, name), mode=0o700, exist_ok=True)

    def add_cloud(self, name, **entry):
        self.entries[name] = entry

    def file(self, name):
        return os.path.join(self.folder, name)

    def _start(self, program, arguments, environment=None, clouds=True, **pipes):
        home = self.file('home')
        variables = {'PATH': '/usr/bin:/bin', 'HOME': home, 'XDG_RUNTIME_DIR': self.file('run'), 'LC_ALL': 'C.UTF-8',
                     'QT_QPA_PLATFORM': 'offscreen', **(environment or {})}
        if clouds:
            path = self.file('clouds.yaml')
            catalog.write_clouds(path, self.entries)
            variables['OS_CLIENT_CONFIG_FILE'] = path
        child = subprocess.Popen([program, *arguments], env=variables, cwd=home, **pipes)
        self._running.add(child)
        return child

    def open(self, program, *arguments):
        """A program to talk with by lines."""
        return self._start(program, arguments, stdin=subprocess.PIPE, stdout=subprocess.PIPE)

    def run(self, *arguments, environment=None, clouds=True, timeout=120):
        started = time.monotonic()
        child = self._start(self.binary, arguments, environment, clouds, stdin=subprocess.DEVNULL,
                            stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        try:
            out, err = (data.decode('utf-8', 'replace') for data in child.communicate(timeout=timeout))
        except subprocess.TimeoutExpired as error:
            raise Wrong(f'flotsam {" ".join(arguments)} did not end in {timeout} s') from error
        finally:
            child.kill()
            child.wait()
            self._running.discard(child)
        self.spoken.append((arguments, out, err))
        return Finished(arguments, child.returncode, out, err, time.monotonic() - started)

    def kill(self):
        """Ends whatever runs."""
        for child in list(self._running):
            child.kill()

    def report(self, *arguments, cloud='lab', grace=5, code=0, **more):
        """The JSON report of one scan."""
        grace = [] if grace is None else ['--grace', str(grace)]
        done = self.run('--cloud', cloud, '--report', 'json', *grace, *arguments, **more)
        if done.code != code:
            raise Wrong(f'wanted exit {code}, got {done}')
        return done.json()


class Score:
    """One line a check, and the sum."""

    def __init__(self):
        self.passed = self.failed = self.skipped = 0

    def passes(self, made, expected, came):
        self.passed += 1
        print(f'ok    {made} | expected: {expected} | came back: {came}', flush=True)

    def fails(self, made, expected, came):
        self.failed += 1
        print(f'FAIL  {made} | expected: {expected} | came back: {came}', flush=True)

    def skips(self, made, why):
        self.skipped += 1
        print(f'SKIP  {made} | {why}', flush=True)

    def check(self, made, expected, function):
        """Calls `function`; it returns words for what came back, or raises Wrong."""
        try:
            self.passes(made, expected, function())
        except Wrong as error:
            self.fails(made, expected, error)
        except Exception as error:  # the check itself broke: that is no pass either
            traceback.print_exc()
            self.fails(made, expected, f'{type(error).__name__}: {error}')

    def line(self):
        text = f'{self.passed} passed, {self.failed} failed'
        return text + (f', {self.skipped} skipped' if self.skipped else '')


def by_id(report):
    return {port['id']: port for port in report['ports']}


def describe(port):
    """A port's judgement in one line."""
    if port is None:
        return 'not in the report'
    words = [port['verdict'] + (f' {port["confidence"]}' if port['confidence'] else '')]
    words += [','.join(port['reasons'])] if port['reasons'] else []
    words += ['[' + ','.join(port['flags']) + ']'] if port['flags'] else []
    words += [f'remedy {port["remedy"]}'] if port['remedy'] != 'none' else []
    return ' '.join(words)


class Expect:
    """What a judgement must be; what is left out may be anything."""

    def __init__(self, verdict, *reasons, confidence=None, flags=(), without=(), remedy=None, only=False):
        self.verdicts = {verdict} if isinstance(verdict, str) else set(verdict)
        self.reasons, self.confidence, self.flags = set(reasons), confidence, set(flags)
        self.without, self.remedy, self.only = set(without), remedy, only

    def __str__(self):
        words = ['/'.join(sorted(self.verdicts)) + (f' {self.confidence}' if self.confidence else '')]
        words += [','.join(sorted(self.reasons))] if self.reasons else []
        words += ['[' + ','.join(sorted(self.flags)) + ']'] if self.flags else []
        words += ['not ' + ','.join(sorted(self.without))] if self.without else []
        words += [f'remedy {self.remedy}'] if self.remedy else []
        return ' '.join(words)

    def met_by(self, port):
        if port is None or port['verdict'] not in self.verdicts:
            return False
        deletable = port['verdict'] in ('unattached', 'stale', 'orphan')
        preselected = (port['verdict'], port['confidence']) == ('orphan', 'proven')
        said = set(port['reasons']) | set(port['flags'])
        return (self.reasons <= set(port['reasons']) and self.flags <= set(port['flags']) and not self.without & said
                and self.confidence in (None, port['confidence']) and self.remedy in (None, port['remedy'])
                and port['deletable'] == deletable and (preselected or not port['preselected'])
                and bool(port['reasons']) and bool(port['confidence']) == (port['verdict'] == 'orphan'))
