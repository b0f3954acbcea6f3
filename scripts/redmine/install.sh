#!/usr/bin/env bash
# Installs Redmine from Debian's packages, which takes a minute or more. Exit code 3: not possible on this machine, and why.
set -euo pipefail

[ -e /usr/share/redmine/config.ru ] && [ -e /var/lib/dbconfig-common/sqlite3/redmine/instances/default/redmine_default ] &&
  command -v puma >/dev/null && exit 0

if [ "$(id -u)" -ne 0 ] || ! command -v apt-get >/dev/null; then
  echo 'Redmine is installed by apt-get as root, which is not possible here.' >&2
  exit 3
fi

export DEBIAN_FRONTEND=noninteractive
packages=(redmine redmine-sqlite puma)
apt-get install -q -y --no-install-recommends "${packages[@]}" </dev/null >/dev/null 2>&1 && exit 0
# The list of packages may be old.
apt-get update -q </dev/null >/dev/null
apt-get install -q -y --no-install-recommends "${packages[@]}" </dev/null >/dev/null
