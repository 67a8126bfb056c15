#!/usr/bin/python3
# SPDX-FileCopyrightText: Flotsam contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Starts and stops a real OpenStack on loopback: lab.py up|down DIR, lab.py start|stop DIR SERVICE...

All state is in DIR: configuration, databases, logs, recorded processes, and clouds.yaml with the clouds `lab` (admin)
and `lab-member`. Exit 0 when everything is up, 3 when a part is missing (lab.json tells which), 1 when nothing is.
"""
import argparse
import importlib
import os
import sys
import threading
import time

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from cloudlab import catalog, configs, plan, services, state  # noqa: E402

# The distribution's programs and python, not private ones.
os.environ['PATH'] = '/usr/sbin:/usr/bin:/sbin:/bin'
for key in [key for key in os.environ if key.startswith('OS_') or key.lower().endswith('_proxy')]:
    del os.environ[key]

_lock = threading.Lock()
_began = time.monotonic()


def say(text):
    with _lock:
        print(f'[cloud {time.monotonic() - _began:5.0f} s] {text}', flush=True)


def up(lab):
    try:
        # Here and not where it is used: a thread that is the first to import it never ends.
        importlib.import_module('openstack')
    except ImportError as error:
        say(f'openstacksdk is needed: {error}')
        return 1
    os.makedirs(lab.dir, exist_ok=True)
    os.chmod(lab.dir, 0o755)
    lab.ports = state.choose_ports(say)
    lab.save()
    configs.write_all(lab)
    catalog.write_clouds(lab.clouds, catalog.clouds(lab))
    results = plan.execute(services.Services(lab).steps(), say)
    lab.up = [name for name, reason in results.items() if not reason]
    lab.failed = {name: reason for name, reason in results.items() if reason}
    lab.save()
    for name, reason in sorted(lab.failed.items()):
        say(f'NOT RUNNING: {name}: {reason}')
    if 'endpoints' not in lab.up:
        return 1
    say(f'ready: OS_CLIENT_CONFIG_FILE={lab.clouds} OS_CLOUD=lab')
    return 3 if lab.failed else 0


def down(lab):
    left = services.Services(lab).processes.stop()
    for name in left:
        say(f'{name} does not end')
    return 1 if left else 0


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('action', choices=('up', 'down', 'start', 'stop'))
    parser.add_argument('dir')
    parser.add_argument('service', nargs='*')
    options = parser.parse_args()
    lab = state.Lab(options.dir).load()
    if options.action == 'up':
        return up(lab)
    if options.action == 'down':
        return down(lab)
    parts = services.Services(lab)
    for name in options.service:
        if options.action == 'stop':
            parts.processes.stop([name])
        else:
            parts.by_name(name)()
    return 0


if __name__ == '__main__':
    sys.exit(main())
