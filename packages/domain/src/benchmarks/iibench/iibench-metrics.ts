import type { KnownMetric, Metric } from '../../run/metric.ts'

const BUCKETS: readonly (readonly [name: string, limit: string])[] = [
  ['256us', 'up to 256 µs'],
  ['1ms', 'longer, up to 1 ms'],
  ['4ms', 'longer, up to 4 ms'],
  ['16ms', 'longer, up to 16 ms'],
  ['64ms', 'longer, up to 64 ms'],
  ['256ms', 'longer, up to 256 ms'],
  ['1s', 'longer, up to 1 s'],
  ['4s', 'longer, up to 4 s'],
  ['16s', 'longer, up to 16 s'],
  ['gt', 'longer than 16 s'],
]

/** Name of the benchmark in documents. */
export const INSERT_BENCHMARK = 'Insert Benchmark'

/** The rate of a background load, which a step with a target rate must hold (DESIGN.md section 2). */
export const BACKGROUND_RATE = 'background/s'

/** Throughput metric of results for which only ratios were published. */
export const RELATIVE_QPS = 'relative_qps'

const METRICS: readonly Metric[] = [
  { name: 'inserts/s', unit: 'inserts/s', better: 'higher', about: 'rows inserted per second, by all clients' },
  {
    name: 'indexed_rows/s',
    unit: 'indexed rows/s',
    better: 'higher',
    about: 'rows for which secondary indexes were created, per second',
  },
  { name: 'range_queries/s', unit: 'range queries/s', better: 'higher', about: 'range queries per second' },
  { name: 'point_queries/s', unit: 'point queries/s', better: 'higher', about: 'point queries per second' },
  {
    name: BACKGROUND_RATE,
    unit: 'operations/s',
    // A rate above the target is not better than the target.
    better: 'neither',
    about: 'operations per second of the background load, such as inserts during queries; it has a target rate',
  },
  {
    name: RELATIVE_QPS,
    unit: 'ratio',
    better: 'higher',
    about: 'throughput relative to another version, where rates themselves were not published',
  },
  { name: 'deletes/s', unit: 'deletes/s', better: 'higher', about: 'rows deleted per second' },
  { name: 'w/o', unit: 'writes/op', better: 'lower', about: 'storage writes per operation' },
  { name: 'w/insert', unit: 'writes/insert', better: 'lower', about: 'storage writes per insert during queries' },
  { name: 'wKB/insert', unit: 'KB/insert', better: 'lower', about: 'KB written to storage per insert during queries' },
  { name: 'dbgb1', unit: 'GB', better: 'lower', about: 'size of the database, without logs' },
  { name: 'dbgb2', unit: 'GB', better: 'lower', about: 'size of the database with its logs' },
  { name: 'maxop', unit: 's', better: 'lower', about: 'longest response time of the operation that the step counts' },
  { name: 'rate_p50', unit: 'operations/s', better: 'higher', about: 'median of the rates per second of one client' },
  {
    name: 'rate_p99',
    unit: 'operations/s',
    better: 'higher',
    about: 'rate per second of one client that 99 of 100 seconds reach',
  },
  { name: 'index_s', unit: 's', better: 'lower', about: 'seconds that creating the secondary indexes took' },
  {
    name: 'getmin',
    unit: 'not stated',
    better: 'neither',
    about: 'smallest value of a series of the step; which series and unit is not published',
  },
  ...['insert', 'delete', 'query'].flatMap((operation): Metric[] => [
    ...BUCKETS.map(
      ([name, limit]): Metric => ({
        name: `rt_${operation}_${name}`,
        unit: '%',
        better: 'neither',
        about: `share of ${operation} responses that took ${limit}`,
      }),
    ),
    { name: `rt_${operation}_max`, unit: 's', better: 'lower', about: `longest ${operation} response` },
    {
      name: `max_${operation}_us`,
      unit: 'µs',
      better: 'lower',
      about: `longest ${operation} response in an interval`,
    },
  ]),
]

/** Metrics of the Insert Benchmark: one throughput metric for each kind of step, and histograms of response times. */
export const IIBENCH_METRICS: readonly KnownMetric[] = METRICS.map((metric) => ({
  ...metric,
  digits: digitsOf(metric),
}))

/** Number of decimals in tables, as in the published ones. */
function digitsOf({ name, unit }: Metric): number {
  if (/^rate_|\/s$/.test(name) || unit === 'µs') return 0
  if (unit === 'ratio') return 2
  return unit === 'GB' || name === 'index_s' ? 1 : 3
}
