/**
 * The default profile: the grammar of directory and file names in the benchmark archive. It names no machine and no
 * data set, because those differ between users. docs/import-profiles.md explains the language.
 */
export const archiveProfileYaml = `
schemaVersion: 1
name: archive
about: >
  Sysbench and db_bench results of the mytools archive: x.pg176_o2nofp.x10a_c32r128.pk1 directories, sb.* files,
  qps.abs and o.met tables, sum.*.txt files of db_bench.

directories:
  - match: "dop{clients:digits}"
  - match: "v{repeat:digits1}"
    ambiguous: true
  - match: "{workload:byrx|iobuf|iodir}"
  - match: "bm.{params.compaction_style:lc|uc|bc}.nt{threads:digits}[.cm{_cm:digits}][.sc{params.subcompactions:digits}].tm.d{params.direct_io:digits}"
    set: { params.trivial_move: 1 }
    values: &styles { params.compaction_style: { lc: leveled, uc: universal, bc: blob } }
  - match: "bm.{params.compaction_style:lc|uc|bc}.nt{threads:digits}[.cm{_cm:digits}][.sc{params.subcompactions:digits}].d{params.direct_io:digits}"
    values: *styles
  - match: "fanout{params.fanout:digits}[.v{repeat:digits}]"
  - match: "r.{params.keys:digits}.{params.write_rate:digits}.{_writes:digits}"
  - match: "{params.cache_type:lru|hcc}[.{params.compression:alnum}]"
    values: { params.cache_type: { hcc: hyperclock } }
  - match: "{_version:numbers}.{build:fb.gcc|fb.clang|gcc|clang.lto|clang}"

words:
  - match: "{clients:digits}u"
  - match: "{tables:digits}t"
    ambiguous: true
  - match: "{rows:digits}m"
    times: { rows: 1000000 }
    ambiguous: true
  - match: mem
    set: { cached: cached }
    ambiguous: true
  - match: io
    set: { cached: IO-bound }
    ambiguous: true
  - match: "dop{clients:digits}"

servers:
  - match: "x.{dbms:alnum}[_{build:word}].{config:word}.pk{pk:digits}[.v{repeat:digits}]"
    sure: true
  - match: "x.{dbms:alnum}[_{build:word}].{config:word}"
    sure: true
  # Tables edited by hand leave out x. and .pk1; scale-up tables add the number of clients.
  - match: "{dbms:alnum}_{clients:digits}u"
    tablesOnly: true
  - match: "{dbms:alnum}[_{build:word}].{config:word}[.pk{pk:digits}][.v{repeat:digits}]"
    tablesOnly: true
  - match: "{dbms:alnum}[_{build:word}]"

products:
  - { name: Meta MySQL, prefix: fbmy, splits: [1+1+2, 1+1] }
  - { name: MySQL, prefix: my, splits: [1+1+2] }
  - { name: MariaDB, prefix: ma, splits: [2+2+2] }
  - { name: OrioleDB, prefix: pg_oriole_, words: true }
  - { name: PostgreSQL, prefix: pg, starts: "9", splits: [1+1+2] }
  - { name: PostgreSQL, prefix: pg, splits: [2+*], prerelease: [alpha, beta, rc] }
  - { name: MyRocks, prefix: rx, splits: [1+1] }

versionSuffixes:
  - match: "v{repeat:digits}"

# Tables and outputs of a second run may lie beside those of the first: o.getmin.c2.cached.pg153.v2. Longer numbers are no
# runs: fillseq.v400 writes values of 400 bytes.
fileSuffixes:
  - match: "v{repeat:1|2|3|4|5|6|7|8|9}"

buildWords:
  - match: o2nofp
    set: { flags: -O2 -fno-omit-frame-pointer }
  - match: lto
    set: { lto: true }
  - match: gcc
    set: { compiler: gcc }
  - match: clang
    set: { compiler: clang }
  # Words that are part of the build's name and say nothing more that is sure.
  - match: "{_word:rel|def|dbg|withdbg|native|ent|end|fb|o2|o3}"
  - match: "{_date:digits6}"
  - match: "{commit:hex8}"
  - match: "{_rocksdb:digits3}"

branchWords:
  - match: "mdev{_issue:digits}"
  - match: "bug{_issue:digits}"

configs:
  - match: "x10b_{_size:word}"
    product: PostgreSQL
    settings: { io_method: sync }
  - match: "x10c_{_size:word}"
    product: PostgreSQL
    settings: { io_method: worker }
  - match: "x10d_{_size:word}"
    product: PostgreSQL
    settings: { io_method: io_uring }
  - match: "x10a_wm{_n:digits}_{_size:word}"
    product: PostgreSQL
    settings: { work_mem: "{_n}MB" }
    # One config at several values of one setting is a sweep of that setting.
    name: "x10a_{_size}"
    params: { work_mem_mb: "{_n}" }

files:
  - { match: "sb.prepare.o.{test}[.{phase:pre|warm|warmpre}].range{range:digits}.pk{pk:digits}[.dop{clients:digits}]", kind: sysbench-load, set: { phase: load } }
  - { match: "sb.prepare.met.{test}[.{_phase:pre|warm|warmpre}].range{range:digits}.pk{pk:digits}[.dop{clients:digits}]", kind: sysbench-metrics, set: { phase: load } }
  - { match: "sb.prepare.vm.{test}[.{_phase:pre|warm|warmpre}].range{range:digits}.pk{pk:digits}[.dop{clients:digits}]", kind: vmstat, set: { phase: load } }
  - { match: "sb.prepare.io.{test}[.{_phase:pre|warm|warmpre}].range{range:digits}.pk{pk:digits}[.dop{clients:digits}]", kind: iostat, set: { phase: load } }
  - { match: "sb.o.{_vac:pgvac|myvac}", kind: vacuum-log }
  - { match: "sb.o.{_vac:pgvac|myvac}.{_part:any}", kind: ignore, reason: log of the pause between load and test }
  - { match: "sb.o.{test}[.{phase:pre|warm|warmpre}].range{range:digits}.pk{pk:digits}[.dop{clients:digits}]", kind: sysbench }
  - { match: "sb.met.{test}[.{phase:pre|warm|warmpre}].range{range:digits}.pk{pk:digits}[.dop{clients:digits}]", kind: sysbench-metrics }
  - { match: "sb.vm.{test}[.{phase:pre|warm|warmpre}].range{range:digits}.pk{pk:digits}[.dop{clients:digits}]", kind: vmstat }
  - { match: "sb.io.{test}[.{phase:pre|warm|warmpre}].range{range:digits}.pk{pk:digits}[.dop{clients:digits}]", kind: iostat }
  - { match: "sb.r.{_metric:qps|trx|rtavg|rtmax|rt95}.{test}[.{phase:pre|warm|warmpre}].range{range:digits}.pk{pk:digits}[.dop{clients:digits}]", kind: result-lines }
  - { match: "conf.diff", kind: settings }
  - { match: "sb.pg.conf.{_rest:any}", kind: ignore, reason: settings in effect differ by version and are no config }
  - { match: "sb.{_kind:pgs|pgi}.{_rest:any}", kind: ignore, reason: statistics of the server }
  - { match: "sb.ps.{_rest:any}", kind: ignore, reason: list of processes }
  - { match: "sb.lsa.{_rest:any}", kind: ignore, reason: list of files }
  - { match: "sb.sz.{test}[.{phase:pre|warm|warmpre}].range{range:digits}.pk{pk:digits}[.dop{clients:digits}]", kind: directory-size }
  - { match: "sb.sz.{_rest:any}", kind: ignore, reason: size of the data directory }
  - { match: "sb.time.{test}[.{phase:pre|warm|warmpre}].range{range:digits}.pk{pk:digits}[.dop{clients:digits}]", kind: process-time }
  - { match: "sb.time.{_rest:any}", kind: ignore, reason: CPU time of the client }
  - { match: "sb.hp.{_when:pre|post}", kind: ignore, reason: huge pages of the machine }
  - { match: "sb.perf.last.{_rest:any}", kind: ignore, reason: number of the last sample of perf }
  - { match: "sb.perf.{_what:word}.{test}[.{phase:pre|warm|warmpre}].range{range:digits}.pk{pk:digits}[.dop{clients:digits}].{_sample:digits}[.{_made:raw|sorted}]", kind: by-content }
  - { match: "sb.perf.{_what:word}.{_how:word}.{test}[.{phase:pre|warm|warmpre}].range{range:digits}.pk{pk:digits}[.dop{clients:digits}].{_sample:digits}[.{_made:any}]", kind: by-content }
  - { match: "sb.perf.{_rest:any}", kind: ignore, reason: output of perf that no rule places }
  - { match: "sb.pmp.{test}[.{phase:pre|warm|warmpre}].range{range:digits}.pk{pk:digits}[.dop{clients:digits}].{_which:word}.hier", kind: pmp }
  - { match: "sb.pmp.{_rest:any}", kind: ignore, reason: sampled stacks that are not put together }
  - { match: "benchmark_{test}.t{clients:digits}.log.perf.{_what:any}.svg", kind: flame-graph-svg, set: { _benchmark: db_bench } }
  - { match: "benchmark_{test}.t{clients:digits}.log.perf.{_what:any}.folded", kind: folded-stacks, set: { _benchmark: db_bench } }
  - { match: "o.ini[.{_n:digits}]", kind: ignore, reason: log of the server's start }
  # Tables of cached and of IO-bound runs in one folder are of two workloads.
  - { match: "qps.abs.[{_before:any}.]{cached:mem|cached|io|iobound}[.{_after:any}].{_type:tsv|csv}", kind: qps-table, values: &cached { cached: { mem: cached, io: IO-bound, iobound: IO-bound } } }
  - { match: "o.met.[{_before:any}.]{cached:mem|cached|io|iobound}[.{_after:any}]", kind: metrics-table, values: *cached }
  - { match: "qps.abs.{_label:any}.dop{clients:digits}.prep{params.prep:digits}.{_type:tsv|csv}", kind: qps-table }
  - { match: "qps.abs.{_label:any}.dop{clients:digits}.{_type:tsv|csv}", kind: qps-table }
  - { match: "qps.abs.{_label:any}.{clients:digits}u.{_type:tsv|csv}", kind: qps-table }
  - { match: "qps.abs.{_label:any}", kind: qps-table }
  - { match: "qps.{_kind:rel|sum|readonly}.{_label:any}", kind: qps-table }
  - { match: "o.met.{_label:any}.dop{clients:digits}.prep{params.prep:digits}", kind: metrics-table }
  - { match: "o.met[.{_label:any}]", kind: metrics-table }
  - { match: "o.qps.{_kind:abs|rel}.{_label:any}", kind: sysbench-2020-table }
  - { match: "o.sum.{_label:word}.{_kind:abs|rel}", kind: sysbench-2020-table }
  - { match: "o.getmin.{_machine:word}.{cached:mem|cached|io|iobound}.{_label:any}", kind: by-content, values: *cached }
  - { match: "o.getmin.{_label:any}", kind: by-content }
  - { match: "report.tsv", kind: db-bench-report }
  - { match: "sum2.{workload:byrx|iobuf|iodir}.{build:gcc|clang.lto|clang}.txt", kind: db-bench-summary, firstRow: { build: gcc } }
  - { match: "sum.{workload:byrx|iobuf|iodir}.{build:gcc|clang.lto|clang}.txt", kind: db-bench-summary }
  - { match: "sum.{workload:byrx|iobuf|iodir}.{params.cache_type:lru|hcc}.txt", kind: db-bench-summary, values: { params.cache_type: { hcc: hyperclock } } }
  - { match: "sum.{workload:byrx|iobuf|iodir}[.both].txt", kind: db-bench-summary }
  - { match: "sum.{workload:byrx|iobuf|iodir}[.dop{threads:digits}].txt[.sdev]", kind: db-bench-summary }
  - { match: "sum.{workload:byrx|iobuf|iodir}.{_label:any}.txt", kind: db-bench-summary }
  - { match: "sum.nt{threads:digits}.txt", kind: db-bench-summary }
  - { match: "sum.txt", kind: db-bench-summary }
  - { match: "summary.tsv", kind: db-bench-summary }
  # db_bench, what it printed
  - { match: "o.all", kind: ignore, reason: lines of the other files }
  - { match: "o.{params.case:pointnobloom|point|range}{_part:digits}", kind: db-bench-output }
  - { match: "o.{_keys:digits}.{_rate:digits}.{_writes:digits}", kind: db-bench-output }
  - { match: "db_bench.{_test}.t{threads:digits}.o", kind: db-bench-output }
  - { match: "db_bench.{_test}.o", kind: db-bench-output }
  # fio
  - { match: "o.fio_sync.{hardware:word}", kind: fio }
  - { match: "o.{params.file_system:ext4|xfs|btrfs|zfs}.{hardware:word}.secs{_seconds:digits}.{_jobs:digits}", kind: fio }
  - { match: "sum.{_jobs:digits}.{_fs:alnum}.{_hardware:word}.{_type:csv|txt}", kind: ignore, reason: "sums of the raw output of fio, in which MB/s and sync are wrong" }
  - { match: "o.sum[.fio_sync].{_hardware:word}", kind: ignore, reason: lines of the raw output of fio }
  - { match: "{_kind:csum|csum2|fmt|rel2|abs}.{_label:any}", kind: ignore, reason: table made from the rows of a sum file }
  - { match: "sum.{_kind:abs0|abs1}.{_label:any}", kind: ignore, reason: table made from the rows of a sum file }

benchmarks:
  sysbench:
    primaryMetric: qps
    connectionsPerClient: 1
    # Tables edited by hand drop _range=100.
    range: 100
    groups:
      - name: point queries
        tests: [hot-points, point-query, points-covered-pk, points-covered-si, points-notcovered-pk, points-notcovered-si, random-points]
      - name: range, no aggregation
        tests: [range-covered-pk, range-covered-si, range-notcovered-pk, range-notcovered-si, scan]
      - name: range, aggregation
        tests: [read-only-count, read-only-distinct, read-only-order, read-only, read-only-simple, read-only-sum]
      - name: writes
        tests: [delete, insert, read-write, update-index, update-inlist, update-nonindex, update-one, update-zipf, write-only]
    order:
      [hot-points, point-query, points-covered-pk, points-covered-si, points-notcovered-pk, points-notcovered-si, random-points,
       range-covered-pk, range-covered-si, range-notcovered-pk, range-notcovered-si,
       read-only-count, read-only-distinct, read-only-order, read-only, read-only-simple, read-only-sum,
       scan, scan.warm,
       delete, insert, read-write, update-index, update-inlist, update-nonindex, update-one, update-zipf, write-only]
    phases:
      pre: { role: warmup, group: before the writes }
      warm: { role: warmup, group: warm-up }
      warmpre: { role: warmup, group: warm-up }
    measured: [scan.warm]
    load: { test: prepare, group: load, primaryMetric: rows/s, clients: 1 }
  db_bench:
    product: RocksDB
    primaryMetric: ops/s
    # fillseq names no threads: one does it.
    clients: 1
    order:
      [fillseq, fillseq.wal_disabled, revrange, readrandom, fwdrange, multireadrandom, overwritesome,
       revrangewhilewriting, fwdrangewhilewriting, readwhilewriting, overwrite, overwriteandwait]
    warmups: [revrange, overwritesome]

defaults: { config: unknown }
`
