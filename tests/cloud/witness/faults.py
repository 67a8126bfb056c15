# SPDX-FileCopyrightText: Flotsam contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Services that stop, refuse or answer by halves: what cannot be asked is unknown, and nothing becomes an orphan."""
import re
import time

from . import verdicts
from .basics import GRACE
from .gate import Gate
from .harness import Expect, Wrong, by_id, describe
from .scenes import stack
from .stage import GONE, wait_for

UUID = r'[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}'
ONE_SERVER = re.compile(rf'/servers/{UUID}(\?|$)')
ALIVE = ('web-0', 'web-1', 'web-2', 'web-3', 'web-4', 'ran-once', 'shelved', 'soft-deleted', 'leak-kept', 'app-port-0')
LEAKS = ('leak-0', 'leak-1', 'leak-2')
UNKNOWN = Expect('unknown')


def _each(score, stage, report, names, wanted, when):
    judged = by_id(report)
    for name in names:
        if name in stage.ports:
            port = judged.get(stage.ports[name])
            (score.passes if wanted.met_by(port) else score.fails)(f'{name} {when}', wanted, describe(port))


def _alive_kept(stage, report):
    verdicts.never_deletable(report, [stage.ports[name] for name in ALIVE if name in stage.ports])
    return 'none'


def _source(report, name):
    return next(source for source in report['sources'] if source['name'] == name)


def _unread(score, report, name, when):
    def look():
        source = _source(report, name)
        if source['status'] not in ('failed', 'denied', 'partial') or not source['detail']:
            raise Wrong(source)
        return f'{source["status"]}: {source["detail"]}'
    score.check(f'{name} {when}', 'named as unread, with the reason', look)


def _gate_cloud(flotsam, gate):
    entry = dict(flotsam.entries['lab'])
    entry['auth'] = {**entry['auth'], 'auth_url': gate.url('keystone', '/v3')}
    flotsam.add_cloud('gate', **entry)


def _through(stage, flotsam, hook, **more):
    """The report of a scan through a gate with that hook."""
    with Gate(stage.lab, hook, **more) as gate:
        _gate_cloud(flotsam, gate)
        return flotsam.report(cloud='gate', grace=GRACE), gate


def gate_itself(score, stage, flotsam):
    """A gate that lets everything through changes nothing; else the checks that use it would mean nothing."""
    plain = flotsam.report(grace=GRACE)
    report, gate = _through(stage, flotsam, None)

    def same():
        other = [describe(port) for port in report['ports'] if describe(port) != describe(by_id(plain)[port['id']])]
        if other or len(report['ports']) != len(plain['ports']):
            raise Wrong('; '.join(other))
        return f'{len(report["ports"])} judgements, {len(gate.seen)} requests'
    score.check('a scan through a gate that lets all through', 'the same report', same)

    def paged():
        pages, servers = gate.count('nova', '/servers/detail', 'marker='), _source(plain, 'compute.servers')['count']
        if servers > 4 and not pages:
            raise Wrong(f'{servers} servers in one page of 4')
        return f'{servers} servers, {pages} further pages'
    if stage.has('nova-hosts'):
        score.check('servers in pages of four', 'every page read', paged)

    def first():
        asked = [request for request in gate.seen if request.service != 'keystone']
        start = next(index for index, request in enumerate(asked) if request.is_get('neutron', '/ports'))
        owners = [request.path for request in asked[:start]
                  if re.search(r'/servers/detail|/stacks|/floatingips|/trunks|/v1/nodes|/v1/ports', request.path)]
        if owners:
            raise Wrong(f'{owners[0]} was read first')
        return f'{asked[start].path} before all owners'
    score.check('order of reading', 'ports first, then their owners', first)

    def few_probes():
        probes = [request for request in gate.seen if request.service == 'nova' and ONE_SERVER.search(request.path)]
        if len(probes) > 12:
            raise Wrong(f'{len(probes)} probes')
        return f'{len(probes)} probes for {len(report["ports"])} ports'
    score.check('servers asked for one by one', 'only what can change a verdict', few_probes)


