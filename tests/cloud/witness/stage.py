# SPDX-FileCopyrightText: Flotsam contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""The cloud seen through openstacksdk, with what every scene needs: networks, an image, a flavour, hosts by name."""
import os
import subprocess
import sys
import tempfile
import time

import openstack

from cloudlab import catalog
from cloudlab.processes import Processes

CLOUD_FOLDER = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
GONE = 'GONE'


class Failure(Exception):
    """A scene did not come about; what depends on it cannot be checked."""


def wait_for(what, probe, patience=300, pause=0.5):
    """Calls `probe` until it returns something true, and returns that."""
    end = time.monotonic() + patience
    while True:
        found = probe()
        if found:
            return found
        if time.monotonic() > end:
            raise Failure(f'{what}: not in {patience} s')
        time.sleep(pause)


class Stage:
    """One running cloud. Connections are made per project; the administrator's have the role in every project."""

    def __init__(self, lab):
        self.lab = lab
        self.ports = {}  # the port that a scene made, by the name that the scene gives it
        self.servers = {}
        self.networks, self.subnets = {}, {}

    def has(self, *parts):
        return all(part in self.lab.up for part in parts)

    def connect(self, project='admin', cloud='lab', **extra):
        entry = catalog.clouds(self.lab)[cloud]
        entry['auth']['project_name'] = project
        return openstack.connect(load_envvars=False, load_yaml_config=False, app_name='witness', **entry, **extra)

    def service(self, action, *names):
        """Starts or stops services of the cloud."""
        prefix = [] if os.geteuid() == 0 else ['sudo', '-n']
        marker = f'{Processes.MARKER}={self.lab.dir}'
        subprocess.run([*prefix, 'env', marker, sys.executable, os.path.join(CLOUD_FOLDER, 'lab.py'), action,
                        self.lab.dir, *names], check=True, stdout=subprocess.DEVNULL)

    def wire(self, mode):
        """What happens between dropping-host and Neutron; the words are told in wire.py."""
        with open(self.lab.path('wire'), 'w', encoding='utf-8') as out:
            out.write(mode + '\n')

    def prepare(self):
        """Everything that scenes share."""
        admin, demo = self.connect(), self.connect('demo')
        if self.has('nova-hosts'):
            known = {aggregate.name for aggregate in admin.compute.aggregates()}
            for name in {'good', 'flaky', 'dropping'} - known:
                aggregate = admin.compute.create_aggregate(name=name, availability_zone=f'az-{name}')
                admin.compute.add_host_to_aggregate(aggregate, f'{name}-host')
            admin.get_flavor('tiny') or admin.create_flavor('tiny', 64, 1, 1)
            if not admin.get_image('cirros'):
                with tempfile.NamedTemporaryFile() as image:
                    image.write(b'\0' * 1024)
                    image.flush()
                    admin.create_image('cirros', filename=image.name, disk_format='raw', container_format='bare',
                                       wait=True)
            self.image, self.flavor = admin.get_image('cirros').id, admin.get_flavor('tiny').id
        # A network for each scene: Neutron makes the ports of one subnet one after the other.
        for index, name in enumerate(('web', 'failing', 'ci', 'parking', 'stacks', 'office')):
            network = demo.network.create_network(name=name)
            self.subnets[name] = demo.network.create_subnet(name=name, network_id=network.id, ip_version=4,
                                                            cidr=f'10.{10 + index}.0.0/16').id
            self.networks[name] = network.id
        self.public = admin.network.create_network(name='public', is_router_external=True,
                                                   provider_network_type='flat',
                                                   provider_physical_network='public').id
        admin.network.create_subnet(name='public', network_id=self.public, ip_version=4, cidr='203.0.113.0/24',
                                    enable_dhcp=False)
        self.router = demo.network.create_router(name='router', external_gateway_info={'network_id': self.public}).id
        demo.network.add_interface_to_router(self.router, subnet_id=self.subnets['office'])

    def boot(self, cloud, name, host, network=None, port=None):
        server = cloud.compute.create_server(name=name, image_id=self.image, flavor_id=self.flavor,
                                             networks=[{'port': port} if port else {'uuid': self.networks[network]}],
                                             availability_zone=f'az-{host}')
        self.servers[name] = server.id
        return server.id

    @staticmethod
    def status(cloud, server):
        try:
            return cloud.compute.get_server(server).status
        except openstack.exceptions.ResourceNotFound:
            return GONE

    def settle(self, cloud, servers, *states, patience=300):
        wait_for(f'servers in {"/".join(states)}',
                 lambda: all(self.status(cloud, server) in states for server in servers), patience)

    @staticmethod
    def ports_of(cloud, server):
        return [port for port in cloud.network.ports(device_id=server) if port.device_id == server]
