#!/bin/bash
# Records the JSON of gbench.cc, a small program of Google Benchmark. Needs g++ and Debian's libbenchmark-dev.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
out=$here/nov26.gbench.vm2
folder=$(mktemp -d /tmp/record-gbench.XXXXXX)
trap 'rm -rf "$folder"' EXIT
g++ -O2 -o "$folder/gbench" "$here/gbench.cc" -lbenchmark -lpthread
mkdir -p "$out"
cd "$folder"
# A name of its own for the machine, for the report has it.
run() { unshare --uts sh -c 'hostname bench; exec ./gbench --benchmark_min_time=0.02 --benchmark_format=json "$@"' sh "$@"; }
run > "$out/gbench.json" 2> /dev/null
run --benchmark_repetitions=3 > "$out/gbench.repetitions.json" 2> /dev/null
run --benchmark_repetitions=3 --benchmark_report_aggregates_only > "$out/gbench.aggregates.json" 2> /dev/null