def nova_stopped(score, stage, flotsam):
    stage.service('stop', 'nova')
    try:
        report = flotsam.report(grace=GRACE)
        member = flotsam.report(cloud='lab-member', grace=GRACE)
    finally:
        stage.service('start', 'nova')
    for who, told in (('administrator', report), ('member', member)):
        when = f'with Nova stopped ({who})'
        _each(score, stage, told, [name for name in ALIVE + LEAKS + ('unbind-failed',)], UNKNOWN, when)
        score.check(f'all ports {when}', 'no orphan', lambda told=told: verdicts.no_orphan(told) or 'none')
        _unread(score, told, 'compute.servers', when)


def probes_refused(score, stage, flotsam):
    """Listing works; the question for one server gets an answer that proves nothing."""
    answers = (
        ('a 500', (500, '{"computeFault": {"code": 500, "message": "Unexpected"}}')),
        ('a 403', (403, '{"forbidden": {"code": 403, "message": "Policy"}}')),
        ('a 429', (429, '{"overLimit": {"code": 429, "message": "Slow down"}}')),
        ("a proxy's 404", (404, '<html><body><h1>404 Not Found</h1></body></html>')),
        ("another service's 404", (404, '{"error": {"code": 404, "title": "Not Found", "message": "gone"}}')),
        ('a reset connection', 'reset'),
    )
    for what, answer in answers:
        report, _ = _through(stage, flotsam,
                             lambda asked: answer if asked.is_get('nova') and ONE_SERVER.search(asked.path) else None)
        when = f'when the probe of its server gets {what}'
        _each(score, stage, report, LEAKS + ('unbind-failed',), UNKNOWN, when)
        score.check(f'ports of live servers when probes get {what}', 'none deletable',
                    lambda report=report: _alive_kept(stage, report))


def list_cut(score, stage, flotsam):
    """Later pages of the servers are lost: who is missing from the list is not dead."""
    fault = 500, '{"computeFault": {"code": 500, "message": "cell"}}'
    report, _ = _through(stage, flotsam,
                         lambda asked: fault if asked.is_get('nova', '/servers/detail', 'marker=') else None)
    score.check('ports of live servers when the list of servers is cut', 'none deletable',
                lambda: _alive_kept(stage, report))
    _each(score, stage, report, [name for name in ALIVE if name in stage.ports], Expect(('in-use', 'unknown')),
          'when the list of servers is cut')
    _unread(score, report, 'compute.servers', 'when its second page fails')

    def emptied(asked):
        if asked.is_get('nova', '/servers/detail'):
            return 200, '{"servers": []}'
        return None
    report, _ = _through(stage, flotsam, emptied)
    score.check('ports of live servers when the list of servers is empty', 'none deletable',
                lambda: _alive_kept(stage, report))
    _each(score, stage, report, ('web-0', 'shelved'), Expect('in-use', 'server-hidden'), 'when the list is empty')


def other_sources_lost(score, stage, flotsam):
    def lose(service, *parts, answer=(503, '')):
        report, _ = _through(stage, flotsam, lambda asked: answer if asked.is_get(service, *parts) else None)
        score.check(f'ports of live servers without {parts[0]}', 'none deletable', lambda: _alive_kept(stage, report))
        return report
    report = lose('neutron', '/trunks')
    _each(score, stage, report, LEAKS + ('spare', 'trunk-parent'), Expect(('unknown', 'in-use')), 'without trunks')
    report = lose('neutron', '/floatingips')
    _each(score, stage, report, LEAKS, Expect('orphan', confidence='likely'), 'without floating IPs')
    _each(score, stage, report, ('floating', 'spare'), UNKNOWN, 'without floating IPs')
    report = lose('heat', '/resources')
    _each(score, stage, report, ('node-port-0', 'worker-port-0'), UNKNOWN, "without the stacks' resources")


