#!/bin/sh
# Install the Debian packages that are missing: ./debian-packages.sh run|test
# What the window needs (found with ldd on Qt's xcb, wayland and offscreen plugins), and for the
# tests a virtual X display. Quiet when all is there, and on systems without dpkg.
set -eu

window="libegl1 libgl1 libglib2.0-0 libdbus-1-3 libfontconfig1 libfreetype6 libkrb5-3
libgssapi-krb5-2 libzstd1 libx11-6 libx11-xcb1 libxcb1 libxcb-cursor0 libxcb-icccm4 libxcb-image0
libxcb-keysyms1 libxcb-randr0 libxcb-render0 libxcb-render-util0 libxcb-shape0 libxcb-shm0
libxcb-sync1 libxcb-xfixes0 libxcb-xkb1 libxkbcommon0 libxkbcommon-x11-0 libwayland-client0
libwayland-cursor0 libwayland-egl1 fonts-dejavu-core fonts-droid-fallback"
tests="xvfb"

command -v dpkg-query >/dev/null || exit 0
[ "${1:-run}" = test ] && wanted="$window $tests" || wanted=$window

missing=""
for package in $wanted; do
    # Newer releases renamed some libraries with the suffix t64.
    dpkg-query -W -f='${Status}\n' "$package" "${package}t64" 2>/dev/null |
        grep -q '^install ok installed' || missing="$missing $package"
done
[ -z "$missing" ] && exit 0

if [ "$(id -u)" -ne 0 ]; then
    echo "These Debian packages are missing; if the window does not open, run:" >&2
    echo "  sudo apt-get update && sudo apt-get install --no-install-recommends$missing" >&2
    exit 0
fi
echo "Installing Debian packages:$missing" >&2
export DEBIAN_FRONTEND=noninteractive
log=$(mktemp)
trap 'rm -f "$log"' EXIT
# shellcheck disable=SC2086  # the list is split on purpose
if ! { apt-get update && apt-get install -y --no-install-recommends $missing; } >"$log" 2>&1; then
    cat "$log" >&2
    echo "apt-get failed (see above); going on without:$missing" >&2
fi
