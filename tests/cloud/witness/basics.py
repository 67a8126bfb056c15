# SPDX-FileCopyrightText: Flotsam contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""The report as administrator and as member, snapshots, the text report, exit codes, secrets."""
import datetime
import gzip
import json
import re
import time

from . import verdicts
from .harness import Wrong, by_id, describe

GRACE = 5


def _age(port, now):
    created = datetime.datetime.fromisoformat(port['created_at'].replace('Z', '+00:00'))
    return (now - created).total_seconds()


def default_grace(score, stage, flotsam):
    """Everything is younger than ten minutes now: a leak may still be a boot in flight."""
    report = flotsam.report(grace=None)
    taken = datetime.datetime.fromisoformat(report['taken_at'].replace('Z', '+00:00'))
    for name in ('leak-0', 'leak-1', 'leak-2', 'node-port-0', 'worker-port-0', 'spare'):
        if name not in stage.ports:
            continue
        port = by_id(report)[stage.ports[name]]
        age = _age(port, taken)
        if age >= 600:
            score.skips(f'{name} with the default grace period', f'it is {age:.0f} s old already')
        elif port['verdict'] == 'settling' and 'too-young' in port['reasons'] and port['remedy'] == 'wait':
            score.passes(f'{name}, {age:.0f} s old, default grace period', 'settling too-young', describe(port))
        else:
            score.fails(f'{name}, {age:.0f} s old, default grace period', 'settling too-young', describe(port))
    score.check('young ports', 'none is an orphan', lambda: verdicts.no_orphan(report) or 'none')


def _settled(stage):
    """Waits until the last change of a port lies behind the grace period of the checks."""
    newest = max(port.updated_at for port in stage.connect().network.ports())
    newest = datetime.datetime.fromisoformat(newest.replace('Z', '+00:00'))
    left = GRACE + 1 - (datetime.datetime.now(datetime.timezone.utc) - newest).total_seconds()
    time.sleep(max(0.0, min(left, GRACE + 1)))


def administrator(score, stage, flotsam):
    _settled(stage)
    report = flotsam.report(grace=GRACE)
    verdicts.compare(score, stage, report, 0, 'administrator')
    score.check('report as administrator', 'every source complete or absent', lambda: verdicts.complete(report))
    score.check('report as administrator', "Neutron's ports, each once", lambda: verdicts.same_ports(stage, report))
    if stage.has('nova'):
        score.check('every device that a port names', 'no port of a server that Nova answers for is deletable',
                    lambda: verdicts.nothing_alive_lost(stage, report))
    score.check('quotas', "Neutron's figures, and the ports counted by verdict",
                lambda: verdicts.same_quotas(stage, report))
    names = {stage.ports[name]: name for name in stage.ports}

    def only_these():
        orphans = {names.get(port['id'], port['id']) for port in report['ports'] if port['verdict'] == 'orphan'}
        wanted = {row[1] for row in verdicts.rows(stage) if 'orphan' in row[3].verdicts}
        if orphans != wanted:
            raise Wrong(f'{sorted(orphans)}')
        return ', '.join(sorted(orphans))
    score.check('orphans in the whole cloud', 'those that were made, no other', only_these)


def member(score, stage, flotsam):
    report = flotsam.report(cloud='lab-member', grace=GRACE)
    verdicts.compare(score, stage, report, 1, 'member')

    def nothing_proven():
        bad = [describe(port) for port in report['ports'] if port['confidence'] == 'proven' or port['preselected']]
        if bad:
            raise Wrong('; '.join(bad))
        return 'nothing'
    score.check('report as member', 'nothing proven, nothing preselected', nothing_proven)
    if stage.has('nova'):
        score.check('every device that a port names, as member', 'no port of a live server is deletable',
                    lambda: verdicts.nothing_alive_lost(stage, report))

    def own_ports():
        seen = {port.id for port in stage.connect('demo', 'lab-member').network.ports()}
        if seen != by_id(report).keys():
            raise Wrong(f'{len(by_id(report))} ports, the member sees {len(seen)}')
        return f'{len(seen)} ports'
    score.check('report as member', 'the ports that the member may see', own_ports)


def snapshot(score, stage, flotsam):
    for cloud, name in (('lab', 'admin.flotsam.json'), ('lab-member', 'member.flotsam.json.gz')):
        path = flotsam.file(name)
        live = flotsam.report('--save', path, cloud=cloud, grace=GRACE)

        def opened():
            done = flotsam.run('--open', path, '--report', 'json', '--grace', str(GRACE))
            if done.code:
                raise Wrong(done)
            again = done.json()
            differing = [key for key in live if live[key] != again.get(key)] + [key for key in again if key not in live]
            if differing:
                raise Wrong(f'other {", ".join(differing)}')
            return f'the same {len(again["ports"])} judgements'
        score.check(f'{cloud} saved to {name}', 'opened again it gives the same report', opened)

        def content():
            with (gzip.open if name.endswith('.gz') else open)(path, 'rt', encoding='utf-8') as source:
                saved = json.load(source)
            if saved['format'] != 'flotsam-snapshot' or saved['version'] != 1:
                raise Wrong(f'format {saved["format"]} {saved["version"]}')
            witness = stage.connect('demo' if cloud == 'lab-member' else 'admin', cloud)
            real = {port['id']: port for port in witness.network.get('/ports').json()['ports']}
            sent = {port['id']: port for port in saved['sources']['network.ports']['items']}
            other = [identifier for identifier, port in real.items() if sent.get(identifier) != port]
            if other:
                raise Wrong(f'{len(other)} of the first {len(real)} ports are not as Neutron sends them')
            flotsam.spoken.append((('--save', path), json.dumps(saved), ''))
            return f'{len(sent)} ports, the first {len(real)} compared'
        score.check(f'{cloud} saved to {name}', "Neutron's own objects, unchanged", content)
    for name, text in (('empty', ''), ('cut', '{"format":"flotsam-snapshot","version":1,"sour'), ('foreign', '[1,2]')):
        path = flotsam.file(f'{name}.json')
        with open(path, 'w', encoding='utf-8') as out:
            out.write(text)
        refused(score, flotsam, f'a snapshot file that is {name}', ('--open', path, '--report', 'json'))


