# SPDX-FileCopyrightText: Flotsam contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""The services' configuration files."""
import os

from .state import SERVICE_PASSWORD

# Small pages, so that every list of more than a handful is read in several requests.
NOVA_PAGE, NEUTRON_PAGE, IRONIC_PAGE = 4, 100, 2


def _credentials(lab, user):
    return {'auth_url': lab.url('keystone'), 'auth_type': 'password', 'project_domain_name': 'Default',
            'user_domain_name': 'Default', 'project_name': 'service', 'username': user, 'password': SERVICE_PASSWORD}


def _client(lab, user):
    return {**_credentials(lab, user), 'region_name': 'RegionOne'}


def _common(lab, database, user=None, **default):
    sections = {
        'DEFAULT': {'debug': False, 'transport_url': lab.amqp_url, 'log_dir': '', 'use_stderr': True,
                    'my_ip': '127.0.0.1', 'graceful_shutdown_timeout': 2, 'rpc_response_timeout': 240, **default},
        'oslo_concurrency': {'lock_path': lab.path('lock')},
        'oslo_messaging_notifications': {'driver': 'noop'},
        'database': {'connection': lab.db_url(database), 'max_pool_size': 10},
    }
    if user:
        sections['keystone_authtoken'] = {
            **_credentials(lab, user), 'www_authenticate_uri': lab.url('keystone'),
            'memcached_servers': f'127.0.0.1:{lab.ports["memcached"]}'}
        sections['service_user'] = {**_credentials(lab, user), 'send_service_user_token': True}
    return sections


def _keystone(lab, expiration):
    return {
        'DEFAULT': {'use_stderr': True},
        'database': {'connection': lab.db_url('keystone')},
        'token': {'provider': 'fernet', 'expiration': expiration},
        'fernet_tokens': {'key_repository': lab.path('keystone', 'fernet')},
        'credential': {'key_repository': lab.path('keystone', 'credential')},
        'identity': {'password_hash_rounds': 4},
        # One process serves, so a cache in its memory is coherent; without one each request costs 300 statements.
        'cache': {'enabled': True, 'backend': 'dogpile.cache.memory'},
    }


def _placement(lab):
    return {**_common(lab, 'placement', 'placement'),
            'placement_database': {'connection': lab.db_url('placement')}, 'api': {'auth_strategy': 'keystone'}}


def _glance(lab):
    return {**_common(lab, 'glance', 'glance', bind_host='127.0.0.1', bind_port=lab.ports['glance'], workers=1,
                      enabled_backends='fs:file'),
            'paste_deploy': {'flavor': 'keystone'}, 'glance_store': {'default_backend': 'fs'},
            'fs': {'filesystem_store_datadir': lab.path('glance')}}


def _ml2():
    return {
        'ml2': {'type_drivers': 'flat,vlan,vxlan,local', 'tenant_network_types': 'vxlan',
                'mechanism_drivers': 'openvswitch', 'extension_drivers': 'port_security,qos,dns_domain_ports'},
        'ml2_type_vxlan': {'vni_ranges': '1:100000'},
        'ml2_type_vlan': {'network_vlan_ranges': 'physnet1:100:4000'},
        'ml2_type_flat': {'flat_networks': '*'},
        'securitygroup': {'enable_security_group': True, 'firewall_driver': 'noop'},
    }


def _neutron(lab):
    return {
        **_common(lab, 'neutron', 'neutron', core_plugin='ml2',
                  service_plugins='router,trunk,qos,port_forwarding,segments', auth_strategy='keystone',
                  bind_host='127.0.0.1', bind_port=lab.ports['neutron'], api_workers=1, rpc_workers=1,
                  rpc_state_report_workers=1, allow_overlapping_ips=True, notify_nova_on_port_status_changes=False,
                  notify_nova_on_port_data_changes=False, state_path=lab.path('neutron'),
                  dhcp_agent_notification=False, dns_domain='lab.example.', pagination_max_limit=NEUTRON_PAGE,
                  api_paste_config='/etc/neutron/api-paste.ini'),
        'nova': _client(lab, 'nova'), 'placement': _client(lab, 'placement'),
        'quotas': {'default_port': 500, 'default_network': 100}, 'oslo_policy': {},
    }


def _nova(lab, host, driver, neutron_port=None, **default):
    neutron = _client(lab, 'neutron')
    neutron['service_metadata_proxy'] = False
    if neutron_port:
        neutron.update(endpoint_override=f'http://127.0.0.1:{neutron_port}', http_retries=0)
    common = _common(lab, 'nova', 'nova', host=host, compute_driver=driver, state_path=lab.path('nova'),
                     instances_path=lab.path('nova', 'instances'), osapi_compute_listen='127.0.0.1',
                     osapi_compute_listen_port=lab.ports['nova'], osapi_compute_workers=1, metadata_workers=1,
                     enabled_apis='osapi_compute', vif_plugging_is_fatal=False, vif_plugging_timeout=0,
                     instance_usage_audit=False, allow_resize_to_same_host=True, **default)
    return {
        **common,
        'database': {**common['database'], 'max_retries': 1, 'retry_interval': 1},
        'api_database': {'connection': lab.db_url('nova_api')},
        'api': {'auth_strategy': 'keystone', 'max_limit': NOVA_PAGE},
        'quota': {'instances': -1, 'cores': -1, 'ram': -1},
        'scheduler': {'workers': 1, 'max_attempts': 1, 'discover_hosts_in_cells_interval': 5},
        'filter_scheduler': {'track_instance_changes': False,
                             'enabled_filters': 'AvailabilityZoneFilter,ComputeFilter,ImagePropertiesFilter'},
        'conductor': {'workers': 1}, 'glance': {'api_servers': lab.url('glance')},
        'workarounds': {'disable_root_wrap': True}, 'placement': _client(lab, 'placement'), 'neutron': neutron,
    }


