import { z } from 'zod'
import { CLIENT_METRICS } from './client-metrics.ts'
import { IIBENCH_METRICS } from './iibench-metrics.ts'
import { PERF_METRICS } from './perf-metrics.ts'

/** Which way is better; `neither` for values that explain but do not judge (reads/s, size of a sample). */
export const Better = z.enum(['higher', 'lower', 'neither'])
export type Better = z.infer<typeof Better>

/** A metric: its name as the tables print it, its unit, and which direction is better. */
export type Metric = { name: string; unit: string; better: Better; about: string }

/**
 * Values of the archive's own arithmetic are kept beside ours under this prefix: `as-published:cpu/o` is the
 * mean that sb.met prints (FORMATS.md section 4), `cpu/o` the correct one.
 */
export const AS_PUBLISHED_PREFIX = 'as-published:'

/** A comparison that asks for `primary` gets each test's own primary metric. */
export const PRIMARY_METRIC = 'primary'

/** Metrics that Assay knows; an upload declares any other with unit and direction. */
export const KNOWN_METRICS: readonly Metric[] = [
  // Throughput
  {
    name: 'qps',
    unit: 'queries/s',
    better: 'higher',
    about: 'queries per second; for scan thousands of rows/s per client',
  },
  { name: 'tps', unit: 'transactions/s', better: 'higher', about: 'transactions per second' },
  { name: 'ops/s', unit: 'operations/s', better: 'higher', about: 'operations per second (db_bench ops_sec)' },
  { name: 'MB/s', unit: 'MB/s', better: 'higher', about: 'user data per second (db_bench mb_sec)' },
  { name: 'rows/s', unit: 'rows/s', better: 'higher', about: 'rows loaded per second' },
  // Response time, sysbench
  { name: 'latency_ms_min', unit: 'ms', better: 'lower', about: 'shortest response time' },
  { name: 'latency_ms_avg', unit: 'ms', better: 'lower', about: 'mean response time' },
  { name: 'latency_ms_max', unit: 'ms', better: 'lower', about: 'longest response time' },
  {
    name: 'latency_ms_p95',
    unit: 'ms',
    better: 'lower',
    about: '95th percentile of response time, from a bucketed histogram',
  },
  { name: 'latency_ms_p99', unit: 'ms', better: 'lower', about: '99th percentile of response time' },
  { name: 'elapsed_s', unit: 's', better: 'neither', about: 'time that the measured part took' },
  { name: 'ignored_errors', unit: 'count', better: 'lower', about: 'errors that the client ignored' },
  { name: 'reconnects', unit: 'count', better: 'lower', about: 'times that the client connected again' },
  // vmstat and iostat per operation
  { name: 'r/o', unit: 'reads/op', better: 'lower', about: 'storage reads per operation' },
  { name: 'rKB/o', unit: 'KB/op', better: 'lower', about: 'KB read from storage per operation' },
  { name: 'wKB/o', unit: 'KB/op', better: 'lower', about: 'KB written to storage per operation' },
  { name: 'cs/o', unit: 'switches/op', better: 'lower', about: 'context switches per operation' },
  {
    name: 'cpu/o',
    unit: '% of all CPUs/op',
    better: 'lower',
    about: 'CPU (us + sy, percent of all CPUs) per operation; not comparable across core counts',
  },
  { name: 'cpu_us/o', unit: 'µs/op', better: 'lower', about: 'CPU microseconds per operation' },
  // vmstat and iostat, averages of the measured part
  { name: 'r/s', unit: 'reads/s', better: 'neither', about: 'storage reads per second' },
  { name: 'rMB/s', unit: 'MiB/s', better: 'neither', about: 'read from storage per second, KB / 1024' },
  { name: 'w/s', unit: 'writes/s', better: 'neither', about: 'storage writes per second' },
  { name: 'wMB/s', unit: 'MiB/s', better: 'neither', about: 'written to storage per second, KB / 1024' },
  { name: 'cs/s', unit: 'switches/s', better: 'neither', about: 'context switches per second' },
  { name: 'cpu/s', unit: '% of all CPUs', better: 'neither', about: 'CPU in use, us + sy' },
  { name: 'cpu_us', unit: '% of all CPUs', better: 'neither', about: 'CPU in user mode' },
  { name: 'cpu_sy', unit: '% of all CPUs', better: 'neither', about: 'CPU in the kernel' },
  { name: 'cpu_id', unit: '% of all CPUs', better: 'neither', about: 'CPU idle' },
  { name: 'cpu_wa', unit: '% of all CPUs', better: 'neither', about: 'CPU waiting for IO; not CPU use' },
  { name: 'cpu_st', unit: '% of all CPUs', better: 'lower', about: 'CPU taken by the hypervisor' },
  // db_bench report.tsv
  { name: 'usec_op', unit: 'µs', better: 'lower', about: 'mean microseconds per operation' },
  { name: 'p50', unit: 'µs', better: 'lower', about: 'median response time' },
  { name: 'p99', unit: 'µs', better: 'lower', about: '99th percentile of response time' },
  { name: 'p99.9', unit: 'µs', better: 'lower', about: '99.9th percentile of response time' },
  { name: 'p99.99', unit: 'µs', better: 'lower', about: '99.99th percentile of response time' },
  { name: 'pmax', unit: 'µs', better: 'lower', about: 'longest response time' },
  { name: 'lsm_sz', unit: 'GB', better: 'lower', about: 'size of the LSM tree' },
  { name: 'blob_sz', unit: 'GB', better: 'lower', about: 'size of the blob files' },
  { name: 'c_wgb', unit: 'GB', better: 'lower', about: 'written by compaction' },
  { name: 'w_amp', unit: 'ratio', better: 'lower', about: 'write amplification' },
  { name: 'c_mbps', unit: 'MB/s', better: 'neither', about: 'compaction write rate' },
  { name: 'c_wsecs', unit: 's', better: 'lower', about: 'compaction wall seconds (before RocksDB 10.3)' },
  { name: 'c_csecs', unit: 's', better: 'lower', about: 'compaction CPU seconds (before RocksDB 10.3)' },
  { name: 'b_rgb', unit: 'GB', better: 'neither', about: 'read from blob files by compaction (before RocksDB 10.3)' },
  { name: 'b_wgb', unit: 'GB', better: 'neither', about: 'written to blob files by compaction' },
  { name: 'uptime', unit: 's', better: 'neither', about: 'seconds since the database was opened' },
  { name: 'stall%', unit: '%', better: 'lower', about: 'share of time in write stalls' },
  { name: 'Nstall', unit: 'count', better: 'lower', about: 'number of write stalls' },
  { name: 'u_cpu', unit: '1000 s', better: 'lower', about: 'user CPU, thousands of seconds' },
  { name: 's_cpu', unit: '1000 s', better: 'lower', about: 'system CPU, thousands of seconds' },
  { name: 'rss', unit: 'GB', better: 'lower', about: 'resident memory' },
  // Storage, fio and IO efficiency
  {
    name: 'iops',
    unit: 'requests/s',
    better: 'higher',
    about: 'storage reads and writes per second, as fio counts them',
  },
  { name: 'usPer', unit: 'µs/read', better: 'lower', about: 'user CPU for each storage read; for fio each request' },
  { name: 'syPer', unit: 'µs/read', better: 'lower', about: 'kernel CPU for each storage read; for fio each request' },
  { name: 'cpuPer', unit: 'µs/read', better: 'lower', about: 'CPU for each storage read; for fio each request' },
  { name: 'reqsz', unit: 'KB', better: 'neither', about: 'mean size of a storage read' },
  { name: 'io.lat', unit: 'µs', better: 'lower', about: 'mean time of a storage read, as iostat has it' },
  { name: 'sync_us', unit: 'µs', better: 'lower', about: 'mean time of an fsync or fdatasync' },
  // Files beside a step
  { name: 'client_user_s', unit: 's', better: 'neither', about: 'user CPU of the benchmark client (GNU time)' },
  { name: 'client_sys_s', unit: 's', better: 'neither', about: 'kernel CPU of the benchmark client (GNU time)' },
  { name: 'client_rss_kb', unit: 'KiB', better: 'neither', about: 'largest memory of the benchmark client (GNU time)' },
  { name: 'db_gb', unit: 'GiB', better: 'lower', about: 'size of the data directory (du)' },
  ...IIBENCH_METRICS,
  ...PERF_METRICS,
  ...CLIENT_METRICS,
]

const knownByName = new Map(KNOWN_METRICS.map((metric) => [metric.name, metric]))

/** The known metric of that name, also under the as-published prefix; undefined when Assay does not know it. */
export function findKnownMetric(name: string): Metric | undefined {
  const plain = name.startsWith(AS_PUBLISHED_PREFIX) ? name.slice(AS_PUBLISHED_PREFIX.length) : name
  const metric = knownByName.get(plain)
  if (metric === undefined || plain === name) return metric
  return { ...metric, name, about: `${metric.about}, averaged as the archive does` }
}
