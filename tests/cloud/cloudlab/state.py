# SPDX-FileCopyrightText: Flotsam contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""What a running cloud is made of: its folder, its ports, its passwords, and which parts of it are up."""
import json
import os
import random
import socket

ADMIN_PASSWORD = 'Adm1n-of-the-test-cloud'
MEMBER_PASSWORD = 'M3mber-of-the-test-cloud'
SERVICE_PASSWORD = 'S3rvice-of-the-test-cloud'
DB_PASSWORD = 'D4tabase-of-the-test-cloud'
SECRETS = (ADMIN_PASSWORD, MEMBER_PASSWORD, SERVICE_PASSWORD, DB_PASSWORD)

HOSTS = ('good-host', 'flaky-host', 'dropping-host')

# Where each service listens if nothing else does.
PREFERRED_PORTS = {
    'mysql': 13306, 'memcached': 11299, 'epmd': 14369, 'amqp': 15699, 'amqp-dist': 15700,
    'keystone': 5000, 'placement': 8778, 'glance': 9292, 'neutron': 9696, 'nova': 8774, 'heat': 8004,
    'ironic': 6385, 'wire': 19696, 'nova-soft': 18774, 'keystone-short': 15000,
}


def is_free(port):
    """Whether nobody listens on the port of any local address."""
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind(('127.0.0.1', port))
        except OSError:
            return False
    with socket.socket() as probe:
        probe.settimeout(1)
        return probe.connect_ex(('127.0.0.1', port)) != 0


def free_port(taken):
    """A free port below those that the kernel hands to outgoing connections."""
    candidates = random.sample(range(20000, 32000), 2000)
    return next(port for port in candidates if port not in taken and is_free(port))


def choose_ports(say):
    ports = {}
    for name, preferred in PREFERRED_PORTS.items():
        port = preferred
        if not is_free(port):
            port = free_port(set(PREFERRED_PORTS.values()) | set(ports.values()))
            say(f'port {preferred} for {name} is in use by something else: taking {port}')
        ports[name] = port
    return ports


class Lab:
    """One cloud's folder. `lab.json` in it tells the ports and what came up."""

    def __init__(self, folder):
        self.dir = os.path.abspath(folder)
        self.ports = {}
        self.up = []
        self.failed = {}

    def path(self, *parts):
        return os.path.join(self.dir, *parts)

    @property
    def file(self):
        return self.path('lab.json')

    @property
    def clouds(self):
        return self.path('clouds.yaml')

    def url(self, service, path=''):
        return f'http://127.0.0.1:{self.ports[service]}{path}'

    def db_url(self, database):
        return f'mysql+pymysql://lab:{DB_PASSWORD}@127.0.0.1:{self.ports["mysql"]}/{database}?charset=utf8'

    @property
    def amqp_url(self):
        return f'rabbit://guest:guest@127.0.0.1:{self.ports["amqp"]}/'

    def query(self, database, sql, *values):
        """Rows of one statement in one of the services' databases."""
        import pymysql
        connection = pymysql.connect(host='127.0.0.1', port=self.ports['mysql'], user='lab', password=DB_PASSWORD,
                                     database=database, autocommit=True)
        try:
            with connection.cursor() as cursor:
                cursor.execute(sql, values)
                return cursor.fetchall()
        finally:
            connection.close()

    def save(self):
        part = self.file + '.part'
        with open(part, 'w', encoding='utf-8') as out:
            json.dump({'ports': self.ports, 'up': sorted(self.up), 'failed': self.failed}, out, indent=1)
        os.replace(part, self.file)

    def load(self):
        try:
            with open(self.file, encoding='utf-8') as source:
                content = json.load(source)
        except FileNotFoundError:
            return self
        self.ports, self.up, self.failed = content['ports'], content['up'], content['failed']
        return self
