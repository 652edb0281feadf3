import { refusal } from '../../parse/invariants/invariants.ts'
import type { Problem } from '../../parse/problem.ts'
import { splitLines } from '../../parse/text-lines.ts'
import type { CounterSource, Counters } from './counter-sources.ts'

/** The status of a storage engine as text, whose counters are read by their lines. */
export type EngineStatus = {
  source: CounterSource
  recognize(text: string): boolean
  parse(text: string, file: string): { counters: Counters; problems: Problem[] }
}

const sourceOf = (name: string, more: Partial<CounterSource> = {}): CounterSource => ({
  name,
  fits: () => false,
  counters: () => ({}),
  ...more,
})

/** Counters of `show engine innodb status` that only grow, by the line that holds them. */
const INNODB_LINES: readonly (readonly [pattern: RegExp, ...names: string[]])[] = [
  [/^(\d+) OS file reads, (\d+) OS file writes, (\d+) OS fsyncs$/, 'os_file_reads', 'os_file_writes', 'os_fsyncs'],
  [/^Pages read (\d+), created (\d+), written (\d+)$/, 'pages_read', 'pages_created', 'pages_written'],
  [/^Log sequence number\s+(\d+)$/, 'log_bytes'],
  [/^(\d+) log i\/o's done,/, 'log_ios'],
  [/^OS WAIT ARRAY INFO: reservation count (\d+)/, 'semaphore_waits'],
  [/^RW-(?:shared|excl|sx) spins \d+, rounds \d+, OS waits (\d+)$/, 'rw_lock_waits'],
  [
    /^Number of rows inserted (\d+), updated (\d+), deleted (\d+), read (\d+)$/,
    ...['rows_inserted', 'rows_updated', 'rows_deleted', 'rows_read'],
  ],
]
const INNODB_END = 'END OF INNODB MONITOR OUTPUT'

const innodbStatus: EngineStatus = {
  source: sourceOf('innodb_status'),
  recognize: (text) => / INNODB MONITOR OUTPUT/.test(text),
  parse(text, file) {
    // The batch mode of the client prints the whole status as one line.
    const { lines } = splitLines(text.includes(`\\n${INNODB_END}`) ? text.replaceAll('\\n', '\n') : text)
    const counters = new Map<string, number>()
    // Each instance of the buffer pool repeats the lines that are sums above.
    const end = lines.indexOf('INDIVIDUAL BUFFER POOL INFO')
    for (const line of end === -1 ? lines : [...lines.slice(0, end), ...lines.slice(rowOperations(lines, end))]) {
      for (const [pattern, ...names] of INNODB_LINES) {
        const [, ...numbers] = pattern.exec(line) ?? []
        for (const [at, digits] of numbers.entries()) {
          const name = `innodb/o:${names[at]}`
          counters.set(name, (counters.get(name) ?? 0) + Number(digits))
        }
      }
    }
    const isWhole = lines.some((line) => line.includes(INNODB_END))
    const problems = isWhole ? [] : [refusal(file, `ends before \`${INNODB_END}\`, so the status is cut`, lines.length)]
    return { counters, problems }
  },
}

function rowOperations(lines: readonly string[], from: number): number {
  const at = lines.indexOf('ROW OPERATIONS', from)
  return at === -1 ? lines.length : at
}

/** Tickers of RocksDB that say why an operation costs more: caches, bytes, stalls, compaction, filters. */
const TICKER =
  /^ ?rocksdb\.((?:block\.cache\.(?:data\.|index\.|filter\.)?(?:hit|miss)|memtable\.(?:hit|miss)|l[012a-z]*\.hit|bytes\.(?:read|written)|compact\.(?:read|write)\.bytes|flush\.write\.bytes|stall\.micros|wal\.(?:bytes|synced)|no\.file\.opens|bloom\.filter\.(?:useful|full\.positive)|number\.(?:keys\.(?:read|written)|db\.(?:seek|next)|superversion_acquires)|compaction\.key\.drop\.(?:new|obsolete))) COUNT : (\d+)$/
const DUMP = /------- DUMPING STATS -------/
const UPTIME = /^Uptime\(secs\): (\d+(?:\.\d+)?) total/

/** The counters of one dump of a LOG, with the time since the database was opened. */
type Dump = { line: number; seconds: number | null; counters: Map<string, number> }

/** The LOG of RocksDB with statistics: growth per second between its first and its last dump. */
const rocksdbLog: EngineStatus = {
  source: sourceOf('rocksdb_log', { isSampled: true, isRate: true }),
  recognize: (text) => DUMP.test(text) && /STATISTICS:\s*\n\s*rocksdb\./.test(text),
  parse(text, file) {
    const { lines } = splitLines(text)
    const dumps: Dump[] = []
    for (const [at, line] of lines.entries()) {
      if (DUMP.test(line)) dumps.push({ line: at + 1, seconds: null, counters: new Map() })
      const dump = dumps.at(-1)
      if (dump === undefined) continue
      const [, seconds] = UPTIME.exec(line) ?? []
      if (seconds !== undefined) dump.seconds ??= Number(seconds)
      const [, name, count] = TICKER.exec(line) ?? []
      if (name !== undefined) dump.counters.set(`rocksdb/o:${name}`, Number(count))
    }
    const [first, last] = [dumps[0], dumps.findLast(({ counters }) => counters.size > 0)]
    const took = (last?.seconds ?? 0) - (first?.seconds ?? 0)
    if (first === undefined || last === undefined || !(took > 0)) {
      const message = 'has statistics of one time only; write them more often with stats_dump_period_sec'
      return { counters: new Map(), problems: [{ file, message }] }
    }
    const shrunk = [...last.counters].find(([name, count]) => count < (first.counters.get(name) ?? 0))
    if (shrunk !== undefined) {
      const message = `${shrunk[0]} shrinks from line ${first.line} to line ${last.line}, so the database was opened again between`
      return { counters: new Map(), problems: [refusal(file, message, last.line)] }
    }
    const grown = [...last.counters].map(
      ([name, count]) => [name, (count - (first.counters.get(name) ?? 0)) / took] as const,
    )
    return { counters: new Map(grown.filter(([, rate]) => rate > 0)), problems: [] }
  },
}

export const ENGINE_STATUSES: readonly EngineStatus[] = [innodbStatus, rocksdbLog]
