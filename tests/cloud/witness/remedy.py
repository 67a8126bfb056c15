# SPDX-FileCopyrightText: Flotsam contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Deleting, repairing and restoring for real, through the part of the program that the window drives too."""
import glob
import json
import os
import re
import selectors
import subprocess
import time

import openstack

from .basics import GRACE
from .gate import Gate
from .harness import Wrong
from .scenes import IRONIC, NIC
from .stage import wait_for

LEAKS = ('leak-0', 'leak-1', 'leak-2')


class Driver:
    """One program that makes plans and carries them out; one answer to each question."""

    def __init__(self, flotsam, cloud='lab'):
        self.journals = flotsam.file(f'journals-{cloud}')
        os.makedirs(self.journals, mode=0o700, exist_ok=True)
        self._child = flotsam.open(flotsam.driver, cloud, self.journals, str(GRACE))
        self._wait = selectors.DefaultSelector()
        self._wait.register(self._child.stdout, selectors.EVENT_READ)

    def __enter__(self):
        return self

    def __exit__(self, *error):
        self._child.kill()
        self._child.wait()

    def ask(self, what, patience=240, **more):
        self._child.stdin.write(json.dumps({'do': what, **more}).encode() + b'\n')
        self._child.stdin.flush()
        if not self._wait.select(patience):
            raise Wrong(f'{what}: no answer in {patience} s')
        line = self._child.stdout.readline()
        if not line:
            raise Wrong(f'{what}: the program ended with {self._child.wait()}')
        answer = json.loads(line)
        if 'failed' in answer or isinstance(answer.get('refused'), str):
            raise Wrong(f'{what}: {answer}')
        return answer

    def plan(self, ports, action='delete'):
        """The plan must hold all of these ports."""
        made = self.ask('plan', ports=list(ports), action=action)
        missing = set(ports) - {port['id'] for port in made['plan']}
        if missing:
            raise Wrong(f'not in the plan: {made["refused_ports"]}')
        return made

    def review(self, ports):
        """The look again must leave all of these ports."""
        found = self.ask('check')
        if not found['can_run'] or set(found['review']) != set(ports):
            raise Wrong(f'after the look again: {found}')
        return found

    def run(self):
        return self.ask('run')['report']


def outcomes(report):
    return {port['id']: port['outcome'] for port in report['ports']}


def there(stage, port):
    try:
        return stage.connect().network.get_port(port)
    except openstack.exceptions.ResourceNotFound:
        return None


def used(stage, project='demo'):
    admin = stage.connect()
    answer = admin.network.get(f'/quotas/{admin.identity.find_project(project).id}/details')
    return answer.json()['quota']['port']['used']


def spare_ports(stage, prefix, count):
    """Ports of nobody, older than the grace period."""
    cloud = stage.connect('demo')
    made = [cloud.network.create_port(name=f'{prefix}-{index}', network_id=stage.networks['office']).id
            for index in range(count)]
    time.sleep(GRACE + 2)
    return made


def remedy(score, stage, flotsam):
    if not os.access(flotsam.driver, os.X_OK):
        score.skips('deleting for real', f'there is no {flotsam.driver}')
        return
    with Driver(flotsam) as driver:
        if all(name in stage.ports for name in LEAKS):
            _leaks_go(score, stage, driver)
        if stage.has('nova-hosts'):
            _attached_survive(score, stage, driver)
        _changed_survive(score, stage, driver)
        if 'unbind-failed' in stage.ports:
            _device_cleared(score, stage, driver)
        if 'test-port1' in stage.ports:
            _mac_regenerated(score, stage, driver)
    if 'web-4' in stage.ports:
        _server_comes_back(score, stage, flotsam)
    _used_are_refused(score, stage, flotsam)


