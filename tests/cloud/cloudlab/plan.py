# SPDX-FileCopyrightText: Flotsam contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Runs steps that depend on each other, several at once, each a second time if it fails."""
import concurrent.futures
import time


class Step:
    """`run` is called when every step in `needs` went well and every step in `after` has ended somehow."""

    def __init__(self, name, run, needs=(), after=()):
        self.name, self.run, self.needs, self.after = name, run, tuple(needs), tuple(after)


def _attempt(step, say):
    """None when it went well, else why not."""
    for last in (False, True):
        started = time.monotonic()
        try:
            step.run()
            say(f'{step.name}: {time.monotonic() - started:.0f} s')
            return None
        except Exception as error:  # a step may fail in any way; it is told and retried
            reason = str(error) or type(error).__name__
            say(f'{step.name} FAILED: {reason}' + ('' if last else '; trying once more'))
    return reason


def execute(steps, say, workers=4):
    """Returns {name: None or the reason why it failed}."""
    results, waiting, running = {}, {step.name: step for step in steps}, {}
    known = set(waiting)
    with concurrent.futures.ThreadPoolExecutor(workers) as pool:
        while waiting or running:
            for name, step in list(waiting.items()):
                broken = [need for need in step.needs if need not in known or results.get(need)]
                if broken:
                    results[name] = f'needs {broken[0]}'
                    say(f'{name}: left out, it needs {broken[0]}')
                    del waiting[name]
                elif all(other in results or other not in known for other in step.needs + step.after):
                    running[pool.submit(_attempt, step, say)] = name
                    del waiting[name]
            if running:
                done, _ = concurrent.futures.wait(running, return_when=concurrent.futures.FIRST_COMPLETED)
                for future in done:
                    results[running.pop(future)] = future.result()
    return results
