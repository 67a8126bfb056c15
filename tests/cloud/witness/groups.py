# SPDX-FileCopyrightText: Flotsam contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""The checks in the order in which they are made: name, function(score, stage, flotsam), services that they need."""
from . import basics

GROUPS = (
    ('grace', basics.default_grace, ('neutron',)),
    ('administrator', basics.administrator, ('neutron',)),
    ('member', basics.member, ('neutron',)),
    ('snapshot', basics.snapshot, ('neutron',)),
    ('text', basics.text_report, ('neutron',)),
    ('exit codes', basics.exit_codes, ('neutron',)),
    ('secrets', basics.secrets, ('neutron',)),
)
