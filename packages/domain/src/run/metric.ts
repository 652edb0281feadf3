import { z } from 'zod'
import { DB_BENCH_METRICS } from '../benchmarks/db-bench/db-bench-metrics.ts'
import { FIO_METRICS } from '../benchmarks/fio/fio-metrics.ts'
import { GOOGLE_BENCHMARK_METRICS } from '../benchmarks/google-benchmark/google-benchmark-metrics.ts'
import { HAMMERDB_METRICS } from '../benchmarks/hammerdb/hammerdb-metrics.ts'
import { HYPERFINE_METRICS } from '../benchmarks/hyperfine/hyperfine-metrics.ts'
import { IIBENCH_METRICS } from '../benchmarks/iibench/iibench-metrics.ts'
import { LINKBENCH_METRICS } from '../benchmarks/linkbench/linkbench-metrics.ts'
import { PGBENCH_METRICS } from '../benchmarks/pgbench/pgbench-metrics.ts'
import { MEASUREMENT_METRICS } from '../companion-files/measurements/measurement-metrics.ts'
import { PERF_METRICS } from '../companion-files/perf/perf-metrics.ts'
import { SAMPLER_METRICS } from '../companion-files/sampler-metrics.ts'
import { COMMON_METRICS } from './common-metrics.ts'

/** The direction in which values are better; `neither` for metrics that get no verdict (reads/s, size of a sample). */
export const Better = z.enum(['higher', 'lower', 'neither'])
export type Better = z.infer<typeof Better>

/** A metric: its name as the tables print it, its unit, and which direction is better. */
export type Metric = { name: string; unit: string; better: Better; about: string }

/**
 * A metric in Assay's list, with the decimals of its values in tables; without them a column shows as many as needed.
 */
export type KnownMetric = Metric & { digits?: number }

/**
 * Values that the archive computed are stored next to ours with this prefix: `as-published:cpu/o` is the
 * mean that sb.met prints (FORMATS.md section 4), `cpu/o` the correct one.
 */
export const AS_PUBLISHED_PREFIX = 'as-published:'

/** A comparison that asks for `primary` gets each test's own primary metric. */
export const PRIMARY_METRIC = 'primary'

/** In the order in which documents and tables list them, which must not change: it is part of the identity of runs. */
const METRICS: readonly KnownMetric[] = [
  ...COMMON_METRICS,
  ...SAMPLER_METRICS,
  ...DB_BENCH_METRICS,
  ...FIO_METRICS,
  ...MEASUREMENT_METRICS,
  ...IIBENCH_METRICS,
  ...PERF_METRICS,
  ...LINKBENCH_METRICS,
  ...HAMMERDB_METRICS,
  ...PGBENCH_METRICS,
  ...GOOGLE_BENCHMARK_METRICS,
  {
    name: 'failed_checks',
    unit: 'count',
    better: 'lower',
    digits: 0,
    about: 'consistency checks of the benchmark that failed',
  },
  ...HYPERFINE_METRICS,
]

/** Metrics that need no declaration; an upload declares any other with unit and direction. */
export const KNOWN_METRICS: readonly Metric[] = METRICS.map(({ digits: _digits, ...metric }) => metric)

/** Decimals of absolute values, as the published tables have them: one number per metric, so columns line up. */
export const METRIC_DIGITS: ReadonlyMap<string, number> = new Map(
  METRICS.flatMap(({ name, digits }) => (digits === undefined ? [] : [[name, digits]])),
)

const knownByName = new Map(KNOWN_METRICS.map((metric) => [metric.name, metric]))

/** The known metric of that name, also under the as-published prefix; undefined when Assay does not know it. */
export function findKnownMetric(name: string): Metric | undefined {
  const plain = name.startsWith(AS_PUBLISHED_PREFIX) ? name.slice(AS_PUBLISHED_PREFIX.length) : name
  const metric = knownByName.get(plain)
  if (metric === undefined || plain === name) return metric
  return { ...metric, name, about: `${metric.about}, averaged as the archive does` }
}
