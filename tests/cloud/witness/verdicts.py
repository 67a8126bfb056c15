# SPDX-FileCopyrightText: Flotsam contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""What flotsam must say of each port that the scenes left, seen as administrator and as member."""
import openstack

from .harness import Expect, Wrong, by_id, describe

ALIVE = Expect('in-use', 'server-alive', remedy='none')
IN_ERROR = Expect('in-use', 'server-error', remedy='delete-server')
LEAKED = Expect('orphan', 'server-deleted', 'late-create', 'half-created', confidence='proven', remedy='delete',
                flags=('ip-held',))
HEAT_LEFT = Expect('orphan', 'heat-failed-server', confidence='likely', remedy='delete-stack')

# scene, port, what it is, the administrator's verdict, the member's
TABLE = (
    *(('live', f'web-{index}', 'DOWN port of a live server', ALIVE, ALIVE) for index in range(5)),
    ('live', 'vip', 'port whose address is allowed on a server', Expect('in-use', 'vip'), Expect('in-use', 'vip')),
    ('failed builds', 'ran-once', 'port of a server in ERROR', IN_ERROR, IN_ERROR),
    *(('dropped connections', f'leak-{index}', 'port that appeared after its server was deleted', LEAKED,
       Expect('orphan', 'server-deleted', 'late-create', confidence='likely', flags=('restricted-view',)))
      for index in range(3)),
    ('dropped connections', 'leak-kept', 'late port of a server that is still there in ERROR',
     IN_ERROR, IN_ERROR),
    ('dropped connections', 'unbind-failed', "somebody's own port that still names a deleted server",
     Expect('stale', 'unbind-failed', 'server-deleted', remedy='clear-device'),
     Expect('stale', 'unbind-failed', remedy='clear-device', flags=('restricted-view',))),
    ('dropped connections', 'twin-used', 'port of a server whose request was sent twice', ALIVE, ALIVE),
    ('dropped connections', 'twin', 'the other port that this made, unknown to its server',
     Expect('orphan', 'duplicate-create', 'half-created', confidence='likely', remedy='delete'),
     Expect('in-use', 'server-alive')),
    ('parked servers', 'given-back', "somebody's own port after its server was deleted as it should be",
     Expect('unattached', 'user-port', remedy='none'), Expect('unattached', 'user-port', remedy='none')),
    ('parked servers', 'shelved', 'port of a shelved and offloaded server', ALIVE, ALIVE),
    ('parked servers', 'soft-deleted', 'port of a softly deleted server', Expect('in-use', remedy='none'),
     Expect('in-use', remedy='none')),
    ('stacks', 'app-port-0', "Heat's port of a server that works", ALIVE, ALIVE),
    ('stacks', 'stack-port', 'port that is a resource of a stack', Expect('in-use', 'heat-managed'),
     Expect('in-use', 'heat-managed')),
    ('stacks', 'node-port-0', "Heat's port of a server that failed on create", HEAT_LEFT, HEAT_LEFT),
    ('stacks', 'worker-port-0', "Heat's port of a server that failed on update", HEAT_LEFT, HEAT_LEFT),
    ('plain ports', 'floating', 'port with a floating IP', Expect('in-use', 'floating-ip'),
     Expect('in-use', 'floating-ip')),
    ('plain ports', 'trunk-parent', 'parent of a trunk', Expect('in-use', 'trunk'), Expect('in-use', 'trunk')),
    ('plain ports', 'trunk-sub', 'subport of a trunk', Expect('in-use', 'trunk'), Expect('in-use', 'trunk')),
    ('plain ports', 'spare', 'port that nobody used', Expect('unattached', 'never-bound', remedy='none'),
     Expect('unattached', 'never-bound', remedy='none')),
    ('plain ports', 'reserved', 'port that nobody uses now', Expect('unattached', 'user-port', remedy='none'),
     Expect('unattached', 'user-port', remedy='none')),
    ('plain ports', 'foreign', "another project's port on the member's network", Expect('unattached'),
     Expect('unknown', 'not-my-project')),
    ('plain ports', 'router_interface', "router's port", Expect('service', 'network-plumbing'),
     Expect('service', 'network-plumbing')),
    ('plain ports', 'router_gateway', "router's gateway port", Expect('service', 'network-plumbing'), None),
    ('bare metal', 'test-port1', "unbound port with a NIC's MAC",
     Expect('stale', 'baremetal-mac', remedy='regenerate-mac', flags=('mac-conflict',)),
     Expect(('unattached', 'unknown'), without=('mac-conflict',))),
    ('bare metal', 'test-port2', 'port that Ironic could not attach', Expect('unattached', without=('mac-conflict',)),
     Expect(('unattached', 'unknown'))),
    ('bare metal', 'metal-port', 'port that is the VIF of a node', Expect('in-use', 'ironic-vif'), None),
)


