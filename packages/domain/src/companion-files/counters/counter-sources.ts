/** Counters of one snapshot by name; names of a source are unique in it. */
export type Counters = ReadonlyMap<string, number>

/** A view or statement of a database whose counters only grow, or whose rows are samples. */
export type CounterSource = {
  /** The name of the view, which names the kind of file too. */
  name: string
  /** True for counts of samples, which need no snapshot before. */
  isSampled?: true
  /** True for average numbers of sessions, of which any other session is not part. */
  isAverage?: true
  /** True for growth per second during the test, which needs no snapshot before. */
  isRate?: true
  /** True for the columns of this source. */
  fits(columns: readonly string[], firstCells: readonly string[]): boolean
  /** The counters of one row by column; the names are those of the metrics without their unit. */
  counters(row: Readonly<Record<string, string>>): Record<string, string | undefined>
}

const has = (columns: readonly string[], ...names: readonly string[]): boolean =>
  names.every((name) => columns.includes(name))

/** Maximum characters of a statement in the name of a metric. */
const MAX_STATEMENT = 100

const short = (statement: string): string => {
  const line = statement.replace(/\s+/g, ' ').trim()
  return line.length > MAX_STATEMENT ? `${line.slice(0, MAX_STATEMENT)}...` : line
}

/**
 * A statement that reads statistics of the server is of a monitor, such as the samples of sessions by `assay exec`, and no
 * part of the benchmark.
 */
const OF_MONITOR = /\b(?:from|join)\s+(?:pg_catalog\.)?pg_(?:stat|statio|wait_sampling|locks|buffercache)\w*/i

const pgStatStatements: CounterSource = {
  name: 'pg_stat_statements',
  fits: (columns) =>
    has(columns, 'query', 'calls') && (columns.includes('total_exec_time') || columns.includes('total_time')),
  counters: ({ query = '', ...row }) =>
    OF_MONITOR.test(query)
      ? {}
      : {
          [`statement_ms/o:${short(query)}`]: row.total_exec_time ?? row.total_time,
          [`statement_calls/o:${short(query)}`]: row.calls,
          'pg_blks_read/o': row.shared_blks_read,
          'pg_blks_hit/o': row.shared_blks_hit,
          'pg_blks_written/o': row.shared_blks_written,
          'pg_temp_blks/o': row.temp_blks_written,
          'pg_wal_bytes/o': row.wal_bytes,
        },
}

/** Only backends of clients wait for their own I/O; the writes of the others are those of the server. */
const pgStatIo: CounterSource = {
  name: 'pg_stat_io',
  fits: (columns) => has(columns, 'backend_type', 'object', 'context'),
  counters: (row) => ({
    ...(row.backend_type === 'client backend'
      ? { 'pg_io_read_ms/o': row.read_time, 'pg_io_reads/o': row.reads, 'pg_io_extend_ms/o': row.extend_time }
      : {}),
    'pg_io_write_ms/o': row.write_time,
    'pg_io_writes/o': row.writes,
    'pg_io_fsync_ms/o': row.fsync_time,
    'pg_io_fsyncs/o': row.fsyncs,
    'pg_io_evictions/o': row.evictions,
  }),
}

const pgStatDatabase: CounterSource = {
  name: 'pg_stat_database',
  fits: (columns) => has(columns, 'datname', 'xact_commit', 'blks_hit'),
  counters: (row) => ({
    'pg_commits/o': row.xact_commit,
    'pg_rollbacks/o': row.xact_rollback,
    'pg_rows_returned/o': row.tup_returned,
    'pg_rows_fetched/o': row.tup_fetched,
    'pg_temp_bytes/o': row.temp_bytes,
    'pg_deadlocks/o': row.deadlocks,
  }),
}

/** Samples of pg_stat_activity, or the profile of pg_wait_sampling. */
const pgWaits: CounterSource = {
  name: 'wait-samples',
  isSampled: true,
  fits: (columns) =>
    has(columns, columns.includes('wait_event_type') ? 'wait_event' : 'event', 'count') &&
    (columns.includes('wait_event_type') || columns.includes('event_type')),
  counters: (row) => {
    const type = row.wait_event_type ?? row.event_type ?? ''
    const event = row.wait_event ?? row.event ?? ''
    return { [`wait_ms/o:${type === '' || type === 'CPU' ? 'CPU' : `${type}:${event}`}`]: row.count }
  },
}

/** The same samples as the average number of sessions, which `assay exec` records. */
const pgSessions: CounterSource = {
  name: 'wait-sessions',
  isSampled: true,
  isAverage: true,
  fits: (columns) => has(columns, 'wait_event_type', 'wait_event', 'sessions'),
  counters: (row) => pgWaits.counters({ ...row, count: row.sessions ?? '' }),
}

/**
 * Events of the performance schema that are not waits of their own: a connection that waits for its client and a thread
 * of the server that waits for work are idle, and waits for tables contain those for files and locks. Sums of tables
 * shrink when a table is closed.
 */
const NO_WAIT =
  /^(?:idle$|wait\/(?:io|lock)\/table\/|wait\/synch\/cond\/(?:mysys\/COND_timer|sql\/(?:COND_manager|COND_thread_cache|COND_compress_gtid_table|Event_scheduler::COND_state))$)/

/** Waits of the performance schema, in picoseconds. */
const mysqlWaits: CounterSource = {
  name: 'events_waits_summary',
  fits: (columns) => has(columns, 'event_name', 'sum_timer_wait'),
  counters: (row) =>
    NO_WAIT.test(row.event_name ?? '')
      ? {}
      : {
          [`wait_ms/o:${row.event_name ?? ''}`]: /^\d+$/.test(row.sum_timer_wait ?? '')
            ? String(Number(row.sum_timer_wait) / 1e9)
            : row.sum_timer_wait,
        },
}

/** Counters of MySQL that only grow; levels such as Threads_running are none. */
const STATUS_COUNTER =
  /^(?:Innodb_(?:data_(?:reads|writes|fsyncs|read|written)|buffer_pool_(?:read_requests|reads|write_requests|pages_flushed|wait_free)|rows_(?:read|inserted|updated|deleted)|log_(?:waits|writes|write_requests)|os_log_(?:written|fsyncs)|row_lock_(?:time|waits)|pages_(?:created|read|written))|Handler_\w+|Created_tmp_(?:disk_)?tables|Sort_(?:rows|scan|range|merge_passes)|Select_\w+|Table_locks_waited|Bytes_(?:received|sent)|Com_(?:commit|rollback|select|insert|update|delete)|Queries|Questions)$/

const mysqlStatus: CounterSource = {
  name: 'global-status',
  fits: (columns, cells) =>
    has(columns, 'variable_name') &&
    (columns.includes('value') || columns.includes('variable_value')) &&
    cells.includes('uptime'),
  counters: (row) => {
    const name = row.variable_name ?? ''
    return STATUS_COUNTER.test(name) ? { [`status/o:${name}`]: row.value ?? row.variable_value } : {}
  },
}

export const COUNTER_SOURCES: readonly CounterSource[] = [
  pgStatStatements,
  pgStatIo,
  pgStatDatabase,
  pgWaits,
  pgSessions,
  mysqlWaits,
  mysqlStatus,
]
