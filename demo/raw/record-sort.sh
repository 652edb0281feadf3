#!/bin/bash
# Records sort.cc: two ways to sort rows, five kinds of keys, three sizes, five repeats taken in turn. Needs g++.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
out=$here/nov26.sort.vm2
folder=$(mktemp -d /tmp/record-sort.XXXXXX)
trap 'rm -rf "$folder"' EXIT
g++ -O2 -o "$folder/sort" "$here/sort.cc"
mkdir -p "$out"
for rows in 10000 1000000 4000000; do "$folder/sort" $rows 5; done | awk 'NR == 1 || !/^algorithm/' > "$out/sort.csv"