def _leaks_go(score, stage, driver):
    ports = [stage.ports[name] for name in LEAKS]
    before = {port: there(stage, port) for port in ports}
    report = {}

    def go():
        count = used(stage)
        driver.plan(ports)
        found = driver.review(ports)
        report.update(driver.run())
        left = [port for port in ports if there(stage, port)]
        now = used(stage)
        told = {quota['project_id']: quota['used'] for quota in report['quotas_after']}
        if set(outcomes(report).values()) != {'done'} or left or now != count - len(ports) or now not in told.values():
            raise Wrong(f'{outcomes(report)}, still there: {left}, quota {count} then {now}, told {told}')
        if not found['if_match'] or not report['journal_complete']:
            raise Wrong(f'If-Match: {found["if_match"]}, journal complete: {report["journal_complete"]}')
        return f'{len(ports)} deleted with If-Match, quota of demo {count} then {now}'
    score.check('three leaked ports planned, looked at again and deleted', 'gone from Neutron, quota freed, all of it '
                'told', go)

    def restore():
        port = ports[0]
        answer = driver.ask('restore', journal=report['journal'], port=port)
        made, was = there(stage, answer['id']), before[port]
        if not answer['made'] or made is None:
            raise Wrong(answer)
        same = ('mac_address', 'network_id', 'project_id', 'name')
        other = [key for key in same if getattr(made, key) != getattr(was, key)]
        if other or [ip['ip_address'] for ip in made.fixed_ips] != [ip['ip_address'] for ip in was.fixed_ips]:
            raise Wrong(f'not the same: {other}, {made.fixed_ips} for {was.fixed_ips}')
        stage.connect().network.delete_port(made.id)
        return f'{made.id} with {made.mac_address} and {made.fixed_ips[0]["ip_address"]}'
    score.check('one of them restored from the journal', 'the old MAC and the old address, in its project', restore)

    def private():
        wrong = [path for path in glob.glob(driver.journals + '/*.jsonl') if os.stat(path).st_mode & 0o077]
        text = ''.join(open(path, encoding='utf-8').read() for path in glob.glob(driver.journals + '/*.jsonl'))
        if wrong or not text or re.search(r'gAAAAA[\w-]{20}', text):
            raise Wrong(f'{wrong}, {len(text)} characters')
        return f'{len(text)} characters, mode 0600'
    score.check('journals', 'readable by their owner only, no token in them', private)


def _attached_survive(score, stage, driver):
    early, late, other = spare_ports(stage, 'race', 3)
    cloud = stage.connect('demo')

    def boot(name, port):
        server = stage.boot(cloud, name, 'good', port=port)
        stage.settle(cloud, [server], 'ACTIVE')
        return server

    def survive():
        driver.plan([early, late, other])
        boot('race-early', early)
        found = driver.ask('check')
        out = {port['id']: port['why'] for port in found['taken_out']}
        if early not in out or set(found['review']) != {late, other}:
            raise Wrong(f'attached before the look again: {found}')
        server = boot('race-late', late)
        came = outcomes(driver.run())
        if came != {late: 'changed', other: 'done'}:
            raise Wrong(f'attached after the look again: {came}')
        for port in (early, late):
            if not there(stage, port) or not there(stage, port).device_id:
                raise Wrong(f'{port} is lost')
        if stage.status(cloud, server) != 'ACTIVE':
            raise Wrong('the server is not ACTIVE any more')
        return f'"{out[early]}"; the late one: 412, skipped'
    score.check('two ports are attached by booting servers, one before and one after the look again',
                'taken out and skipped; both servers keep their ports, the third port goes', survive)


def _changed_survive(score, stage, driver):
    renamed, floating, other = spare_ports(stage, 'touched', 3)
    cloud = stage.connect('demo')

    def survive():
        driver.plan([renamed, floating, other])
        driver.review([renamed, floating, other])
        cloud.network.update_port(renamed, name='mine')
        before = there(stage, floating).revision_number
        made = cloud.network.create_ip(floating_network_id=stage.public, port_id=floating)
        after = there(stage, floating).revision_number
        came = outcomes(driver.run())
        kept = there(stage, renamed) and there(stage, floating)
        cloud.network.delete_ip(made)
        if came != {renamed: 'changed', floating: 'changed', other: 'done'} or not kept:
            raise Wrong(came)
        return f'both skipped; the floating IP took the revision from {before} to {after}'
    score.check('after the look again one port is renamed and one gets a floating IP',
                'both are skipped, though a floating IP need not raise the revision', survive)


