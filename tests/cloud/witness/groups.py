# SPDX-FileCopyrightText: Flotsam contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""The checks in the order in which they are made: name, function(score, stage, flotsam), services that they need."""
from . import basics, faults, logins, remedy, scale

GROUPS = (
    ('default grace', basics.default_grace, ()),
    ('administrator', basics.administrator, ()),
    ('member', basics.member, ()),
    ('snapshot', basics.snapshot, ()),
    ('text', basics.text_report, ()),
    ('exit codes', basics.exit_codes, ()),
    ('ways in', logins.ways_in, ()),
    ('refusals', logins.refusals, ()),
    ('tls', logins.tls, ()),
    ('gate', faults.gate_itself, ()),
    ('probes refused', faults.probes_refused, ('nova-hosts',)),
    ('list cut', faults.list_cut, ('nova-hosts',)),
    ('sources lost', faults.other_sources_lost, ()),
    ('token ends', faults.token_ends, ()),
    ('second region', faults.second_region, ('nova',)),
    ('boot in flight', faults.boot_in_flight, ('nova-hosts', 'wire')),
    ('Heat stopped', faults.heat_stopped, ('heat',)),
    ('Ironic stopped', faults.ironic_stopped, ('ironic',)),
    ('Nova stopped', faults.nova_stopped, ('nova',)),
    ('down cell', faults.down_cell, ('nova-hosts',)),
    ('Neutron stopped', faults.neutron_stopped, ()),
    ('remedy', remedy.remedy, ()),
    ('many ports', scale.many_ports, ()),
    ('secrets', basics.secrets, ()),
)
