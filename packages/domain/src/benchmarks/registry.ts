import { counterFormat } from '../companion-files/counters/counter-format.ts'
import { HISTOGRAM_FORMATS } from '../companion-files/histograms/histogram-formats.ts'
import { iostatFormat } from '../companion-files/iostat/iostat-format.ts'
import { MEASUREMENT_FORMATS } from '../companion-files/measurements/measurement-formats.ts'
import { PERF_FORMATS } from '../companion-files/perf/perf-format.ts'
import { PROFILES_FORMATS } from '../companion-files/profiles/profile-formats.ts'
import { SERIES_FORMATS } from '../companion-files/series/series-formats.ts'
import { serverVersionFormat } from '../companion-files/server-version/server-version-format.ts'
import { settingsFormat } from '../companion-files/settings/settings-format.ts'
import { vmstatFormat } from '../companion-files/vmstat/vmstat-format.ts'
import type { Benchmark, Format } from '../import/format.ts'
import { annBenchmarks } from './ann-benchmarks/ann-benchmarks-format.ts'
import { benchbase } from './benchbase/benchbase-format.ts'
import { cassandraStress } from './cassandra-stress/cassandra-stress-format.ts'
import { clickbench } from './clickbench/clickbench-format.ts'
import { criterion } from './criterion/criterion-format.ts'
import { dbBench } from './db-bench/db-bench-format.ts'
import { fio } from './fio/fio-format.ts'
import { goTpc } from './go-tpc/go-tpc-format.ts'
import { goYcsb } from './go-ycsb/go-ycsb-format.ts'
import { googleBenchmark } from './google-benchmark/google-benchmark-format.ts'
import { hammerdb } from './hammerdb/hammerdb-format.ts'
import { tproch } from './hammerdb/tproch-format.ts'
import { hyperfine } from './hyperfine/hyperfine-format.ts'
import { iibench } from './iibench/iibench-format.ts'
import { jmh } from './jmh/jmh-format.ts'
import { k6 } from './k6/k6-format.ts'
import { latte } from './latte/latte-format.ts'
import { linkbench } from './linkbench/linkbench-format.ts'
import { MAPPED_CSV_FORMATS } from './mapped-csv/mapped-csv-format.ts'
import { memtier } from './memtier/memtier-format.ts'
import { mongoPerf } from './mongo-perf/mongo-perf-format.ts'
import { nosqlbench } from './nosqlbench/nosqlbench-format.ts'
import { pgbench } from './pgbench/pgbench-format.ts'
import { redisBenchmark } from './redis-benchmark/redis-benchmark-format.ts'
import { sysbench } from './sysbench/sysbench-format.ts'
import { tpcDs } from './tpc-ds/tpc-ds-format.ts'
import { tsbs } from './tsbs/tsbs-format.ts'
import { vectordbbench } from './vectordbbench/vectordbbench-format.ts'
import { ycsb } from './ycsb/ycsb-format.ts'

/** All supported benchmarks, one line per folder. */
export const BENCHMARKS: readonly Benchmark[] = [
  sysbench,
  dbBench,
  iibench,
  linkbench,
  tproch,
  hammerdb,
  pgbench,
  ycsb,
  googleBenchmark,
  fio,
  hyperfine,
  redisBenchmark,
  k6,
  jmh,
  criterion,
  clickbench,
  memtier,
  goTpc,
  cassandraStress,
  benchbase,
  tsbs,
  vectordbbench,
  nosqlbench,
  latte,
  mongoPerf,
  tpcDs,
  goYcsb,
  annBenchmarks,
]

/** All file formats. The first that recognizes a file reads it. Mapped CSV comes last, because it accepts any CSV. */
export const FORMATS: readonly Format[] = [
  ...BENCHMARKS.flatMap(({ formats }) => formats),
  vmstatFormat,
  ...SERIES_FORMATS,
  iostatFormat,
  ...PERF_FORMATS,
  ...PROFILES_FORMATS,
  ...MEASUREMENT_FORMATS,
  ...HISTOGRAM_FORMATS,
  counterFormat,
  serverVersionFormat,
  settingsFormat,
  ...MAPPED_CSV_FORMATS,
]

const byKind = new Map(
  FORMATS.flatMap((format) => [format.kind, ...(format.aliases ?? [])].map((kind) => [kind, format])),
)

/** The format with this kind, or with this alias of an earlier version. */
export const findFormat = (kind: string): Format | undefined => byKind.get(kind)

export const recognizeFormat = (name: string, text: string): Format | undefined =>
  FORMATS.find((format) => format.recognize(name, text))

/** The table format of a file by its content; undefined when the content is not a known table. */
export const recognizeTable = (name: string, text: string): Format | undefined =>
  FORMATS.find((format) => format.isTable === true && format.recognize(name, text))
