#!/usr/bin/env bash
# serve.sh FOLDER PORT: a Redmine of its own in FOLDER (which must not exist), on 127.0.0.1:PORT, until it is ended.
# Its administrator's API key is in FOLDER/key.txt before the server starts. Debian's default instance is not touched.
set -euo pipefail
folder=$1
port=$2
site=firebreak-$port

mkdir -p "$folder"/{config,files,log,tmp/cache,tmp/pids,public}
# The package's own set-up made this database; copying it saves migrating an empty one.
cp /var/lib/dbconfig-common/sqlite3/redmine/instances/default/redmine_default "$folder/redmine.sqlite"
cat >"$folder/config/database.yml" <<YAML
production:
  adapter: sqlite3
  database: $folder/redmine.sqlite
  encoding: utf8
YAML
head -c 48 /dev/urandom | base64 -w 0 >"$folder/config/secret_key.txt"
ln -sfn "$folder" "/var/lib/redmine/$site"
trap 'rm -f "/var/lib/redmine/$site"' EXIT

export X_DEBIAN_SITEID=$site RAILS_ENV=production
cd /usr/share/redmine
ruby bin/rails runner '
  Redmine::DefaultData::Loader.load("en") if Redmine::DefaultData::Loader.no_data?
  Setting.rest_api_enabled = "1"
  Setting.login_required = "0"
  admin = User.find_by_login("admin")
  admin.must_change_passwd = false
  admin.save!(validate: false)
  Project.create!(name: "MariaDB", identifier: "mdev", trackers: Tracker.all, enabled_module_names: ["issue_tracking"], is_public: true)
  File.write(ARGV[0], admin.api_key)
' "$folder/key.txt" </dev/null

puma --environment production --bind "tcp://127.0.0.1:$port" --threads 1:4 --dir /usr/share/redmine </dev/null &
server=$!
trap 'kill "$server" 2>/dev/null || true; wait "$server" 2>/dev/null || true; rm -f "/var/lib/redmine/$site"' EXIT
trap 'exit 0' TERM INT
wait "$server"