def rows(stage):
    """The rows of the table whose scenes came about."""
    return [row for row in TABLE if row[1] in stage.ports]


def compare(score, stage, report, column, who):
    """One check for each row."""
    judged = by_id(report)
    for row in rows(stage):
        _, name, what, *expected = row
        wanted = expected[column]
        if wanted is None:
            continue
        port = judged.get(stage.ports[name])
        (score.passes if wanted.met_by(port) else score.fails)(f'{name}, {what} ({who})', wanted, describe(port))


def never_deletable(report, identifiers):
    """Raises if one of the ports may be deleted by what flotsam says."""
    judged = by_id(report)
    bad = [f'{identifier}: {describe(judged[identifier])}' for identifier in identifiers
           if identifier in judged and (judged[identifier]['deletable'] or judged[identifier]['preselected'])]
    if bad:
        raise Wrong('; '.join(bad[:5]))


def no_orphan(report):
    bad = [f'{port["name"] or port["id"]}: {describe(port)}' for port in report['ports'] if port['verdict'] == 'orphan']
    if bad or report['summary']['reclaimable']:
        raise Wrong(f'{len(bad)} orphans: ' + '; '.join(bad[:5]))


def same_ports(stage, report):
    """The report lists the ports that Neutron lists, as Neutron has them."""
    real = {port.id: port for port in stage.connect().network.ports()}
    judged = by_id(report)
    if len(judged) != len(report['ports']) or len(judged) != report['summary']['ports']:
        raise Wrong('a port is listed twice, or the summary counts otherwise')
    if real.keys() != judged.keys():
        raise Wrong(f'{len(real.keys() - judged.keys())} missing, {len(judged.keys() - real.keys())} too many')
    for identifier, port in real.items():
        for key in ('name', 'project_id', 'network_id', 'mac_address', 'device_id', 'device_owner', 'status',
                    'created_at'):
            if (getattr(port, key) or '') != judged[identifier][key]:
                raise Wrong(f'{key} of {identifier} is {getattr(port, key)!r}, not {judged[identifier][key]!r}')
    return f'{len(real)} ports'


def _uses(server, port):
    """Whether Nova itself counts the port's MAC among the server's."""
    macs = {address.get('OS-EXT-IPS-MAC:mac_addr') for addresses in server.addresses.values() for address in addresses}
    return port.mac_address in macs


def nothing_alive_lost(stage, report):
    """Asks Nova itself about every device that a port names."""
    admin, judged = stage.connect(), by_id(report)
    alive, twins, checked = [], [], 0
    for port in admin.network.ports():
        if not port.device_id or port.device_owner.startswith('network:'):
            continue
        checked += 1
        try:
            server = admin.compute.get_server(port.device_id)
        except openstack.exceptions.ResourceNotFound:
            continue
        said = judged.get(port.id)
        if said and 'duplicate-create' in said['reasons'] and not _uses(server, port):
            twins.append(port.id)
        else:
            alive.append(port.id)
    never_deletable(report, alive)
    orphans = [port for port in judged.values() if port['verdict'] == 'orphan' and port['device_id']]
    return (f'{checked} devices asked for, {len(alive)} alive; {len(orphans)} orphans, {len(twins)} of them twins that'
            ' Nova does not know')


def same_quotas(stage, report):
    admin = stage.connect()
    told = {quota['project_id']: quota for quota in report['quotas']}
    for name in ('demo', 'team-blue'):
        project = admin.identity.find_project(name).id
        real = admin.network.get_quota(project, details=True).ports
        if project not in told:
            raise Wrong(f'no quota of {name}')
        if any(told[project][key] != real[key] for key in ('limit', 'used', 'reserved')):
            raise Wrong(f'{name}: {told[project]} and not {real}')
        mine = [port for port in report['ports'] if port['project_id'] == project]
        if sum(told[project]['by_verdict'].values()) != len(mine) or told[project]['reclaimable'] != sum(
                port['verdict'] == 'orphan' for port in mine):
            raise Wrong(f'{name}: its ports are counted wrongly: {told[project]}')
    return ', '.join(f'{quota["project_name"]} {quota["used"]}/{quota["limit"]}' for quota in report['quotas'])


def complete(report, *except_for):
    """Every source was read wholly; sources that the cloud does not have are absent."""
    bad = [f'{source["name"]} {source["status"]} {source["detail"]}' for source in report['sources']
           if source['status'] not in ('complete', 'absent') and source['name'] not in except_for]
    if bad:
        raise Wrong('; '.join(bad))
    return ', '.join(f'{source["name"].partition(".")[2]} {source["count"]}' for source in report['sources']
                     if source['status'] == 'complete')
