import type { KnownMetric } from '../../run/metric.ts'

/** Metrics of the columns of report.tsv. */
export const DB_BENCH_METRICS: readonly KnownMetric[] = [
  { name: 'usec_op', unit: 'µs', better: 'lower', digits: 1, about: 'mean microseconds per operation' },
  { name: 'p50', unit: 'µs', better: 'lower', digits: 1, about: 'median response time' },
  { name: 'p99', unit: 'µs', better: 'lower', digits: 1, about: '99th percentile of response time' },
  { name: 'p99.9', unit: 'µs', better: 'lower', digits: 0, about: '99.9th percentile of response time' },
  { name: 'p99.99', unit: 'µs', better: 'lower', digits: 0, about: '99.99th percentile of response time' },
  { name: 'pmax', unit: 'µs', better: 'lower', digits: 0, about: 'longest response time' },
  { name: 'lsm_sz', unit: 'GB', better: 'lower', digits: 1, about: 'size of the LSM tree' },
  { name: 'blob_sz', unit: 'GB', better: 'lower', digits: 1, about: 'size of the blob files' },
  { name: 'c_wgb', unit: 'GB', better: 'lower', digits: 1, about: 'written by compaction' },
  { name: 'w_amp', unit: 'ratio', better: 'lower', digits: 1, about: 'write amplification' },
  { name: 'c_mbps', unit: 'MB/s', better: 'neither', digits: 1, about: 'compaction write rate' },
  { name: 'c_wsecs', unit: 's', better: 'lower', digits: 0, about: 'compaction wall seconds (before RocksDB 10.3)' },
  { name: 'c_csecs', unit: 's', better: 'lower', digits: 0, about: 'compaction CPU seconds (before RocksDB 10.3)' },
  {
    name: 'b_rgb',
    unit: 'GB',
    better: 'neither',
    digits: 1,
    about: 'read from blob files by compaction (before RocksDB 10.3)',
  },
  { name: 'b_wgb', unit: 'GB', better: 'neither', digits: 1, about: 'written to blob files by compaction' },
  { name: 'uptime', unit: 's', better: 'neither', digits: 0, about: 'seconds since the database was opened' },
  { name: 'stall%', unit: '%', better: 'lower', digits: 1, about: 'share of time in write stalls' },
  { name: 'Nstall', unit: 'count', better: 'lower', digits: 0, about: 'number of write stalls' },
  { name: 'u_cpu', unit: '1000 s', better: 'lower', digits: 1, about: 'user CPU, thousands of seconds' },
  { name: 's_cpu', unit: '1000 s', better: 'lower', digits: 1, about: 'system CPU, thousands of seconds' },
  { name: 'rss', unit: 'GB', better: 'lower', digits: 1, about: 'resident memory' },
]
