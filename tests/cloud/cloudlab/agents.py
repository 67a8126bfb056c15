# SPDX-FileCopyrightText: Flotsam contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Gives ML2 a live Open vSwitch agent on every compute host, so that ports bind without a real agent."""
import json
import uuid

from .state import HOSTS

_CONFIGURATION = {
    'bridge_mappings': {'physnet1': 'br-ex'}, 'tunnel_types': ['vxlan'], 'tunneling_ip': '127.0.0.1',
    'datapath_type': 'system', 'ovs_capabilities': {'datapath_types': ['system'], 'iface_types': []},
    'integration_bridge': 'br-int',
}


def insert(lab):
    """Rows whose heartbeat lies so far ahead that they never count as down."""
    for host in HOSTS:
        lab.query('neutron', "delete from agents where host=%s and agent_type='Open vSwitch agent'", host)
        lab.query('neutron', 'insert into agents (id, agent_type, `binary`, topic, host, admin_state_up, created_at,'
                             ' started_at, heartbeat_timestamp, configurations, `load`, resource_versions) values'
                             " (%s, 'Open vSwitch agent', 'neutron-openvswitch-agent', 'N/A', %s, 1, now(), now(),"
                             " '2099-01-01', %s, 0, '{}')", str(uuid.uuid4()), host, json.dumps(_CONFIGURATION))
