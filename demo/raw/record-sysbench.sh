#!/bin/bash
# Records sysbench 1.0 against one Postgres server, with vmstat and iostat beside each step, as the folder that this
# is called for: record-sysbench.sh BIN_DIR NAME REPEAT PORT, such as
#   record-sysbench.sh /usr/lib/postgresql/15/bin pg1518 1 54811
# Needs sysbench, vmstat and iostat, and root (Postgres refuses to run as root, so it runs as the user postgres).
set -euo pipefail
bin=$1 name=$2 repeat=$3 port=$4
seconds=${SECONDS_PER_STEP:-8}
here=$(cd "$(dirname "$0")" && pwd)
out=$here/nov26.sb.pg.mem.1t.vm2/v$repeat/x.${name}_def.x10a_c2r24.pk1
rows=100000

. "$here/own-postgres.sh"
start_postgres "$bin" "$port" C.UTF-8 < "$here/x10a_c2r24.conf"
cd "$data"

connection="--db-driver=pgsql --pgsql-host=127.0.0.1 --pgsql-port=$port --pgsql-user=bench --pgsql-db=postgres"
table="--tables=1 --table-size=$rows"
sysbench $connection $table oltp_point_select prepare >/dev/null
mkdir -p "$out"

# The command and the number of CPUs stand above the output, as in the archive that the names come from.
step() { # TEST RANGE SCRIPT CLIENTS
  local suffix=$1.range$2.pk1.dop$4
  local command="sysbench $connection $table --range-size=$2 --threads=$4 --events=0 --time=$seconds --report-interval=1 --rand-type=uniform $3 run"
  # A name of its own for the machine, for iostat prints it.
  vmstat 1 $((seconds + 1)) > "$out/sb.vm.$suffix" & local vm=$!
  unshare --uts sh -c "hostname bench; exec iostat -kx 1 $((seconds + 1))" > "$out/sb.io.$suffix" & local io=$!
  { echo "$command"; echo "$(nproc) CPUs"; $command; } > "$out/sb.o.$suffix"
  wait $vm $io
}

for clients in 1 2 4; do
  step point-query 100 oltp_point_select $clients
  step read-only 100 oltp_read_only $clients
done
for clients in 1 2 4; do
  step update-index 100 oltp_update_index $clients
  step write-only 10000 oltp_write_only $clients
done
