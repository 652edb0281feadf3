#!/bin/bash
# Records sweeps of RocksDB. record-rocksdb.sh versions JAR_DIR needs Java and rocksdbjni-VERSION.jar of several versions;
# record-rocksdb.sh sweeps needs db_bench of Debian's rocksdb-tools and runs it by `assay exec`.
set -euo pipefail
cd "$(dirname "$0")"
seconds=${SECONDS_PER_STEP:-31}
assay=${ASSAY:-../../bin/assay.mjs}
db=$(mktemp -d /tmp/record-rocksdb.XXXXXX)
trap 'rm -rf "$db"' EXIT

versions() { # JAR_DIR
  local out=nov26.rocksdb-versions.vm3/overwrite.csv jar version style repeat
  echo 'version,compaction_style,repeat,ops_per_second,elapsed_s,p50,p99,pmax,w_amp,r_amp,stall%,cpu_us_per_op,lsm_sz' > "$out"
  for repeat in $(seq "${REPEATS:-2}"); do
    for jar in $(ls "$1"/rocksdbjni-*.jar | sort -V); do
      version=${jar##*rocksdbjni-} version=${version%.jar}
      for style in leveled universal; do
        rm -rf "$db"/*
        java -cp "$jar" RocksOverwrite.java "$version" $style "$repeat" "$db" 1000000 "$seconds" >> "$out"
      done
    done
  done
}

run() { # FOLDER PARAM=VALUE BENCHMARK THREADS OPTIONS...
  local folder=$1 param=$2 benchmark=$3 threads=$4
  shift 4
  $assay exec --dir "nov26.rocksdb-sweeps.vm3/$folder" --no-upload --product RocksDB --version 7.8.3 --config default \
    --hardware vm3 --test "$benchmark" --clients "$threads" --param "$param" --workload "$workload" -- \
    db_bench --db="$db/db" --benchmarks="$benchmark,stats" --num="$keys" --value_size=100 --threads="$threads" --seed=1 \
    --compression_type=none --bloom_bits=10 --histogram --duration="$seconds" --use_existing_db=1 --progress_reports=0 "$@"
}

fill() {
  rm -rf "$db"/*
  db_bench --db="$db/db" --benchmarks=fillseq --num="$keys" --value_size=100 --compression_type=none --bloom_bits=10 "$@" >/dev/null 2>&1
}

sweeps() {
  local cache threads fanout rate tree
  rm -rf nov26.rocksdb-sweeps.vm3
  keys=500000 workload='cached, 500k keys'
  fill
  for threads in 1 2 4; do
    for cache in lru hyper_clock; do
      run "cache-$cache" "cache_type=${cache/hyper_clock/hyperclock}" readrandom $threads --cache_size=268435456 --cache_type=${cache}_cache
    done
  done
  keys=2000000 workload='small levels, 2M keys' tree='--write_buffer_size=4194304 --target_file_size_base=4194304 --max_bytes_for_level_base=8388608'
  for fanout in 4 8 16; do
    fill $tree --max_bytes_for_level_multiplier=$fanout
    run "fanout-$fanout" max_bytes_for_level_multiplier=$fanout overwrite 1 $tree --max_bytes_for_level_multiplier=$fanout --statistics --stats_dump_period_sec=10
  done
  workload='a rate of writes, 2M keys'
  fill $tree
  for rate in 1 4 16; do
    run "write-rate-$rate" write_rate_mb=$rate readwhilewriting 1 $tree --cache_size=268435456 --benchmark_write_rate_limit=$((rate * 1048576))
  done
}

"$@"
