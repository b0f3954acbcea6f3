#!/usr/bin/env bash
# Makes sure that what npm cannot bring is there: compilers for better-sqlite3, a Chromium and a font for the
# browser tests. Installs missing Debian packages when it may (root, apt-get), else says what to install.
set -euo pipefail

missing=()
need() { # need PACKAGE TEST...
  local package=$1
  shift
  "$@" >/dev/null 2>&1 || missing+=("$package")
}

has_font() { [ -e /usr/share/fonts/truetype/dejavu/DejaVuSans.ttf ] || fc-list 2>/dev/null | grep -qi dejavu; }
has_browser() {
  [ -x "${FIREBREAK_CHROMIUM:-}" ] || command -v chromium || command -v chromium-browser || command -v google-chrome
}

need g++ command -v g++
need make command -v make
need python3 command -v python3
need chromium has_browser
need fonts-dejavu-core has_font
# Other people's readers of Markdown and Jira markup, which hold our reports against what they make of them.
if [ "${CI:-}" = true ]; then
  need cmark-gfm command -v cmark-gfm
  need pandoc command -v pandoc
fi

[ ${#missing[@]} -eq 0 ] && exit 0

if [ "$(id -u)" -ne 0 ] || ! command -v apt-get >/dev/null; then
  cat >&2 <<EOF
Missing: ${missing[*]} (names of Debian packages).
On Debian or Ubuntu: sudo apt-get install ${missing[*]}
Elsewhere: install a C++ compiler, make, Python 3, Chromium or Chrome, and the DejaVu fonts with your package
manager; FIREBREAK_CHROMIUM=/path/to/browser names a browser that is not on the PATH.
EOF
  exit 1
fi

echo "Installing ${missing[*]}"
export DEBIAN_FRONTEND=noninteractive
apt-get update -q </dev/null >/dev/null || { sleep 5; apt-get update -q </dev/null >/dev/null; }
apt-get install -q -y --no-install-recommends "${missing[@]}" </dev/null >/dev/null
