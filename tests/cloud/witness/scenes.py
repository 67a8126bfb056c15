# SPDX-FileCopyrightText: Flotsam contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""What is made in the cloud. Each scene runs in a thread of its own and leaves the ids of its ports in the stage."""
import time

from .stage import GONE, Failure, wait_for

NIC = '52:54:00:53:b5:b9'
IRONIC = {'X-OpenStack-Ironic-API-Version': '1.78'}


def live(stage):
    """Five servers that run; the address of a port without a device is allowed on the first."""
    cloud = stage.connect('demo')
    servers = [stage.boot(cloud, f'web-{index}', 'good', 'web') for index in range(5)]
    stage.settle(cloud, servers, 'ACTIVE')
    for index, server in enumerate(servers):
        stage.ports[f'web-{index}'] = stage.ports_of(cloud, server)[0].id
    vip = cloud.network.create_port(name='vip', network_id=stage.networks['web'],
                                    fixed_ips=[{'ip_address': '10.10.200.1'}])
    cloud.network.update_port(stage.ports['web-0'], allowed_address_pairs=[{'ip_address': '10.10.200.1'}])
    stage.ports['vip'] = vip.id


def failed_builds(stage):
    """Two servers whose build fails (Nova takes their ports back), and one that ran and is in ERROR now."""
    cloud = stage.connect('demo')
    broken = [stage.boot(cloud, f'broken-{index}', 'flaky', 'failing') for index in range(2)]
    ran = stage.boot(cloud, 'ran-once', 'good', 'failing')
    stage.settle(cloud, broken, 'ERROR')
    stage.settle(cloud, [ran], 'ACTIVE')
    stage.ports['ran-once'] = stage.ports_of(cloud, ran)[0].id
    stage.connect().compute.reset_server_state(ran, 'error')
    stage.settle(cloud, [ran], 'ERROR')


def dropped(stage):
    """The connection drops while Nova creates a port: three such servers are deleted, one stays in ERROR; then the
    ports appear. Then an unbind fails the same way, so that somebody's own port keeps a dead server's device; then a
    request is sent twice, so that a server gets two ports and knows of one."""
    cloud = stage.connect('demo')
    stage.wire('drop')
    lost = [stage.boot(cloud, f'ci-{index}', 'dropping', 'ci') for index in range(3)]
    kept = stage.boot(cloud, 'ci-kept', 'dropping', 'ci')
    stage.settle(cloud, lost + [kept], 'ERROR')
    for server in lost:
        cloud.compute.delete_server(server)
    stage.settle(cloud, lost, GONE)
    stage.wire('pass')
    for name, server in [*zip(('leak-0', 'leak-1', 'leak-2'), lost), ('leak-kept', kept)]:
        stage.ports[name] = wait_for('late port', lambda server=server: stage.ports_of(cloud, server))[0].id

    own = cloud.network.create_port(name='database-nic', network_id=stage.networks['ci'])
    server = stage.boot(cloud, 'database', 'dropping', port=own.id)
    stage.settle(cloud, [server], 'ACTIVE')
    stage.wire('forget')
    cloud.compute.delete_server(server)
    stage.settle(cloud, [server], GONE)
    stage.wire('twin')
    twice = stage.boot(cloud, 'twice', 'dropping', 'ci')
    stage.settle(cloud, [twice], 'ACTIVE')
    stage.wire('pass')
    for port in stage.ports_of(cloud, twice):
        stage.ports['twin-used' if port.device_owner else 'twin'] = port.id
    if cloud.network.get_port(own.id).device_id != server:
        raise Failure('Nova took the device off the port although the connection dropped')
    stage.ports['unbind-failed'] = own.id


def parked(stage):
    """A server that is shelved and offloaded, one that is deleted softly, and one that gave somebody's port back."""
    cloud = stage.connect('demo')
    own = cloud.network.create_port(name='given-back', network_id=stage.networks['parking'])
    shelved, soft = (stage.boot(cloud, name, 'good', 'parking') for name in ('shelved', 'soft-deleted'))
    guest = stage.boot(cloud, 'guest', 'good', port=own.id)
    stage.settle(cloud, [shelved, soft, guest], 'ACTIVE')
    cloud.compute.delete_server(guest)
    stage.settle(cloud, [guest], GONE)
    stage.ports['given-back'] = own.id
    for name, server in (('shelved', shelved), ('soft-deleted', soft)):
        stage.ports[name] = stage.ports_of(cloud, server)[0].id
    cloud.compute.shelve_server(shelved)
    stage.service('start', 'nova-soft')
    try:
        softly = stage.connect('demo', compute_endpoint_override=stage.lab.url('nova-soft', '/v2.1'))
        softly.compute.delete_server(soft)
        admin = stage.connect()
        stage.settle(admin, [soft], 'SOFT_DELETED')
    finally:
        stage.service('stop', 'nova-soft')
    stage.settle(cloud, [shelved], 'SHELVED_OFFLOADED')


def stack(name, resource, host, subnet, extra=''):
    return {'stack_name': name, 'timeout_mins': 5, 'disable_rollback': True, 'template': f'''
heat_template_version: 2018-08-31
resources:
  {resource}:
    type: OS::Nova::Server
    properties:
      name: {name}-server{extra}
      image: cirros
      flavor: tiny
      user_data_format: RAW
      availability_zone: az-{host}
      networks: [{{subnet: {subnet}}}]
  {resource}_spare:
    type: OS::Neutron::Port
    properties: {{network: stacks}}
'''}


