# SPDX-FileCopyrightText: Flotsam contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""The services of the cloud: how each is prepared, started and known to be ready."""
import base64
import os
import shutil
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request

from . import agents, catalog
from .plan import Step
from .processes import Processes
from .state import DB_PASSWORD, HOSTS

HERE = os.path.dirname(os.path.abspath(__file__))
# The programs that a part of the cloud consists of; a part whose programs are not installed is left out.
PROGRAMS = {
    'mysql': ('mariadbd', 'mariadb-install-db', 'mariadb'), 'memcached': ('memcached',),
    'rabbit': ('epmd', '/usr/lib/rabbitmq/bin/rabbitmq-server'),
    'keystone': ('keystone-manage', 'keystone-wsgi-public'), 'placement': ('placement-manage', 'placement-api'),
    'glance': ('glance-manage', 'glance-api'), 'neutron': ('neutron-db-manage', 'neutron-server'),
    'nova': ('nova-manage', 'nova-api', 'nova-conductor', 'nova-scheduler', 'nova-compute'),
    'heat': ('heat-manage', 'heat-api', 'heat-engine'),
    'ironic': ('ironic-dbsync', 'ironic-api', 'ironic-conductor'),
}


class Services:
    """Everything that can be started in one cloud."""

    def __init__(self, lab):
        self.lab = lab
        self.processes = Processes(lab)

    # -- helpers

    def _conf(self, name):
        return self.lab.path('etc', name)

    def _start(self, name, command, ready, env=None, patience=120):
        self.processes.stop([name])
        child = self.processes.spawn(name, command, env)
        end = time.monotonic() + patience
        while time.monotonic() < end:
            if child.poll() is not None:
                raise RuntimeError(f'it ended with {child.returncode}; see {self.processes.log(name)}')
            if ready():
                return
            time.sleep(0.25)
        self.processes.stop([name])
        raise RuntimeError(f'not ready after {patience} s; see {self.processes.log(name)}')

    def _listens(self, service):
        with socket.socket() as probe:
            probe.settimeout(2)
            return probe.connect_ex(('127.0.0.1', self.lab.ports[service])) == 0

    def _answers(self, service):
        try:
            with urllib.request.urlopen(self.lab.url(service, '/'), timeout=10):
                return True
        except urllib.error.HTTPError:
            return True
        except OSError:
            return False

    def _rows(self, database, sql, *values):
        try:
            return self.lab.query(database, sql, *values)
        except Exception:  # the schema or the server is not there yet
            return ()

    def _nova_service(self, binary, host):
        return bool(self._rows('nova', 'select 1 from services where `binary`=%s and host=%s and deleted=0'
                                       ' and last_seen_up is not null', binary, host))

    # -- the base

    def mysql(self):
        data, sock = self.lab.path('mysql'), self.lab.path('mysql.sock')
        self.processes.stop(['mysql'])
        shutil.rmtree(data, ignore_errors=True)
        self.processes.run('mysql', ['mariadb-install-db', '--no-defaults', '--user=root', f'--datadir={data}',
                                     '--skip-test-db', '--skip-log-bin'])
        client = ['mariadb', '--no-defaults', '-uroot', '-S', sock]

        def ready():
            return subprocess.run(client + ['-e', 'select 1'], capture_output=True, check=False).returncode == 0
        self._start('mysql', [
            'mariadbd', '--no-defaults', '--user=root', f'--datadir={data}', f'--socket={sock}',
            f'--port={self.lab.ports["mysql"]}', '--bind-address=127.0.0.1', '--skip-name-resolve',
            '--innodb-flush-log-at-trx-commit=0', '--innodb-doublewrite=0', '--max-connections=600',
            '--innodb-buffer-pool-size=512M', '--character-set-server=utf8mb3',
            f'--pid-file={self.lab.path("mysql.pid")}'], ready)
        statements = [f"create user if not exists lab@'{host}' identified by '{DB_PASSWORD}';"
                      f"grant all on *.* to lab@'{host}';" for host in ('127.0.0.1', 'localhost')]
        statements += [f'create database if not exists {name};' for name in (
            'keystone', 'glance', 'placement', 'nova', 'nova_api', 'nova_cell0', 'neutron', 'heat', 'ironic')]
        subprocess.run(client, input=''.join(statements).encode(), check=True, capture_output=True)

    def memcached(self):
        self._start('memcached', ['memcached', '-u', 'nobody', '-l', '127.0.0.1', '-m', '64',
                                  '-p', str(self.lab.ports['memcached'])], lambda: self._listens('memcached'))

    def rabbit(self):
        epmd_port = str(self.lab.ports['epmd'])
        self._start('epmd', ['epmd', '-port', epmd_port, '-address', '127.0.0.1'], lambda: self._listens('epmd'))
        self._start('rabbit', ['/usr/lib/rabbitmq/bin/rabbitmq-server'], lambda: self._listens('amqp'), {
            'ERL_EPMD_PORT': epmd_port, 'RABBITMQ_NODENAME': 'lab@localhost', 'HOME': self.lab.path('rabbit'),
            'RABBITMQ_NODE_PORT': str(self.lab.ports['amqp']), 'RABBITMQ_NODE_IP_ADDRESS': '127.0.0.1',
            'RABBITMQ_DIST_PORT': str(self.lab.ports['amqp-dist']), 'RABBITMQ_MNESIA_BASE': self.lab.path('rabbit'),
            'RABBITMQ_LOG_BASE': self.lab.path('log'), 'RABBITMQ_CONFIG_FILE': self._conf('rabbit'),
            'RABBITMQ_ENABLED_PLUGINS_FILE': self._conf('rabbit_plugins'),
            'RABBITMQ_SERVER_ADDITIONAL_ERL_ARGS': '-kernel inet_dist_use_interface {127,0,0,1}'})

    # -- schemas

    def keystone_schema(self):
        for kind in ('fernet', 'credential'):
            folder = self.lab.path('keystone', kind)
            os.makedirs(folder, mode=0o700, exist_ok=True)
            for index in '01':
                with open(os.path.join(folder, index), 'wb') as out:
                    out.write(base64.urlsafe_b64encode(os.urandom(32)))
        manage = ['keystone-manage', '--config-file', self._conf('keystone.conf')]
        self.processes.run('keystone-schema', manage + ['db_sync'])
        self.processes.run('keystone-schema', manage + catalog.bootstrap_arguments(self.lab))

    def placement_schema(self):
        self.processes.run('placement-schema', ['placement-manage', '--config-file', self._conf('placement.conf'),
                                                'db', 'sync'])

    def glance_schema(self):
        self.processes.run('glance-schema', ['glance-manage', '--config-file', self._conf('glance-api.conf'),
                                             'db_sync'])

    def neutron_schema(self):
        self.processes.run('neutron-schema', ['neutron-db-manage', '--config-file', self._conf('neutron.conf'),
                                              '--config-file', self._conf('ml2.ini'), 'upgrade', 'heads'])

    def nova_schema(self):
        manage = ['nova-manage', '--config-file', self._conf('nova.conf')]
        self.processes.run('nova-schema', manage + ['api_db', 'sync'])
        self.processes.run('nova-schema', manage + ['cell_v2', 'map_cell0', '--database_connection',
                                                    self.lab.db_url('nova_cell0')])
        if not self.lab.query('nova_api', "select 1 from cell_mappings where name='cell1'"):
            self.processes.run('nova-schema', manage + ['cell_v2', 'create_cell', '--name', 'cell1',
                                                        '--database_connection', self.lab.db_url('nova'),
                                                        '--transport-url', self.lab.amqp_url])
        self.processes.run('nova-schema', manage + ['db', 'sync'])

    def heat_schema(self):
        self.processes.run('heat-schema', ['heat-manage', '--config-file', self._conf('heat.conf'), 'db_sync'])

    def ironic_schema(self):
        self.processes.run('ironic-schema', ['ironic-dbsync', '--config-file', self._conf('ironic.conf'), 'upgrade'])

    # -- services

    def _serve(self, name, program, env):
        script = shutil.which(program)
        self._start(name, [sys.executable, os.path.join(HERE, 'serve.py'), script, str(self.lab.ports[name])],
                    lambda: self._answers(name), env)

    def keystone(self):
        self._serve('keystone', 'keystone-wsgi-public',
                    {'OS_KEYSTONE_CONFIG_DIR': self.lab.path('etc'), 'OS_KEYSTONE_CONFIG_FILES': 'keystone.conf'})

    def keystone_short(self):
        self._serve('keystone-short', 'keystone-wsgi-public', {
            'OS_KEYSTONE_CONFIG_DIR': self.lab.path('etc', 'short'), 'OS_KEYSTONE_CONFIG_FILES': 'keystone.conf'})

    def placement(self):
        self._serve('placement', 'placement-api', {'OS_PLACEMENT_CONFIG_DIR': self.lab.path('etc')})

    def _api(self, name, command, port=None):
        self._start(name, command, lambda: self._answers(port or name))

    def glance(self):
        self._api('glance', ['glance-api', '--config-file', self._conf('glance-api.conf')])

    def neutron(self):
        self._api('neutron', ['neutron-server', '--config-file', self._conf('neutron.conf'),
                              '--config-file', self._conf('ml2.ini')])
        agents.insert(self.lab)

    def nova(self):
        self._api('nova', ['nova-api', '--config-file', self._conf('nova.conf')])

    def nova_soft(self):
        self._api('nova-soft', ['nova-api', '--config-file', self._conf('nova.conf'),
                                '--config-file', self._conf('nova-soft.conf')])

    def heat(self):
        self._api('heat', ['heat-api', '--config-file', self._conf('heat.conf')])

    def ironic(self):
        self._api('ironic', ['ironic-api', '--config-file', self._conf('ironic.conf')])

    def wire(self):
        with open(self.lab.path('wire'), 'w', encoding='utf-8') as out:
            out.write('pass\n')
        os.chmod(self.lab.path('wire'), 0o666)  # the checks set the mode and need not be root
        self._start('wire', [sys.executable, os.path.join(HERE, 'wire.py'), str(self.lab.ports['wire']),
                             str(self.lab.ports['neutron']), self.lab.path('wire')], lambda: self._listens('wire'))

    def nova_conductor(self):
        self._start('nova-conductor', ['nova-conductor', '--config-file', self._conf('nova.conf')],
                    lambda: self._nova_service('nova-conductor', 'labctl'))

    def nova_scheduler(self):
        self._start('nova-scheduler', ['nova-scheduler', '--config-file', self._conf('nova.conf')],
                    lambda: self._nova_service('nova-scheduler', 'labctl'))

    def nova_hosts(self):
        """The three computes; ready when the scheduler has mapped them to the cell."""
        names = [host.removesuffix('-host') for host in HOSTS]
        for name in names:
            self.processes.stop([f'nova-{name}'])
            self.processes.spawn(f'nova-{name}', ['nova-compute', '--config-file', self._conf(f'nova-{name}.conf')])
        end = time.monotonic() + 150
        while time.monotonic() < end:
            mapped = {row[0] for row in self._rows('nova_api', 'select host from host_mappings')}
            if mapped.issuperset(HOSTS) and all(self._nova_service('nova-compute', host) for host in HOSTS):
                return
            dead = [name for name in names if not self.processes.running(f'nova-{name}')]
            if dead:
                raise RuntimeError(f'nova-compute ended; see {self.processes.log("nova-" + dead[0])}')
            time.sleep(0.5)
        raise RuntimeError('the computes were not mapped to the cell in 150 s')

    def heat_engine(self):
        self._start('heat-engine', ['heat-engine', '--config-file', self._conf('heat.conf')],
                    lambda: bool(self._rows('heat', 'select 1 from service where deleted_at is null')))

    def ironic_conductor(self):
        self._start('ironic-conductor', ['ironic-conductor', '--config-file', self._conf('ironic.conf')],
                    lambda: bool(self._rows('ironic', 'select 1 from conductors where online=1')))

    def endpoints(self):
        """Puts into the catalogue what answers, and nothing else."""
        catalog.create_endpoints(self.lab, [name for name in catalog.ENDPOINTS if self.processes.running(name)])

    def steps(self):
        """Every step to a running cloud, for execute()."""
        missing = {part: next((program for program in programs if not shutil.which(program)), None)
                   for part, programs in PROGRAMS.items()}

        def step(name, run, needs=(), after=(), part=None):
            program = missing.get(part or name)
            if program:
                def run():
                    raise RuntimeError(f'{program} is not installed')
                needs = after = ()
            return Step(name, run, needs, after)
        schemas = [step(f'{part} schema', getattr(self, f'{part}_schema'), ('mysql',), part=part)
                   for part in ('keystone', 'neutron', 'nova', 'placement', 'glance', 'heat', 'ironic')]
        apis = [step(part, getattr(self, part), (f'{part} schema', 'accounts', 'memcached', 'rabbit'))
                for part in ('placement', 'neutron', 'nova', 'glance', 'heat', 'ironic')]
        return [
            step('mysql', self.mysql), step('rabbit', self.rabbit), step('memcached', self.memcached), *schemas,
            step('keystone', self.keystone, ('keystone schema', 'memcached')),
            step('accounts', lambda: catalog.create_accounts(self.lab), ('keystone',)), *apis,
            step('endpoints', self.endpoints, ('accounts',), [api.name for api in apis]),
            step('wire', self.wire, ('neutron',)),
            step('nova-conductor', self.nova_conductor, ('nova', 'endpoints'), part='nova'),
            step('nova-scheduler', self.nova_scheduler, ('nova', 'placement', 'endpoints'), part='nova'),
            step('nova-hosts', self.nova_hosts, ('nova-conductor', 'nova-scheduler', 'neutron', 'glance', 'wire'),
                 part='nova'),
            step('heat-engine', self.heat_engine, ('heat', 'endpoints'), part='heat'),
            step('ironic-conductor', self.ironic_conductor, ('ironic', 'endpoints'), part='ironic'),
        ]

    def by_name(self, name):
        """The way to start one service by the name that its process is recorded under."""
        return {'nova': self.nova, 'nova-soft': self.nova_soft, 'heat': self.heat, 'neutron': self.neutron,
                'ironic': self.ironic, 'keystone-short': self.keystone_short, 'glance': self.glance}[name]
