# SPDX-FileCopyrightText: Flotsam contributors
# SPDX-License-Identifier: GPL-3.0-or-later
# shellcheck shell=bash
# Installs the OpenStack of Debian 12 without letting its services start. Sourced; wants `as_root` and $STATE.

# The base and the witness first, then one group a line: a group that cannot be installed costs only its own checks.
PACKAGE_GROUPS=(
  "mariadb-server rabbitmq-server memcached keystone python3-openstacksdk python3-pymysql python3-waitress python3-cryptography"
  "neutron-server"
  "nova-api nova-conductor nova-scheduler nova-compute placement-api glance-api"
  "heat-api heat-engine"
  "ironic-api ironic-conductor"
  "python3-openstackclient python3-heatclient python3-ironicclient"
)

missing_packages() {
  local group package
  for group in "${PACKAGE_GROUPS[@]}"; do
    for package in $group; do
      [ "$(dpkg-query -W -f '${db:Status-Status}' "$package" 2>/dev/null)" = installed ] || echo "$package"
    done
  done
}

apt() {
  as_root env DEBIAN_FRONTEND=noninteractive apt-get -q -o DPkg::Lock::Timeout=600 -o Acquire::Retries=3 "$@" >>"$STATE/apt.log" 2>&1
}

# The packages ask this program whether they may start their services.
POLICY=/usr/sbin/policy-rc.d
forbid_service_starts() {
  if [ -e "$POLICY" ]; then as_root cp -a "$POLICY" "$STATE/policy-rc.d"; fi
  printf '#!/bin/sh\nexit 101\n' | as_root tee "$POLICY" >/dev/null
  as_root chmod 755 "$POLICY"
  POLICY_REPLACED=yes
}
allow_service_starts() {
  [ "${POLICY_REPLACED:-no}" = yes ] || return 0
  if [ -e "$STATE/policy-rc.d" ]; then as_root cp -a "$STATE/policy-rc.d" "$POLICY"; else as_root rm -f "$POLICY"; fi
  POLICY_REPLACED=no
}

install_packages() {
  local missing group package wanted
  missing=$(missing_packages)
  if [ -z "$missing" ]; then
    echo "All packages are installed already."
    return 0
  fi
  echo "Installing with apt (this takes a few minutes; log: $STATE/apt.log):"
  # shellcheck disable=SC2086
  echo $missing | fold -s -w 96 | sed 's/^/  /'
  forbid_service_starts
  apt update || apt update || echo "apt-get update FAILED; going on with the lists that are here"
  # shellcheck disable=SC2086
  if ! apt install -y --no-install-recommends $missing; then
    echo "That did not work in one go; once more, group by group."
    for group in "${PACKAGE_GROUPS[@]}"; do
      wanted=()
      for package in $group; do
        if grep -qx "$package" <<<"$missing"; then wanted+=("$package"); fi
      done
      [ ${#wanted[@]} -gt 0 ] || continue
      apt install -y --no-install-recommends "${wanted[@]}" || echo "NOT INSTALLED: ${wanted[*]}: see the end of the log:" "$(tail -n 3 "$STATE/apt.log")"
    done
  fi
  allow_service_starts
}