def _heat(lab):
    return {
        **_common(lab, 'heat', 'heat', heat_metadata_server_url='http://127.0.0.1:8000',
                  heat_waitcondition_server_url='http://127.0.0.1:8000/v1/waitcondition',
                  stack_domain_admin='heat_domain_admin', stack_domain_admin_password=SERVICE_PASSWORD,
                  stack_user_domain_name='heat', num_engine_workers=1, region_name_for_services='RegionOne',
                  deferred_auth_method='trusts', action_retry_limit=0, server_keystone_endpoint_type='public'),
        'heat_api': {'bind_host': '127.0.0.1', 'bind_port': lab.ports['heat'], 'workers': 1},
        'trustee': {'auth_type': 'password', 'auth_url': lab.url('keystone'), 'username': 'heat',
                    'password': SERVICE_PASSWORD, 'user_domain_name': 'Default'},
        'clients_keystone': {'auth_uri': lab.url('keystone')},
        'paste_deploy': {'api_paste_config': '/etc/heat/api-paste.ini'},
    }


def _ironic(lab):
    faked = {f'enabled_{name}_interfaces': 'fake'
             for name in ('boot', 'deploy', 'management', 'power', 'raid')}
    absent = {f'enabled_{name}_interfaces': f'no-{name}' for name in ('inspect', 'vendor', 'bios', 'console', 'rescue')}
    client = _client(lab, 'ironic')
    return {
        **_common(lab, 'ironic', 'ironic', auth_strategy='keystone', enabled_hardware_types='fake-hardware',
                  enabled_network_interfaces='noop,neutron', default_network_interface='neutron',
                  enabled_storage_interfaces='noop', host='ironic-lab', tempdir=lab.path('ironic'), **faked, **absent),
        'neutron': {**client, 'cleaning_network': 'cleaning', 'provisioning_network': 'cleaning'},
        'conductor': {'automated_clean': False},
        'api': {'host_ip': '127.0.0.1', 'port': lab.ports['ironic'], 'api_workers': 1, 'max_limit': IRONIC_PAGE},
        'deploy': {'http_root': lab.path('ironic', 'httpboot')},
        'pxe': {'tftp_root': lab.path('ironic', 'tftp'), 'images_path': lab.path('ironic', 'images'),
                'instance_master_path': lab.path('ironic', 'master'), 'tftp_master_path': lab.path('ironic', 'tm')},
        **{name: client for name in ('glance', 'service_catalog', 'swift', 'nova', 'inspector')},
    }


def _write(path, sections):
    with open(path, 'w', encoding='utf-8') as out:
        for section, values in sections.items():
            out.write(f'[{section}]\n')
            out.writelines(f'{key} = {value}\n' for key, value in values.items())


def write_all(lab):
    for folder in ('etc', 'glance', 'nova/instances', 'heat', 'neutron', 'ironic', 'mysql', 'rabbit', 'lock'):
        os.makedirs(lab.path(folder), exist_ok=True)
    files = {
        'keystone.conf': _keystone(lab, 14400), 'placement.conf': _placement(lab), 'glance-api.conf': _glance(lab),
        'ml2.ini': _ml2(), 'neutron.conf': _neutron(lab), 'heat.conf': _heat(lab), 'ironic.conf': _ironic(lab),
        'nova.conf': _nova(lab, 'labctl', 'fake.FakeDriver'),
        'nova-good.conf': _nova(lab, 'good-host', 'fake.MediumFakeDriver'),
        'nova-flaky.conf': _nova(lab, 'flaky-host', 'fake.FakeBuildAbortDriver'),
        # Nova would otherwise take a twin of a server's port for the server's own within a minute.
        'nova-dropping.conf': _nova(lab, 'dropping-host', 'fake.MediumFakeDriver', lab.ports['wire'],
                                    heal_instance_info_cache_interval=-1),
        # A second API on the same database whose deletes are soft: servers wait to be reclaimed.
        'nova-soft.conf': {'DEFAULT': {'reclaim_instance_interval': 86400,
                                       'osapi_compute_listen_port': lab.ports['nova-soft']}},
    }
    for name, sections in files.items():
        _write(lab.path('etc', name), sections)
    # A second Keystone on the same database and keys whose tokens live for seconds.
    os.makedirs(lab.path('etc', 'short'), exist_ok=True)
    _write(lab.path('etc', 'short', 'keystone.conf'), _keystone(lab, 12))
    with open(lab.path('etc', 'rabbit_plugins'), 'w', encoding='utf-8') as out:
        out.write('[].\n')
    with open(lab.path('etc', 'rabbit.conf'), 'w', encoding='utf-8') as out:
        out.write('loopback_users.guest = true\n')