def heat_stopped(score, stage, flotsam):
    stage.service('stop', 'heat')
    try:
        report = flotsam.report(grace=GRACE)
    finally:
        stage.service('start', 'heat')
    when = 'with Heat stopped'
    _each(score, stage, report, ('node-port-0', 'worker-port-0', 'stack-port', 'spare', 'unbind-failed'), UNKNOWN, when)
    _each(score, stage, report, LEAKS, Expect('orphan', 'server-deleted'), when)
    _each(score, stage, report, ('web-0', 'app-port-0'), Expect('in-use', 'server-alive'), when)
    _unread(score, report, 'orchestration.stacks', when)


def ironic_stopped(score, stage, flotsam):
    stage.service('stop', 'ironic')
    try:
        report = flotsam.report(grace=GRACE)
    finally:
        stage.service('start', 'ironic')
    when = 'with Ironic stopped'

    def nothing_proven():
        bad = [describe(port) for port in report['ports'] if port['confidence'] == 'proven' or port['preselected']]
        if bad:
            raise Wrong('; '.join(bad))
        return 'nothing'
    score.check(f'all ports {when}', 'nothing proven', nothing_proven)
    _each(score, stage, report, LEAKS, Expect('orphan', confidence='likely'), when)
    _each(score, stage, report, ('metal-port', 'test-port1'), Expect(('unknown', 'unattached', 'in-use')), when)
    _unread(score, report, 'baremetal.ports', when)


def neutron_stopped(score, stage, flotsam):
    stage.service('stop', 'neutron')
    try:
        done = flotsam.run('--cloud', 'lab', '--report', 'json', '--grace', str(GRACE))
    finally:
        stage.service('start', 'neutron')

    def said():
        if done.code != 1 or not re.search('network|neutron', done.err, re.IGNORECASE):
            raise Wrong(done)
        return done
    score.check('a scan with Neutron stopped', 'exit 1 and a clear message', said)


def down_cell(score, stage, flotsam):
    """The database of the cell cannot be reached: Nova's lists leave its servers out without a word."""
    lab = stage.lab
    good = lab.query('nova_api', "select database_connection from cell_mappings where name='cell1'")[0][0]
    bad = good.replace(f':{lab.ports["mysql"]}/', ':9/')

    def point(url):
        lab.query('nova_api', "update cell_mappings set database_connection=%s where name='cell1'", url)
        stage.service('stop', 'nova')
        stage.service('start', 'nova')
    point(bad)
    try:
        report = flotsam.report(grace=GRACE, timeout=300)
    finally:
        point(good)
    when = 'with its cell down'
    score.check(f'all ports {when}', 'no orphan', lambda: verdicts.no_orphan(report) or 'none')
    _each(score, stage, report, ALIVE + LEAKS + ('unbind-failed',), UNKNOWN, when)


def second_region(score, stage, flotsam):
    """Another region's compute service shares this Neutron and does not answer: its servers may own the ports."""
    identity = stage.connect().identity
    services = {service.type: service for service in identity.services()}
    if not identity.find_region('RegionTwo'):
        identity.create_region(id='RegionTwo')
    made = [identity.create_endpoint(service_id=services[kind].id, interface='public', url=url, region_id='RegionTwo')
            for kind, url in (('compute', 'http://127.0.0.1:9/v2.1'), ('network', stage.lab.url('neutron')))]
    try:
        report = flotsam.report(grace=GRACE)
    finally:
        for endpoint in made:
            identity.delete_endpoint(endpoint)
        identity.delete_region('RegionTwo')
    when = "while another region's Nova on this Neutron does not answer"
    _each(score, stage, report, LEAKS + ('unbind-failed',), UNKNOWN, when)
    _each(score, stage, report, ('web-0',), Expect('in-use', 'server-alive'), when)