def _device_cleared(score, stage, driver):
    port = stage.ports['unbind-failed']

    def clear():
        was = there(stage, port)
        driver.plan([port], action='clear-device')
        driver.review([port])
        report = driver.run()
        now = there(stage, port)
        if outcomes(report) != {port: 'done'} or now.device_id or now.device_owner:
            raise Wrong(f'{report["ports"]}, device {now.device_id} {now.device_owner}')
        if now.mac_address != was.mac_address or now.fixed_ips != was.fixed_ips:
            raise Wrong('MAC or addresses changed')
        return f'released; not allowed: {report["ports"][0]["not_allowed"] or "nothing"}'
    score.check("somebody's own port that names a deleted server is cleared", 'no device, same MAC and addresses', clear)


def _mac_regenerated(score, stage, driver):
    port, second = stage.ports['test-port1'], stage.ports['test-port2']
    admin = stage.connect()

    def regenerate():
        driver.plan([port], action='regenerate-mac')
        driver.review([port])
        came = outcomes(driver.run())
        now = there(stage, port)
        if came != {port: 'done'} or now.mac_address == NIC:
            raise Wrong(f'{came}, MAC {now.mac_address}')
        return f'{NIC} became {now.mac_address}'
    score.check("the unbound port that holds a NIC's MAC gets a new one", 'another MAC on the same port', regenerate)

    def attach():
        answer = admin.baremetal.request('/nodes/bm-node-again/vifs', 'POST', json={'id': second}, headers=IRONIC)
        if answer.status_code != 204:
            raise Wrong(f'{answer.status_code} {answer.text[:200]}')
        mac = wait_for('the MAC', lambda: there(stage, second).mac_address == NIC and NIC, patience=30)
        return f'204, test-port2 has {mac}'
    score.check('then Ironic attaches the second port', 'what failed with MacAddressInUse before succeeds', attach)


def _server_comes_back(score, stage, flotsam):
    """Nova says of a live server that it does not exist, as long as the plan is made."""
    port, server, lying = stage.ports['web-4'], stage.servers['web-4'], [True]

    def hook(asked):
        if not lying[0] or asked.service != 'nova' or asked.method != 'GET':
            return None
        if server in asked.path:
            return 404, '{"itemNotFound": {"code": 404, "message": "Instance could not be found."}}'
        if '/servers/detail' in asked.path:
            return 200, '{"servers": [{"id": "00000000-0000-4000-8000-00000000beef", "status": "ACTIVE"}]}'
        return None

    def survive():
        with Gate(stage.lab, hook) as gate:
            entry = dict(flotsam.entries['lab'])
            entry['auth'] = {**entry['auth'], 'auth_url': gate.url('keystone', '/v3')}
            flotsam.add_cloud('gate', **entry)
            with Driver(flotsam, 'gate') as driver:
                driver.plan([port])
                lying[0] = False
                found = driver.ask('check')
        if found['review'] or [out['id'] for out in found['taken_out']] != [port] or not there(stage, port):
            raise Wrong(found)
        return found['taken_out'][0]['why']
    score.check('a server that Nova denied while the plan was made is there again', 'its port is taken out', survive)


def _used_are_refused(score, stage, flotsam):
    names = [name for name in ('web-0', 'vip', 'shelved', 'soft-deleted', 'floating', 'trunk-parent', 'trunk-sub',
                               'stack-port', 'app-port-0', 'metal-port', 'router_interface', 'ran-once')
             if name in stage.ports]

    def refused():
        with Driver(flotsam) as driver:
            made = driver.ask('plan', ports=[stage.ports[name] for name in names])
        why = {port['id']: port['why'] for port in made['refused_ports']}
        planned = [name for name in names if stage.ports[name] not in why]
        if made['plan'] or planned or not all(why.values()):
            raise Wrong(f'planned: {planned}')
        return f'{len(why)} refused, each with its reason'
    score.check('ports in use are asked to be deleted', 'all of them refused', refused)
