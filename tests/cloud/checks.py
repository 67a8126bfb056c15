#!/usr/bin/python3
# SPDX-FileCopyrightText: Flotsam contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Makes ports leak in a running test cloud and checks what flotsam says of them: checks.py --lab DIR --binary PATH.

One line a check: what was made, what was expected, what came back. The last line is the sum. Exit 1 if a check failed
or none was made; what cannot be checked because a service is not there is skipped.
"""
import argparse
import concurrent.futures
import os
import signal
import sys
import time
import traceback

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from cloudlab.state import Lab  # noqa: E402

for key in [key for key in os.environ if key.startswith('OS_') or key.lower().endswith('_proxy')]:
    del os.environ[key]


def make_scenes(stage, scenes):
    """Runs all scenes; returns {name: None, or why it did not come about}."""
    outcome, possible = {}, []
    for name, function, needs in scenes:
        absent = [need for need in needs if not stage.has(need)]
        if absent:
            outcome[name] = f'not running: {", ".join(absent)}'
        else:
            possible.append((name, function))

    def make(name, function):
        started = time.monotonic()
        try:
            function(stage)
            print(f'      made: {name} ({time.monotonic() - started:.0f} s): {" ".join(function.__doc__.split())}',
                  flush=True)
            return None
        except Exception as error:
            traceback.print_exc()
            return str(error) or type(error).__name__
    # Few at a time: Neutron holds locks while it makes a port, and slows down more than in proportion.
    with concurrent.futures.ThreadPoolExecutor(3) as pool:
        running = {name: pool.submit(make, name, function) for name, function in possible}
        outcome.update({name: future.result() for name, future in running.items()})
    return outcome


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('--lab', required=True, help='folder of a running cloud')
    parser.add_argument('--binary', required=True, help='the flotsam to check')
    parser.add_argument('--driver', default='', help='what deletes and repairs (default: beside the binary)')
    parser.add_argument('--only', default='', help='only the groups of checks whose name contains this')
    parser.add_argument('--minutes', type=float, default=35,
                        help='groups of checks that have not begun by then are skipped, loudly (default: %(default)s)')
    options = parser.parse_args()
    end = time.monotonic() + 60 * options.minutes
    lab = Lab(options.lab).load()
    if 'neutron' not in lab.up or 'endpoints' not in lab.up:
        for name, reason in lab.failed.items():
            print(f'SKIP  {name} is not running: {reason}')
        print('\nEVERYTHING WAS SKIPPED: this machine has no running OpenStack to check against.\n')
        print(f'0 passed, 0 failed, {max(1, len(lab.failed))} skipped')
        return 0

    # Here and not where they are used: a thread that is the first to import openstacksdk never ends.
    from witness import groups
    from witness.harness import Flotsam, Score
    from witness.scenes import SCENES
    from witness.stage import Stage

    score, stage = Score(), Stage(lab)
    folder = os.path.join(os.path.dirname(lab.dir), 'checks')
    os.makedirs(folder, exist_ok=True)
    flotsam = Flotsam(os.path.abspath(options.binary), folder, lab, options.driver and os.path.abspath(options.driver))

    def give_up(number, _):
        # At once: scenes wait in threads of their own, and whoever sent the signal stops the services next.
        flotsam.kill()
        os._exit(128 + number)
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, give_up)
    stage.prepare()
    outcome = make_scenes(stage, SCENES)
    for name, reason in outcome.items():
        if reason and reason.startswith('not running'):
            score.skips(name, reason)
        elif reason:
            score.skips(name, f'COULD NOT BE MADE in the real services: {reason}')
    for name, function, needs in groups.GROUPS:
        if options.only not in name:
            continue
        absent = [need for need in needs if not stage.has(need)]
        if absent:
            score.skips(name, f'not running: {", ".join(absent)}')
            continue
        started = time.monotonic()
        if started > end:
            score.skips(name, f'NO TIME LEFT: {options.minutes:g} minutes are over')
            continue
        try:
            function(score, stage, flotsam)
        except Exception as error:  # the rest is checked all the same
            traceback.print_exc()
            score.fails(name, 'the checks run to their end', f'{type(error).__name__}: {error}')
        print(f'      checked: {name} ({time.monotonic() - started:.0f} s)', flush=True)
    print(score.line())
    return 1 if score.failed or not (score.passed or score.skipped) else 0


if __name__ == '__main__':
    sys.exit(main())