def token_ends(score, stage, flotsam):
    """The token is revoked, or its time is over, while the lists are read."""
    state = {'revoked': False}

    def revoke(asked):
        token = asked.headers.get('X-Auth-Token') or asked.headers.get('x-auth-token')
        if not state['revoked'] and asked.is_get('neutron', '/ports') and token:
            state['revoked'] = True
            answer = stage.connect().identity.delete('/auth/tokens', headers={'X-Subject-Token': token})
            state['answer'] = answer.status_code
    report, gate = _through(stage, flotsam, revoke)
    _all_well(score, stage, report, gate, 'a token that is revoked before the ports are read')

    stage.service('start', 'keystone-short')
    try:
        begun = {}

        def hold(asked):
            if asked.service != 'keystone' and not asked.is_get('neutron', '/ports') and 'at' not in begun:
                begun['at'] = time.monotonic()
            if 'at' in begun and asked.service != 'keystone':
                time.sleep(max(0.0, begun['at'] + 14 - time.monotonic()))
        with Gate(stage.lab, hold, keystone=stage.lab.ports['keystone-short']) as gate:
            _gate_cloud(flotsam, gate)
            report = flotsam.report(cloud='gate', grace=GRACE)
        _all_well(score, stage, report, gate, 'a token that expires while the owners are read')
    finally:
        stage.service('stop', 'keystone-short')


def _all_well(score, stage, report, gate, what):
    logins = sum(asked.method == 'POST' and asked.path.endswith('/auth/tokens') for asked in gate.seen)

    def well():
        if logins < 2:
            raise Wrong(f'{logins} login')
        sources = verdicts.complete(report)
        return f'{logins} logins; {sources}'
    score.check(what, 'a new login, and every source read', well)
    _each(score, stage, report, ('web-0',), Expect('in-use', 'server-alive'), f'after {what}')
    _each(score, stage, report, ('leak-0',), Expect('orphan', confidence='proven'), f'after {what}')


def boot_in_flight(score, stage, flotsam):
    """Nova has created the port and waits for Neutron's answer: device set, no owner, unbound, like a leak. Heat has
    created another for a server to which Nova has not attached it yet: named by Heat, no device, like a leftover."""
    cloud, with_heat = stage.connect('demo'), stage.has('heat-engine')
    stage.wire('hold')
    try:
        server = stage.boot(cloud, 'booting', 'dropping', 'ci')
        if with_heat:
            moves = stack('moves', 'mover', 'dropping', stage.subnets['stacks'])
            made = cloud.orchestration.post('/stacks', json=moves).json()['stack']['id']
            stage.ports['moving'] = wait_for("Heat's port of a stack in motion", lambda: next(
                cloud.network.ports(name='mover-port-0'), None)).id
        stage.ports['booting'] = wait_for('the port of a server in BUILD', lambda: stage.ports_of(cloud, server))[0].id
        time.sleep(GRACE + 1)
        report = flotsam.report(grace=GRACE)
        status = stage.status(cloud, server)
    finally:
        stage.wire('pass')
    when = 'once it runs'
    if status == 'BUILD':
        _each(score, stage, report, ('booting',), Expect('settling', 'half-created', remedy='wait'),
              'port of a server in BUILD, older than the grace period')
    else:
        score.skips('a server in BUILD', f'it is {status} already')
    if with_heat:
        _each(score, stage, report, ('moving',), Expect('settling', 'stack-busy', remedy='wait'),
              "Heat's port in a stack in CREATE_IN_PROGRESS, older than the grace period")
        wait_for('the stack', lambda: cloud.orchestration.find_stack(made).status == 'CREATE_COMPLETE')
    stage.settle(cloud, [server], 'ACTIVE')
    time.sleep(GRACE + 1)
    _each(score, stage, flotsam.report(grace=GRACE), ('booting', 'moving'), Expect('in-use', 'server-alive'), when)
    cloud.compute.delete_server(server)
    stage.settle(cloud, [server], GONE)
    if with_heat:
        cloud.orchestration.delete_stack(made)
        wait_for('the stack to go', lambda: not any(cloud.network.ports(name='mover-port-0')))
    for name in ('booting', 'moving'):
        stage.ports.pop(name, None)
