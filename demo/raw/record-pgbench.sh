#!/bin/bash
# Records pgbench against one Postgres server, as the folder that this is called for: record-pgbench.sh BIN_DIR NAME PORT, such as
#   record-pgbench.sh /usr/lib/postgresql/15/bin pg1518 54813
# Needs root (Postgres refuses to run as root, so it runs as the user postgres).
set -euo pipefail
bin=$1 name=$2 port=$3
seconds=${SECONDS_PER_STEP:-4}
here=$(cd "$(dirname "$0")" && pwd)
out=$here/nov26.pgbench.vm2/x.${name}_def.x10a_c2r24.pk1

. "$here/own-postgres.sh"
start_postgres "$bin" "$port" C.UTF-8 < "$here/x10a_c2r24.conf"
cd "$data"

export PGHOST=127.0.0.1 PGPORT=$port PGUSER=bench PGDATABASE=postgres
"$bin/pgbench" -i -s 10 -q >/dev/null 2>&1
mkdir -p "$out"
step() { # NAME OPTIONS: both streams, for progress goes to standard error
  local file=$out/pgbench.$1
  shift
  "$bin/pgbench" -T "$seconds" "$@" > "$file" 2>&1
}

step select-only.c1 -b select-only -c 1
step select-only.c4.progress -b select-only -c 4 -j 2 -P 1
step tpcb-like.c4.progress -c 4 -j 2 -P 1
step tpcb-like.c1.statements -c 1 -r
step simple-update.c2.prepared -b simple-update -c 2 -M prepared
step mix.c4.statements -b tpcb-like@1 -b select-only@9 -c 4 -j 2 -P 1 -r
step select-only.c2.connect -b select-only -c 2 -C
step tpcb-like.c4.rate -c 4 -R 200 -L 5 -P 1

# Transactions that fail: each adds to the same row, serializable.
cat > hot-row.sql <<'SQL'
BEGIN ISOLATION LEVEL SERIALIZABLE;
SELECT bbalance FROM pgbench_branches WHERE bid = 1;
UPDATE pgbench_branches
  SET bbalance = bbalance + 1 WHERE bid = 1;
END;
SQL
step hot-row.c4.failures -n -f hot-row.sql -c 4 --failures-detailed -r -P 1
step hot-row.c4.retries -n -f hot-row.sql -c 4 --max-tries=10 -r -P 1
"$bin/pgbench" -n -t 2000 -c 2 -b select-only > "$out/pgbench.select-only.c2.transactions" 2>&1
