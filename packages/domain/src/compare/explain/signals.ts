/**
 * Metrics that may move together with throughput. The first name that both cell and base have is used. `minDifference` is the
 * smallest difference that counts, in the unit of the metric, because reads of a cached test can triple from one in a
 * million operations to three. A metric is a cost, which rises when throughput falls, unless it is a `BENEFIT`.
 */
export const SIGNALS = {
  cpu: { metrics: ['cpu_us/o', 'cpu/o'], word: 'CPU per operation', minDifference: 0 },
  switches: { metrics: ['cs/o'], word: 'context switches per operation', minDifference: 0.05 },
  reads: { metrics: ['r/o'], word: 'reads per operation', minDifference: 0.005 },
  readKb: { metrics: ['rKB/o'], word: 'KB read per operation', minDifference: 0.05 },
  writeKb: { metrics: ['wKB/o'], word: 'KB written per operation', minDifference: 0.05 },
  ipc: { metrics: ['IPC', 'ipc'], word: 'instructions per cycle', minDifference: 0 },
  instructions: { metrics: ['instructions/o', 'insn/o'], word: 'instructions per operation', minDifference: 0 },
  tail: {
    metrics: ['latency_ms_p99', 'p99', 'latency_ms_p95'],
    word: 'response time of the slowest few',
    minDifference: 0,
  },
  longest: { metrics: ['latency_ms_max', 'pmax', 'max_op'], word: 'longest response time', minDifference: 0 },
  // CPU of a process over a whole test, which has the same time or the same operations on both sides.
  userCpu: { metrics: ['u_cpu', 'usPer'], word: 'user CPU of the test', minDifference: 0 },
  systemCpu: { metrics: ['s_cpu', 'syPer'], word: 'kernel CPU of the test', minDifference: 0 },
  stallTime: { metrics: ['stall%'], word: 'share of time in write stalls', minDifference: 1 },
  stallCount: { metrics: ['Nstall'], word: 'number of write stalls', minDifference: 2 },
  compactionRate: { metrics: ['c_mbps'], word: 'compaction MB/s', minDifference: 0 },
  compacted: { metrics: ['c_wgb'], word: 'GB written by compaction', minDifference: 0.1 },
  writeAmplification: { metrics: ['w_amp'], word: 'write amplification', minDifference: 0 },
  writes: { metrics: ['w/o', 'w/insert'], word: 'writes per operation', minDifference: 0.005 },
  size: { metrics: ['lsm_sz', 'dbgb1', 'db_gb'], word: 'size of the database', minDifference: 0.1 },
  memory: { metrics: ['rss'], word: 'resident memory', minDifference: 0.1 },
  sync: { metrics: ['sync_us'], word: 'time of an fsync', minDifference: 0 },
  ioWait: { metrics: ['cpu_wa'], word: 'CPU waiting for I/O', minDifference: 2 },
  steal: { metrics: ['cpu_st'], word: 'CPU taken by the hypervisor', minDifference: 1 },
  cacheMisses: {
    metrics: ['cache-misses/o', 'LLC-load-misses/o'],
    word: 'cache misses per operation',
    minDifference: 0,
  },
  branchMisses: { metrics: ['branch-misses/o'], word: 'branch misses per operation', minDifference: 0 },
  faults: { metrics: ['major-faults/o', 'faults/o'], word: 'page faults per operation', minDifference: 0.005 },
  retries: { metrics: ['retries', 'ignored_errors'], word: 'transactions tried again', minDifference: 10 },
  // Counters of the server: views of Postgres, SHOW STATUS and the status of InnoDB, the LOG of RocksDB.
  cacheReads: {
    metrics: [
      ...['pg_blks_read/o', 'pg_io_reads/o', 'status/o:Innodb_buffer_pool_reads', 'innodb/o:pages_read'],
      'rocksdb/o:block.cache.miss',
    ],
    word: 'misses of the cache of the server per operation',
    minDifference: 0.005,
  },
  engineWrites: {
    metrics: [
      ...['pg_blks_written/o', 'pg_io_writes/o', 'status/o:Innodb_pages_written', 'innodb/o:pages_written'],
      'rocksdb/o:compact.write.bytes',
    ],
    word: 'writes of the storage engine per operation',
    minDifference: 0.005,
  },
  logBytes: {
    metrics: ['pg_wal_bytes/o', 'status/o:Innodb_os_log_written', 'innodb/o:log_bytes', 'rocksdb/o:wal.bytes'],
    word: 'bytes of log per operation',
    minDifference: 1,
  },
  logSyncs: {
    metrics: [
      ...['pg_io_fsyncs/o', 'status/o:Innodb_data_fsyncs', 'status/o:Innodb_os_log_fsyncs', 'innodb/o:os_fsyncs'],
      'rocksdb/o:wal.synced',
    ],
    word: 'fsyncs per operation',
    minDifference: 0.005,
  },
  rowsRead: {
    metrics: [
      'pg_rows_returned/o',
      'status/o:Handler_read_rnd_next',
      'status/o:Innodb_rows_read',
      'innodb/o:rows_read',
    ],
    word: 'rows read per operation',
    minDifference: 0.05,
  },
  temporary: {
    metrics: ['pg_temp_bytes/o', 'pg_temp_blks/o', 'status/o:Created_tmp_disk_tables'],
    word: 'temporary data per operation',
    minDifference: 0.001,
  },
  lockWaits: {
    metrics: [
      ...['status/o:Innodb_row_lock_time', 'status/o:Innodb_row_lock_waits', 'innodb/o:rw_lock_waits'],
      'innodb/o:semaphore_waits',
    ],
    word: 'waits for locks of the storage engine per operation',
    minDifference: 0.001,
  },
  stallMicros: {
    metrics: ['rocksdb/o:stall.micros', 'status/o:Innodb_buffer_pool_wait_free', 'status/o:Innodb_log_waits'],
    word: 'write stalls of the storage engine per operation',
    minDifference: 0.001,
  },
  filterSavings: {
    metrics: ['rocksdb/o:bloom.filter.useful'],
    word: 'reads that filters saved per operation',
    minDifference: 0.005,
  },
  scheduleLag: { metrics: ['schedule_lag_ms'], word: 'lag behind the rate', minDifference: 0.1 },
} as const

export type SignalName = keyof typeof SIGNALS

/** Metrics that rise with throughput. */
export const BENEFITS: readonly SignalName[] = ['ipc', 'compactionRate', 'filterSavings']

/** Every metric that explanations need in addition to throughput. */
export const EXPLAINING_METRICS: readonly string[] = Object.values(SIGNALS).flatMap(({ metrics }) => metrics)

/** A metric vs the base. `ratio` is null when the base is 0. */
export type Signal = {
  name: SignalName
  metric: string
  unit: string
  value: number
  base: number
  ratio: number | null
}

/** Limits of the rules, on ratios as they are shown; docs/why.md prints them. */
export const WHY_LIMITS = {
  /** A metric moved when its ratio is at or beyond `down` or `up`. */
  down: 0.95,
  up: 1.05,
  /** Limits for context switches, which vary more than the other metrics. */
  clearlyDown: 0.83,
  clearlyUp: 1.2,
  /** CPU per operation accounts for throughput when ln(cpu ratio) / -ln(throughput ratio) is between these limits. */
  minShare: 0.5,
  maxShare: 2,
  /** Minimum difference of the loss, as a ratio, between many and few clients that shows contention. */
  concurrency: 0.05,
  /** Minimum ratio of the slowest response times that counts as a stall, because these vary most. */
  stall: 1.5,
} as const
