import type { Metric } from '../../run/metric.ts'

const ABOUT: Readonly<Record<string, readonly [unit: string, about: string]>> = {
  'pg_blks_read/o': ['blocks', 'blocks read from outside of the shared buffers per operation (pg_stat_statements)'],
  'pg_blks_hit/o': ['blocks', 'blocks found in the shared buffers per operation (pg_stat_statements)'],
  'pg_blks_written/o': ['blocks', 'blocks written by statements per operation (pg_stat_statements)'],
  'pg_temp_blks/o': ['blocks', 'temporary blocks written per operation (pg_stat_statements)'],
  'pg_wal_bytes/o': ['bytes', 'WAL per operation (pg_stat_statements)'],
  'pg_io_read_ms/o': ['ms', 'time that clients waited for reads per operation (pg_stat_io)'],
  'pg_io_reads/o': ['reads', 'reads of client backends per operation (pg_stat_io)'],
  'pg_io_extend_ms/o': ['ms', 'time that clients waited to extend files per operation (pg_stat_io)'],
  'pg_io_write_ms/o': ['ms', 'time of writes per operation (pg_stat_io)'],
  'pg_io_writes/o': ['writes', 'writes per operation (pg_stat_io)'],
  'pg_io_fsync_ms/o': ['ms', 'time of fsync per operation (pg_stat_io)'],
  'pg_io_fsyncs/o': ['fsyncs', 'fsync calls per operation (pg_stat_io)'],
  'pg_io_evictions/o': ['blocks', 'blocks evicted from the shared buffers per operation (pg_stat_io)'],
  'pg_commits/o': ['commits', 'commits per operation (pg_stat_database)'],
  'pg_rollbacks/o': ['rollbacks', 'rollbacks per operation (pg_stat_database)'],
  'pg_rows_returned/o': ['rows', 'rows returned by scans per operation (pg_stat_database)'],
  'pg_rows_fetched/o': ['rows', 'rows fetched by index scans per operation (pg_stat_database)'],
  'pg_temp_bytes/o': ['bytes', 'temporary files per operation (pg_stat_database)'],
  'pg_deadlocks/o': ['deadlocks', 'deadlocks per operation (pg_stat_database)'],
}

/** The metric of a counter of a database, so that every upload gives it the same unit. None gets a verdict. */
export function findCounterMetric(name: string): Metric | undefined {
  const known = ABOUT[name]
  if (known !== undefined) return { name, unit: known[0], better: 'neither', about: known[1] }
  const [, kind, subject] = /^(wait_ms|statement_ms|statement_calls|status|innodb|rocksdb)\/o:(.+)$/s.exec(name) ?? []
  if (kind === 'wait_ms') return { name, unit: 'ms', better: 'neither', about: `time per operation in ${subject}` }
  if (kind === 'statement_ms') return { name, unit: 'ms', better: 'neither', about: `time per operation of ${subject}` }
  if (kind === 'statement_calls')
    return { name, unit: 'calls', better: 'neither', about: `calls per operation of ${subject}` }
  if (kind === 'rocksdb')
    return { name, unit: rocksdbUnit(subject), better: 'neither', about: `${subject} per operation (LOG of RocksDB)` }
  if (kind === 'innodb')
    return {
      name,
      unit: subject === 'log_bytes' ? 'bytes' : 'count',
      better: 'neither',
      about: `${subject} per operation (show engine innodb status)`,
    }
  return kind === undefined
    ? undefined
    : { name, unit: 'count', better: 'neither', about: `${subject} per operation (show global status)` }
}

function rocksdbUnit(ticker = ''): string {
  if (ticker.endsWith('micros')) return 'us'
  return /bytes/.test(ticker) ? 'bytes' : 'count'
}
