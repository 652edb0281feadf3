#!/bin/bash
# Records the text output of fio: random reads of 16 KB by 1 and 4 jobs, and writes of 16 KB with an fsync each.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
seconds=${SECONDS_PER_STEP:-3}
out=$here/nov26.fio.vm2
folder=$(mktemp -d /tmp/record-fio.XXXXXX)
trap 'rm -rf "$folder"' EXIT
mkdir -p "$out"
cd "$folder"
common="--filename=data --size=256M --bs=16k --ioengine=psync --direct=1 --time_based --runtime=$seconds"
fio --name=seqwrite --filename=data --size=256M --bs=1M --ioengine=psync --direct=1 --rw=write > /dev/null
for jobs in 1 4; do
  fio --name=randread $common --rw=randread --numjobs=$jobs > "$out/o.randread.bs16k.nj$jobs"
  fio --name=randwrite $common --rw=randwrite --fsync=1 --numjobs=$jobs > "$out/o.randwrite.fsync1.bs16k.nj$jobs"
done
json=$here/nov26.fio_json.vm2
mkdir -p "$json/v1" "$json/v2"
fio --name=randread $common --rw=randread --numjobs=4 --output-format=json > "$json/v1/o.randread.bs16k.nj4.json"
fio --name=randrw $common --rw=randrw --fdatasync=1 --numjobs=1 --output-format=json > "$json/v1/o.randrw.fdatasync1.bs16k.nj1.json"
fio --name=randread $common --rw=randread --numjobs=4 --group_reporting --output-format=json+ > "$json/v2/o.randread.bs16k.nj4.json"