def stacks(stage):
    """Three stacks with a server on a subnet, for which Heat makes the port: one that works, one whose server fails,
    one whose server fails again in an update."""
    cloud = stage.connect('demo')
    heat = cloud.orchestration

    def settled(name):
        found = heat.find_stack(name)
        return found if found and not found.status.endswith('IN_PROGRESS') else None
    subnet = stage.subnets['stacks']
    for name, resource, host in (('works', 'app', 'good'), ('fails', 'node', 'flaky'),
                                 ('fails-again', 'worker', 'flaky')):
        heat.post('/stacks', json=stack(name, resource, host, subnet))
    found = {name: wait_for(f'stack {name}', lambda name=name: settled(name))
             for name in ('works', 'fails', 'fails-again')}
    if found['works'].status != 'CREATE_COMPLETE' or found['fails'].status != 'CREATE_FAILED':
        raise Failure(f'the stacks are {[(name, made.status) for name, made in found.items()]}')
    again = stack('fails-again', 'worker', 'flaky', subnet, extra='-2')
    del again['stack_name']
    heat.patch(f'/stacks/fails-again/{found["fails-again"].id}', json={**again, 'existing': True})
    wait_for('the update', lambda: (settled('fails-again') or found['fails-again']).status == 'UPDATE_FAILED')
    for port in cloud.network.ports():
        for name in ('app-port-0', 'node-port-0', 'worker-port-0'):
            if port.name == name:
                stage.ports[name] = port.id
    for resource in heat.get('/stacks/works/%s/resources' % found['works'].id).json()['resources']:
        if resource['resource_name'] == 'app_spare':
            stage.ports['stack-port'] = resource['physical_resource_id']


def plain(stage):
    """Ports that Neutron itself knows a use for, and some that nobody does."""
    cloud, admin = stage.connect('demo'), stage.connect()
    network = cloud.network

    def port(name, **more):
        made = network.create_port(name=name, network_id=stage.networks['office'], **more)
        stage.ports[name] = made.id
        return made
    floating = port('floating')
    network.create_ip(floating_network_id=stage.public, port_id=floating.id)
    parent, sub = port('trunk-parent'), port('trunk-sub')
    network.create_trunk(name='trunk', port_id=parent.id,
                         sub_ports=[{'port_id': sub.id, 'segmentation_type': 'vlan', 'segmentation_id': 42}])
    port('spare')
    reserved = port('reserved')
    time.sleep(2)  # Neutron's times are whole seconds, and in the same one it counts as never changed
    network.update_port(reserved.id, description='kept for the printer')
    blue = admin.identity.find_project('team-blue').id
    stage.ports['foreign'] = admin.network.create_port(name='foreign', network_id=stage.networks['office'],
                                                       project_id=blue).id
    for found in admin.network.ports(device_id=stage.router):
        stage.ports[found.device_owner.partition(':')[2]] = found.id


def bare_metal(stage):
    """A node is forgotten without its VIF being detached; enrolled again, its NIC's MAC is held by the old port."""
    admin, cloud, services = stage.connect(), stage.connect('demo'), stage.connect('service')
    private = cloud.network.create_network(name='private')
    cloud.network.create_subnet(name='private', network_id=private.id, ip_version=4, cidr='192.168.7.0/24')
    services.network.create_network(name='cleaning')

    def call(method, path, body=None, fine=True):
        answer = admin.baremetal.request(path, method, json=body, headers=IRONIC)
        if fine and answer.status_code >= 300:
            raise Failure(f'{method} {path}: {answer.status_code} {answer.text[:200]}')
        return answer

    def enroll(name, mac):
        node = call('POST', '/nodes', {'name': name, 'driver': 'fake-hardware', 'network_interface': 'neutron',
                                       'resource_class': 'baremetal'}).json()['uuid']
        call('POST', '/ports', {'node_uuid': node, 'address': mac, 'local_link_connection': {
            'switch_id': '0a:1b:2c:3d:4e:5f', 'port_id': 'Ethernet3/1', 'switch_info': 'sw1'}})
        for verb, state in (('manage', 'manageable'), ('provide', 'available')):
            call('PUT', f'/nodes/{node}/states/provision', {'target': verb})
            wait_for(f'node {state}',
                     lambda state=state: call('GET', f'/nodes/{node}').json()['provision_state'] == state)
        return node

    for name in ('test-port1', 'test-port2', 'metal-port'):
        stage.ports[name] = cloud.network.create_port(name=name, network_id=private.id).id
    node = enroll('bm-node', NIC)
    call('POST', f'/nodes/{node}/vifs', {'id': stage.ports['test-port1']})
    call('PUT', f'/nodes/{node}/maintenance', {'reason': 'gone'})
    call('DELETE', f'/nodes/{node}')
    node = enroll('bm-node-again', NIC)
    refused = call('POST', f'/nodes/{node}/vifs', {'id': stage.ports['test-port2']}, fine=False)
    if refused.status_code < 400:
        raise Failure('Ironic attached the second port although the first holds the MAC')
    used = enroll('bm-used', '52:54:00:53:b5:ba')
    call('POST', f'/nodes/{used}/vifs', {'id': stage.ports['metal-port']})


# name, function, what it needs
SCENES = (
    ('dropped connections', dropped, ('nova-hosts', 'wire')), ('stacks', stacks, ('nova-hosts', 'heat-engine')),
    ('parked servers', parked, ('nova-hosts',)), ('live', live, ('nova-hosts',)),
    ('failed builds', failed_builds, ('nova-hosts',)), ('bare metal', bare_metal, ('ironic-conductor', 'neutron')),
    ('plain ports', plain, ('neutron',)),
)
