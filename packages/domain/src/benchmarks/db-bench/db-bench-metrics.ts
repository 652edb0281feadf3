import { metricsOfRows } from '../../run/metric-rows.ts'

/** Metrics of the columns of report.tsv. */
export const DB_BENCH_METRICS = metricsOfRows([
  ['usec_op', 'µs', 'lower', 1, 'mean microseconds per operation'],
  ['p50', 'µs', 'lower', 1, 'median response time'],
  ['p99', 'µs', 'lower', 1, '99th percentile of response time'],
  ['p99.9', 'µs', 'lower', 0, '99.9th percentile of response time'],
  ['p99.99', 'µs', 'lower', 0, '99.99th percentile of response time'],
  ['pmax', 'µs', 'lower', 0, 'longest response time'],
  ['lsm_sz', 'GB', 'lower', 1, 'size of the LSM tree'],
  ['blob_sz', 'GB', 'lower', 1, 'size of the blob files'],
  ['c_wgb', 'GB', 'lower', 1, 'written by compaction'],
  ['w_amp', 'ratio', 'lower', 1, 'write amplification'],
  ['c_mbps', 'MB/s', 'neither', 1, 'compaction write rate'],
  ['c_wsecs', 's', 'lower', 0, 'compaction wall seconds (before RocksDB 10.3)'],
  ['c_csecs', 's', 'lower', 0, 'compaction CPU seconds (before RocksDB 10.3)'],
  ['b_rgb', 'GB', 'neither', 1, 'read from blob files by compaction (before RocksDB 10.3)'],
  ['b_wgb', 'GB', 'neither', 1, 'written to blob files by compaction'],
  ['uptime', 's', 'neither', 0, 'seconds since the database was opened'],
  ['stall%', '%', 'lower', 1, 'share of time in write stalls'],
  ['Nstall', 'count', 'lower', 0, 'number of write stalls'],
  ['u_cpu', '1000 s', 'lower', 1, 'user CPU, thousands of seconds'],
  ['s_cpu', '1000 s', 'lower', 1, 'system CPU, thousands of seconds'],
  ['rss', 'GB', 'lower', 1, 'resident memory'],
])
