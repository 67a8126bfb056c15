# SPDX-FileCopyrightText: Flotsam contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Many ports, in pages of a hundred."""
import time

from . import verdicts
from .basics import GRACE
from .gate import Gate
from .harness import Wrong, by_id, describe
from .stage import Failure

MANY, BATCH, PATIENCE = 1200, 100, 420


def many_ports(score, stage, flotsam):
    admin, green = stage.connect(), stage.connect('team-green')
    project = admin.identity.find_project('team-green').id
    admin.network.update_quota(project, ports=MANY)
    # Without a subnet and security groups, for Neutron makes such ports fastest.
    network = green.network.create_network(name='many', is_port_security_enabled=False)
    started = time.monotonic()
    for start in range(0, MANY, BATCH):
        if time.monotonic() - started > PATIENCE:
            score.skips(f'{MANY} ports', f'Neutron made {start} of them in {PATIENCE} s: these are checked')
            break
        answer = green.network.post('/ports', json={'ports': [
            {'network_id': network.id, 'name': f'pool-{start + index}'} for index in range(BATCH)]})
        if answer.status_code != 201:
            raise Failure(f'making ports: {answer.status_code} {answer.text[:200]}')
    mine = {port.id for port in green.network.ports(network_id=network.id)}
    many = len(mine)
    admin.network.update_quota(project, ports=many)
    over = green.network.post('/ports', json={'port': {'network_id': network.id}})

    with Gate(stage.lab) as gate:
        entry = dict(flotsam.entries['lab'])
        entry['auth'] = {**entry['auth'], 'auth_url': gate.url('keystone', '/v3')}
        flotsam.add_cloud('gate', **entry)
        done = flotsam.run('--cloud', 'gate', '--report', 'json', '--grace', str(GRACE))
    if done.code:
        score.fails(f'{many} ports', 'a report', done)
        return
    report = done.json()
    judged = by_id(report)

    def listed():
        pages = gate.count('neutron', '/ports', 'marker=')
        absent = mine - judged.keys()
        if absent or pages < many // 100:
            raise Wrong(f'{len(absent)} missing, {pages} further pages')
        return f'{len(judged)} ports in {pages + 1} pages ({done.seconds:.1f} s)'
    score.check(f'{many} ports in pages of 100', 'each of them in the report, once', listed)
    score.check('the whole cloud', "Neutron's ports, each once", lambda: verdicts.same_ports(stage, report))

    def judged_alike():
        other = {describe(judged[identifier]) for identifier in mine
                 if judged[identifier]['verdict'] not in ('unattached', 'settling')}
        if other:
            raise Wrong('; '.join(sorted(other)[:3]))
        counts = {}
        for identifier in mine:
            counts[judged[identifier]['verdict']] = counts.get(judged[identifier]['verdict'], 0) + 1
        return counts
    score.check(f'{many} ports that nobody uses', 'unattached, or settling while young', judged_alike)

    def full():
        quota = next(quota for quota in report['quotas'] if quota['project_id'] == project)
        flagged = [port for port in report['ports']
                   if port['project_id'] == project and port['verdict'] == 'unattached']
        unflagged = [port['id'] for port in flagged if 'over-quota' not in port['flags']]
        if (quota['limit'], quota['used']) != (many, many) or unflagged or over.status_code != 409:
            raise Wrong(f'{quota}; {len(unflagged)} not flagged; one more port got {over.status_code}')
        return f'{quota["used"]} of {quota["limit"]}, {len(flagged)} flagged'
    score.check(f'a quota of {many} that is full', 'told, and its unattached ports flagged over-quota', full)
