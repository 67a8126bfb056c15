# SPDX-FileCopyrightText: Flotsam contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Makes states in a real OpenStack and compares what flotsam says of them with what is so."""
