# SPDX-FileCopyrightText: Flotsam contributors
# SPDX-License-Identifier: GPL-3.0-or-later
# Sourced by app/run, tests/run and .ci/run: installs what is missing and builds.

FLOTSAM_ROOT=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)

FLOTSAM_BUILD_PACKAGES=(
  g++ cmake ninja-build ccache
  qt6-base-dev qt6-charts-dev qt6-httpserver-dev qt6-websockets-dev libqt6opengl6-dev qt6-qpa-plugins libqt6svg6
  libgl-dev libvulkan-dev libxkbcommon-dev
  qtkeychain-qt6-dev libyaml-cpp-dev libsimdjson-dev zlib1g-dev fonts-dejavu-core ca-certificates
)
FLOTSAM_TEST_PACKAGES=(python3 openssl)

say() { printf '%s\n' "$*" >&2; }

as_root() {
  if [ "$(id -u)" -eq 0 ]; then
    "$@"
  elif command -v sudo >/dev/null 2>&1; then
    sudo "$@"
  else
    say "This needs root and there is no sudo: $*"
    return 1
  fi
}

missing_packages() { # PACKAGE...
  local package
  for package in "$@"; do
    case $(dpkg-query -W -f '${db:Status-Status}' "$package" 2>/dev/null) in
      installed) ;;
      *) printf '%s\n' "$package" ;;
    esac
  done
}

ensure_packages() { # PACKAGE...
  local missing
  if ! command -v apt-get >/dev/null 2>&1; then
    say "This is no Debian; make sure that these are there: $*"
    return 0
  fi
  # One question for all of them is what makes a second start quick.
  if dpkg-query -W -f '${db:Status-Status}\n' "$@" >"${TMPDIR:-/tmp}/flotsam-packages.$$" 2>/dev/null &&
    ! grep -qv '^installed$' "${TMPDIR:-/tmp}/flotsam-packages.$$"; then
    rm -f "${TMPDIR:-/tmp}/flotsam-packages.$$"
    return 0
  fi
  rm -f "${TMPDIR:-/tmp}/flotsam-packages.$$"
  mapfile -t missing < <(missing_packages "$@")
  [ ${#missing[@]} -gt 0 ] || return 0
  say "Installing Debian packages: ${missing[*]}"
  as_root env DEBIAN_FRONTEND=noninteractive apt-get -o DPkg::Lock::Timeout=300 update -qq >&2 || say "apt-get update failed; trying with what is known"
  as_root env DEBIAN_FRONTEND=noninteractive apt-get -o DPkg::Lock::Timeout=300 install -y --no-install-recommends "${missing[@]}" >&2
}

# Configures build/PRESET and builds TARGET... (all of it without). Quiet while all is well.
build() { # PRESET [TARGET...]
  local preset=$1 log
  shift
  log=$FLOTSAM_ROOT/build/$preset.log
  mkdir -p "$FLOTSAM_ROOT/build"
  local arguments=(-S "$FLOTSAM_ROOT" --preset "$preset" -DFLOTSAM_PCH=ON)
  # Not with sanitizers: what they add to the code makes GCC 12 warn of uninitialised values that are none.
  [ "$preset" = release ] && [ "${FLOTSAM_WERROR:-${CI:+ON}}" = ON ] && arguments+=(-DFLOTSAM_WERROR=ON)
  local targets=()
  [ $# -gt 0 ] && targets=(--target "$@")
  if [ ! -f "$FLOTSAM_ROOT/build/$preset/build.ninja" ]; then
    say "Building Flotsam ($preset); the first time takes some minutes"
  fi
  if [ ! -f "$FLOTSAM_ROOT/build/$preset/build.ninja" ] || [ -n "${CI:-}" ]; then
    (cd "$FLOTSAM_ROOT" && cmake "${arguments[@]}") >"$log" 2>&1 || { cat "$log" >&2; say "Configuring failed"; return 1; }
  fi
  CCACHE_BASEDIR=$FLOTSAM_ROOT CCACHE_NOHASHDIR=1 \
    cmake --build "$FLOTSAM_ROOT/build/$preset" "${targets[@]}" >"$log" 2>&1 || { tail -n 60 "$log" >&2; say "Building failed; all of it: $log"; return 1; }
}
