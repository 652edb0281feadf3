import { z } from 'zod'
import { parseCsvReport } from '../../parse/csv-report.ts'
import { refusal } from '../../parse/invariants/invariants.ts'
import { isJsonObjectWith, parseJsonReport } from '../../parse/json-report.ts'
import type { Problem } from '../../parse/problem.ts'
import type { SamplerRow, SamplerTable } from './sampler-tables.ts'

/** The tables of an export of sysstat, with the columns that sar prints. */
type Tables = { tables: SamplerTable[]; problems: Problem[] }

const Values = z.record(z.string(), z.unknown())
const Statistics = z.looseObject({
  timestamp: z.union([z.string(), z.looseObject({ time: z.string() })]),
  'cpu-load': z.array(Values).optional(),
  'cpu-load-all': z.array(Values).optional(),
  'process-and-context-switch': Values.optional(),
  queue: Values.optional(),
  io: z.looseObject({ 'io-reads': Values, 'io-writes': Values }).optional(),
  disk: z.array(Values).optional(),
})
type Statistics = z.infer<typeof Statistics>
const Export = z.looseObject({
  sysstat: z.looseObject({ hosts: z.array(z.looseObject({ statistics: z.array(z.unknown()) })).min(1) }),
})

/** True for `sadf -j` and `mpstat -o JSON`. Of iostat, whose statistics have no time, there is another format. */
export const isSysstatJson = (text: string): boolean =>
  isJsonObjectWith(text, 'sysstat', 'hosts', 'statistics', 'timestamp') && !text.includes('"avg-cpu"')

const SADF_HEADER = /^# hostname;interval;timestamp;/m

/** True for `sadf -d`, whose rows are divided by semicolons. */
export const isSadfTable = (text: string): boolean => SADF_HEADER.test(text.slice(0, 20_000))

/** Reads `sadf -j` and `mpstat -o JSON`. */
export function tablesOfJson(text: string, file: string): Tables {
  const parsed = parseJsonReport(text, file, Export)
  if ('problems' in parsed) return { tables: [], problems: parsed.problems }
  const { value, lineOf } = parsed.report
  const problems: Problem[] = []
  const tables = new Map<string, SamplerTable>()
  const [host] = value.sysstat.hosts
  for (const [index, one] of (host?.statistics ?? []).entries()) {
    const line = lineOf(['sysstat', 'hosts', 0, 'statistics', index])
    const statistics = Statistics.safeParse(one)
    if (statistics.success) addStatistics(tables, statistics.data, line)
    // sadf writes the first statistics without values, because rates need two of them.
    else if (index > 0) problems.push(refusal(file, `statistics ${index + 1} are not those of sysstat`, line))
  }
  return { tables: [...tables.values()], problems }
}

/** Columns of sar by their names in JSON. */
const PERCENT = ['user', 'usr', 'nice', 'system', 'sys', 'iowait', 'steal', 'irq', 'soft', 'idle'] as const

function addStatistics(tables: Map<string, SamplerTable>, statistics: Statistics, line: number): void {
  const { timestamp, queue, io, disk = [] } = statistics
  const seconds = secondsOf(typeof timestamp === 'string' ? timestamp : timestamp.time)
  const add = (name: string, cells: Record<string, unknown>) => {
    const texts = Object.fromEntries(Object.entries(cells).map(([column, cell]) => [column, String(cell)]))
    const table = tables.get(name) ?? { columns: Object.keys(texts), rows: [] }
    tables.set(name, table)
    table.rows.push({ seconds, line, cells: texts })
  }
  for (const cpu of statistics['cpu-load'] ?? statistics['cpu-load-all'] ?? []) {
    const shares = PERCENT.flatMap((name) => (cpu[name] === undefined ? [] : [[`%${name}`, cpu[name]] as const]))
    add('cpu', { CPU: cpu.cpu, ...Object.fromEntries(shares) })
  }
  const switches = statistics['process-and-context-switch']
  if (switches !== undefined) add('switches', { 'proc/s': switches.proc, 'cswch/s': switches.cswch })
  if (queue !== undefined) add('queue', { 'runq-sz': queue['runq-sz'], 'ldavg-1': queue['ldavg-1'] })
  if (io !== undefined) add('io', { rtps: io['io-reads'].rtps, wtps: io['io-writes'].wtps })
  for (const device of disk) add('disk', { DEV: device['disk-device'], 'rkB/s': device.rkB, 'wkB/s': device.wkB })
}

/** Reads `sadf -d`. Each table has its own header line, which begins with a hash. */
export function tablesOfSadf(text: string, file: string): Tables {
  const lines = text.split('\n')
  const starts = lines.flatMap((line, index) => (line.startsWith('# hostname;') ? [index] : []))
  const problems: Problem[] = []
  const tables = starts.flatMap((start, nth): SamplerTable[] => {
    const own = lines.slice(start, starts[nth + 1])
    // Lines before the table become empty, so that its rows keep their line numbers.
    const table = '\n'.repeat(start) + own.join('\n').replace(/^# /, '')
    const isLast = nth === starts.length - 1
    const parsed = parseCsvReport(isLast ? table : `${table}\n`, file, { delimiter: ';' })
    if ('problems' in parsed) problems.push(...parsed.problems)
    if ('problems' in parsed) return []
    const columns = parsed.report.columns.slice(COMMON_COLUMNS)
    const rows = parsed.report.rows
      .filter(({ cells }) => !Object.values(cells).some((cell) => cell.startsWith('LINUX-RESTART')))
      .map(({ cells, line }): SamplerRow => {
        const own = Object.fromEntries(columns.map((column) => [column, cells[column] ?? '']))
        const seconds = secondsOf(/\d\d:\d\d:\d\d/.exec(cells.timestamp ?? '')?.[0] ?? '')
        return { seconds, line, cells: { ...own, ...(own.CPU === '-1' ? { CPU: 'all' } : {}) } }
      })
    return [{ columns, rows }]
  })
  return { tables, problems }
}

/** Host, interval and time. */
const COMMON_COLUMNS = 3

const secondsOf = (time: string): number => {
  const [hours = 0, minutes = 0, seconds = 0] = time.split(':').map(Number)
  return hours * 3_600 + minutes * 60 + seconds
}
