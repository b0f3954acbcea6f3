#!/usr/bin/env bash
# Installs Redmine from Debian's packages, which takes a minute or more. Exit code 3: not possible on this machine, and why.
set -euo pipefail

impossible() {
  echo "Redmine comes from Debian's packages, and $1." >&2
  exit 3
}

[ -e /usr/share/redmine/config.ru ] && [ -e /var/lib/dbconfig-common/sqlite3/redmine/instances/default/redmine_default ] &&
  command -v puma >/dev/null && exit 0

command -v apt-get >/dev/null || impossible 'there is no apt-get here'
[ "$(id -u)" -eq 0 ] || impossible 'only root can install them'

export DEBIAN_FRONTEND=noninteractive
packages=(redmine redmine-sqlite puma)
if ! apt-get install -q -y --no-install-recommends "${packages[@]}" </dev/null >/dev/null 2>&1; then
  # The list of packages may be old, or there may be none.
  apt-get update -q -o APT::Update::Error-Mode=any </dev/null >/dev/null || impossible 'apt-get reaches no mirror'
  apt-get install -q -y --no-install-recommends "${packages[@]}" </dev/null >/dev/null
fi
