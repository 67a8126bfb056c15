# SPDX-FileCopyrightText: Flotsam contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Projects, users, roles, services and endpoints of the test cloud, and its clouds.yaml."""
import json

from .state import ADMIN_PASSWORD, MEMBER_PASSWORD, SERVICE_PASSWORD

PROJECTS = ('demo', 'team-blue', 'team-green')
ENDPOINTS = {
    'placement': ('placement', ''), 'glance': ('image', ''), 'neutron': ('network', ''), 'nova': ('compute', '/v2.1'),
    'heat': ('orchestration', '/v1/%(project_id)s'), 'ironic': ('baremetal', ''),
}


def auth(lab, username, password, project):
    return {'auth_url': lab.url('keystone', '/v3'), 'username': username, 'password': password, 'project_name': project,
            'user_domain_name': 'Default', 'project_domain_name': 'Default'}


def clouds(lab):
    return {
        'lab': {'auth': auth(lab, 'admin', ADMIN_PASSWORD, 'admin'), 'region_name': 'RegionOne'},
        'lab-member': {'auth': auth(lab, 'demo', MEMBER_PASSWORD, 'demo'), 'region_name': 'RegionOne'},
    }


def write_clouds(path, entries):
    """JSON is YAML; whoever reads clouds.yaml reads this too."""
    with open(path, 'w', encoding='utf-8') as out:
        json.dump({'clouds': entries}, out, indent=1)
        out.write('\n')


def connect(lab, cloud='lab'):
    import openstack
    return openstack.connect(load_envvars=False, load_yaml_config=False, **clouds(lab)[cloud])


def bootstrap_arguments(lab):
    url = lab.url('keystone', '/v3')
    return ['bootstrap', '--bootstrap-password', ADMIN_PASSWORD, '--bootstrap-username', 'admin',
            '--bootstrap-project-name', 'admin', '--bootstrap-role-name', 'admin',
            '--bootstrap-service-name', 'keystone', '--bootstrap-region-id', 'RegionOne',
            '--bootstrap-public-url', url, '--bootstrap-internal-url', url, '--bootstrap-admin-url', url]


def create_accounts(lab):
    cloud = connect(lab)
    identity = cloud.identity
    domain = identity.find_domain('Default')

    def project(name):
        return identity.find_project(name) or identity.create_project(name=name, domain_id=domain.id)

    def user(name, password):
        return identity.find_user(name) or identity.create_user(name=name, password=password, domain_id=domain.id)

    roles = {name: identity.find_role(name) or identity.create_role(name=name)
             for name in ('admin', 'member', 'reader', 'service', 'heat_stack_owner', 'heat_stack_user')}

    def grant(who, where, *names):
        for name in names:
            identity.put(f'/projects/{where.id}/users/{who.id}/roles/{roles[name].id}')

    service = project('service')
    admin, demo = identity.find_user('admin'), user('demo', MEMBER_PASSWORD)
    for name in ('placement', 'glance', 'neutron', 'nova', 'heat', 'ironic'):
        grant(user(name, SERVICE_PASSWORD), service, 'admin', 'service')
    grant(admin, service, 'admin')
    for name in PROJECTS:
        where = project(name)
        grant(admin, where, 'admin')
        if name != 'team-green':
            grant(demo, where, 'member', 'heat_stack_owner')
    heat = identity.find_domain('heat') or identity.create_domain(name='heat', is_enabled=True)
    stack_admin = next(iter(identity.users(domain_id=heat.id)), None) or identity.create_user(
        name='heat_domain_admin', password=SERVICE_PASSWORD, domain_id=heat.id)
    identity.put(f'/domains/{heat.id}/users/{stack_admin.id}/roles/{roles["admin"].id}')


def create_endpoints(lab, names):
    identity = connect(lab).identity
    services = {service.type: service for service in identity.services()}
    known = {(endpoint.service_id, endpoint.interface) for endpoint in identity.endpoints()}
    for name in names:
        kind, path = ENDPOINTS[name]
        service = services.get(kind) or identity.create_service(type=kind, name=name)
        for interface in ('public', 'internal'):
            if (service.id, interface) not in known:
                identity.create_endpoint(service_id=service.id, interface=interface, url=lab.url(name, path),
                                         region_id='RegionOne')