def refused(score, flotsam, what, arguments, *words, code=1, **more):
    """Flotsam must end with `code`, say the words, and say nothing on stdout."""
    def run():
        done = flotsam.run(*arguments, **more)
        text = done.err.lower()
        if done.code != code or done.out.strip() or not text.strip():
            raise Wrong(done)
        absent = [word for word in words if word.lower() not in text]
        if absent:
            raise Wrong(f'{done} does not tell {", ".join(absent)}')
        if len(done.err.strip().splitlines()) > 4:
            raise Wrong(f'{len(done.err.splitlines())} lines: {done}')
        return f'{done} ({done.seconds:.1f} s)'
    score.check(what, f'exit {code} and a clear message' + (f' with {", ".join(words)}' if words else ''), run)


def text_report(score, stage, flotsam):
    done = flotsam.run('--cloud', 'lab', '--report', 'text', '--grace', str(GRACE))

    def readable():
        if done.code:
            raise Wrong(done)
        wide = [line for line in done.out.splitlines() if len(line) > 100]
        if wide or '\x1b' in done.out:
            raise Wrong(f'{len(wide)} lines above 100 columns, escapes: {chr(27) in done.out}')
        return f'{len(done.out.splitlines())} lines'
    score.check('text report into a pipe', 'fits 100 columns, no colour', readable)

    def told():
        absent = [name for name, port in stage.ports.items() if (name.startswith('leak-') and name != 'leak-kept')
                  and port[:8] not in done.out]
        if 'test-port1' in stage.ports:
            absent += [word for word in ('test-port1', 'mac-conflict') if word not in done.out]
        if absent:
            raise Wrong(f'not told: {", ".join(absent)}')
        return 'told'
    score.check('text report', 'tells the orphans and the conflict', told)
    path = flotsam.file('report.txt')

    def file():
        again = flotsam.run('--cloud', 'lab', '--report', 'text', '--grace', str(GRACE), '--output', path)
        with open(path, encoding='utf-8') as source:
            content = source.read()
        if again.code or again.out or not re.search(r'orphan', content):
            raise Wrong(f'{again}; file of {len(content)} characters')
        return f'file of {len(content)} characters'
    score.check('--output', 'the report is in the file, not on stdout', file)


def exit_codes(score, stage, flotsam):
    for what, arguments, code in (
            ('--fail-on orphan', ('--fail-on', 'orphan'), 3 if 'leak-0' in stage.ports else 0),
            ('--fail-on mac-conflict', ('--fail-on', 'mac-conflict'), 3 if 'test-port1' in stage.ports else 0),
            ('--fail-on mac-conflict as member', ('--cloud', 'lab-member', '--fail-on', 'mac-conflict'), 0)):
        where = () if '--cloud' in arguments else ('--cloud', 'lab')

        def run():
            done = flotsam.run(*where, *arguments, '--report', 'json', '--grace', str(GRACE))
            if done.code != code:
                raise Wrong(done)
            return f'exit {done.code}, {len(done.json()["ports"])} ports'
        score.check(what, f'exit {code} with the report', run)

    def young():
        done = flotsam.run('--cloud', 'lab', '--fail-on', 'orphan', '--grace', '1000000')
        if done.code:
            raise Wrong(done)
        return f'exit {done.code}'
    score.check('--fail-on orphan while everything is young', 'exit 0', young)
    refused(score, flotsam, 'an option that is none', ('--cloud', 'lab', '--reprot', 'json'), code=2)
    refused(score, flotsam, 'a report format that is none', ('--cloud', 'lab', '--report', 'xml'), 'xml', code=2)


def secrets(score, stage, flotsam):
    """Whatever flotsam wrote in all these runs: no password, no token, no application credential's secret."""
    def search():
        found = {f'{" ".join(arguments)}' for arguments, out, err in flotsam.spoken for text in (out, err)
                 if any(secret in text for secret in flotsam.secrets) or re.search(r'gAAAAA[\w-]{20}', text)}
        if found:
            raise Wrong(f'a secret in the output of: {"; ".join(sorted(found))[:300]}')
        return f'none in {len(flotsam.spoken)} outputs and snapshots'
    score.check('everything that flotsam wrote', 'no password and no token in it', search)
