#!/bin/bash
# Records db_bench of Debian's rocksdb-tools: two caches x two compressions, 1 and 4 threads, data cached by RocksDB.
# Beside each raw output a row of report.tsv in the 28 columns of RocksDB's tools/benchmark.sh, made by report_row below.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
seconds=${SECONDS_PER_STEP:-3}
keys=300000
db=$(mktemp -d /tmp/record-db_bench.XXXXXX)
trap 'rm -rf "$db"' EXIT

columns="ops_sec mb_sec lsm_sz blob_sz c_wgb w_amp c_mbps c_wsecs c_csecs b_rgb b_wgb usec_op p50 p99 p99.9 p99.99 pmax uptime stall% Nstall u_cpu s_cpu rss test date version job_id githash"

# Where each column comes from: the result line (ops_sec, mb_sec, usec_op), the first histogram (p50 ... pmax), and `stats`
# (the rest). Nstall, job_id and githash stay empty, rss is NA: db_bench does not print them.
report_row() { # RAW_FILE BENCHMARK TEST DATE USER_SECONDS SYSTEM_SECONDS
  awk -v benchmark="$2" -v test="$3" -v date="$4" -v user="$5" -v sys="$6" '
    BEGIN { OFS = "\t"; mb = "NA" }
    /^RocksDB: +version/ { version = $3 }
    $1 == benchmark && $2 == ":" { usec = $3; ops = $5; for (i = 1; i < NF; i++) if ($(i + 1) == "MB/s") mb = $i }
    /^Min: / && max == "" { max = $NF }
    /^Percentiles: / && p50 == "" { p50 = $3; p99 = $7; p999 = $9; p9999 = $11 }
    / Sum / { size = sprintf("%.0f%s", $3, $4); wamp = $12; wsecs = $15; csecs = $16; rblob = $21; wblob = $22 }
    /^Blob file count: / { blob = $7 + 0 "GB" }
    /^Cumulative compaction: / { wgb = $3; mbps = $6 }
    /^Uptime\(secs\): / { uptime = $2 }
    /^Cumulative stall: / { stall = $5 }
    END {
      if (version == "") { print "no version of RocksDB" > "/dev/stderr"; exit 1 }
      if (ops == "") { print "no result line of " benchmark > "/dev/stderr"; exit 1 }
      print ops, mb, size, blob, wgb, wamp, mbps, wsecs, csecs, rblob, wblob, usec, p50, p99, p999, p9999, max, uptime, stall, "",
        sprintf("%.3f", user / 1000), sprintf("%.3f", sys / 1000), "NA", test, date, version, "", ""
    }' "$1"
}

step() { # BENCHMARK TEST THREADS OPTIONS...
  local benchmark=$1 test=$2 threads=$3 date times
  shift 3
  local folder=$out/bm.lc.nt$threads.d0/7.8.gcc
  mkdir -p "$folder"
  [ -e "$folder/report.tsv" ] || tr ' ' '\t' <<< "$columns" > "$folder/report.tsv"
  date=$(date -u +%Y-%m-%dT%H:%M:%S)
  # Version, date and CPU come on standard error, amid progress reports unless these are off.
  times=$({ TIMEFORMAT='%U %S'; time db_bench --db="$db" --benchmarks="$benchmark,stats" --num=$keys --value_size=100 \
    --threads="$threads" --cache_size=268435456 --bloom_bits=10 --histogram --statistics=0 --seed=1 \
    --cache_type="$cache_type" --compression_type="$compression" --progress_reports=0 "$@" > "$folder/db_bench.$test.o" 2>&1; } 2>&1)
  report_row "$folder/db_bench.$test.o" "$benchmark" "$test" "$date" $times >> "$folder/report.tsv"
}

for cache in lru hcc; do
  for compression in none lz4; do
    case $cache in lru) cache_type=lru_cache ;; hcc) cache_type=hyper_clock_cache ;; esac
    out=$here/nov26.dbb.vm2/$cache.$compression/byrx
    rm -rf "$db"/*
    step fillseq fillseq 1 --use_existing_db=0
    for threads in 1 4; do
      existing="--use_existing_db=1 --duration=$seconds"
      step readrandom readrandom.t$threads $threads $existing
      step overwrite overwrite.t$threads $threads $existing
      step readwhilewriting readwhilewriting.t$threads $threads $existing --benchmark_write_rate_limit=2097152
    done
  done
done
