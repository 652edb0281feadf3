# Functions for the scripts beside it: each records a benchmark against a Postgres server of its own, which is removed when
# the script ends. Needs root: Postgres refuses to run as root, so it runs as the user postgres.

# start_postgres BIN_DIR PORT LOCALE < SETTINGS: starts a new server with the superuser bench. Sets $data, the folder
# of its files, in which the script may have some, too.
start_postgres() {
  own_bin=$1
  data=$(mktemp -d /tmp/record.XXXXXX)
  chmod 711 "$data"
  mkdir "$data/pg"
  chown postgres "$data/pg"
  trap stop_postgres EXIT
  as_postgres "$own_bin/initdb" -D "$data/pg" -U bench --auth=trust --encoding=UTF8 --locale="$3" >/dev/null
  cat >> "$data/pg/postgresql.conf"
  as_postgres "$own_bin/pg_ctl" -D "$data/pg" -l "$data/pg/log" -w -o "-p $2 -c unix_socket_directories=''" start >/dev/null
}

stop_postgres() {
  as_postgres "$own_bin/pg_ctl" -D "$data/pg" -m fast -w stop >/dev/null || true
  rm -rf "$data"
}

as_postgres() { setpriv --reuid=postgres --regid=postgres --clear-groups "$@"; }
