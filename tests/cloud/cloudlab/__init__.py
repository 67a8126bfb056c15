# SPDX-FileCopyrightText: Flotsam contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""A real OpenStack control plane on loopback, started from Debian's packages, for tests."""
