#!/bin/bash
# Records sysbench against one Postgres server with perf beside it: record-perf.sh BIN_DIR NAME PORT, such as
#   record-perf.sh /usr/lib/postgresql/15/bin pg1518 54811
# Needs sysbench, perf and Node, and root (Postgres refuses to run as root, so it runs as the user postgres).
# A virtual machine counts no cycles, so perf samples the CPU clock, and perf stat has only what the kernel counts.
set -euo pipefail
bin=$1 name=$2 port=$3
seconds=${SECONDS_PER_STEP:-10}
here=$(cd "$(dirname "$0")" && pwd)
out=$here/nov26.sb.perf.vm2/x.${name}_def.x10a_c2r24.pk1
rows=100000

. "$here/own-postgres.sh"
start_postgres "$bin" "$port" C.UTF-8 < "$here/x10a_c2r24.conf"
cd "$data"

connection="--db-driver=pgsql --pgsql-host=127.0.0.1 --pgsql-port=$port --pgsql-user=bench --pgsql-db=postgres"
table="--tables=1 --table-size=$rows"
sysbench $connection $table oltp_point_select prepare >/dev/null
mkdir -p "$out"

# The one server process that works for the one client.
backend() {
  local pid
  for _ in $(seq 50); do
    pid=$(pgrep -P "$(head -1 "$data/pg/postmaster.pid")" -f '127\.0\.0\.1' | head -1) && [ -n "$pid" ] && { echo "$pid"; return; }
    sleep 0.1
  done
  return 1
}

step() { # TEST RANGE SCRIPT
  local suffix=$1.range$2.pk1
  local command="sysbench $connection $table --range-size=$2 --threads=1 --events=0 --time=$((2 * seconds + 4)) --rand-type=uniform $3 run"
  { echo "$command"; echo "$(nproc) CPUs"; $command; } > "$out/sb.o.$suffix.dop1" & local bench=$!
  local pid; pid=$(backend)
  perf stat -e cpu-clock,context-switches,migrations,minor-faults,major-faults,faults,cycles,instructions -p "$pid" -- sleep "$seconds" 2> "$out/sb.perf.hw.$suffix.dop1.1"
  perf record -q -e cpu-clock -F "${HZ:-99}" --call-graph dwarf,16384 -o "$data/perf.data" -p "$pid" -- sleep "$seconds"
  wait $bench
  perf report --stdio --no-children -g none -i "$data/perf.data" 2>/dev/null > "$out/sb.perf.rep.f.$suffix.dop1.1"
  perf script -i "$data/perf.data" 2>/dev/null | node "$here/fold-perf-script.ts" > "$out/sb.perf.fold.$suffix.dop1.1"
}

step point-query 100 oltp_point_select
step update-index 100 oltp_update_index
