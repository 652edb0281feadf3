import { refusal } from '../../parse/invariants/invariants.ts'
import type { Parsed, Problem } from '../../parse/problem.ts'
import type { Vmstat } from '../vmstat/vmstat.ts'
import { seriesOfDevices } from './devices-of-sar.ts'
import type { SampledSeries } from './sampled-series.ts'
import { figureOf, intervalOf, type SamplerRow, type SamplerTable, samplerTables } from './sampler-tables.ts'
import { isSadfTable, isSysstatJson, tablesOfJson, tablesOfSadf } from './sysstat-exports.ts'

/** The averages over all CPUs in the form of vmstat, and further series. */
export type MachineSamples = { vmstat: Vmstat | null; series: readonly SampledSeries[] }

const HEADER =
  /^(?:\d{1,2}:\d\d:\d\d(?: [AP]M)?)\s+(?:CPU\s+%usr|CPU\s+%user|proc\/s|cswch\/s|tps\s+rtps|runq-sz|DEV\s+tps)/m

export const isSarOutput = (text: string): boolean =>
  (/^Linux \S+ /.test(text.trimStart()) && HEADER.test(text.slice(0, 20_000))) ||
  isSysstatJson(text) ||
  isSadfTable(text)

/** Columns that together are one column of vmstat. */
const CPU_COLUMNS: Readonly<Record<string, readonly string[]>> = {
  us: ['%user', '%usr', '%nice'],
  sy: ['%system', '%sys', '%irq', '%soft'],
  id: ['%idle'],
  wa: ['%iowait'],
  st: ['%steal'],
}

/** Columns of other tables that are metrics by themselves. */
const SERIES: Readonly<Record<string, string>> = {
  rtps: 'r/s',
  wtps: 'w/s',
  'runq-sz': 'run_queue',
  'ldavg-1': 'load_average',
}

/**
 * Parses the text of sar, and what sadf and mpstat export: CPU (`-u`), switches (`-w`), I/O (`-b`), devices (`-d`) and
 * the run queue (`-q`). Other tables are skipped.
 */
export function parseSar(text: string, file: string): Parsed<MachineSamples> {
  const { tables, problems } = tablesOf(text, file)
  const cpu = tables.find(({ columns }) => columns.includes('%idle') && columns.includes('CPU'))
  const switches = tables.find(({ columns }) => columns.includes('cswch/s') && !columns.includes('PID'))
  const all = (cpu?.rows ?? []).filter(({ cells }) => cells.CPU === 'all')
  const vmstat = all.length === 0 ? null : vmstatOf(all, switches?.rows ?? [], { file, problems })
  const series = [
    ...tables.flatMap((table) => seriesOf(table, file, problems)),
    ...tables.flatMap((table) => seriesOfDevices(table, file, problems)),
  ]
  if (problems.length > 0) return { value: null, problems }
  if (vmstat === null && series.length === 0)
    return {
      value: null,
      problems: [refusal(file, 'has no sample of all CPUs, of I/O, of a device or of the run queue')],
    }
  return { value: { vmstat, series }, problems }
}

function tablesOf(text: string, file: string): { tables: SamplerTable[]; problems: Problem[] } {
  if (isSysstatJson(text)) return tablesOfJson(text, file)
  return isSadfTable(text) ? tablesOfSadf(text, file) : samplerTables(text, file)
}

type Report = { file: string; problems: Problem[] }

function vmstatOf(rows: readonly SamplerRow[], switches: readonly SamplerRow[], report: Report): Vmstat {
  const samples: Record<string, number[]> = {}
  const columns = Object.keys(rows[0]?.cells ?? {})
  for (const [name, parts] of Object.entries(CPU_COLUMNS)) {
    const found = parts.filter((part) => columns.includes(part))
    if (found.length > 0) samples[name] = rows.map((row) => sumOf(row, found, report))
  }
  for (const row of rows) {
    const total = Object.values(CPU_COLUMNS).reduce((sum, parts) => sum + sumOf(row, columnsIn(row, parts), report), 0)
    // The kernel may lose or gain a tick of each CPU.
    if (total > 102)
      report.problems.push(refusal(report.file, `shares of the CPUs add up to ${total.toFixed(2)}%`, row.line))
  }
  const perSecond = switches.map((row) => sumOf(row, ['cswch/s'], { ...report, max: Number.POSITIVE_INFINITY }))
  return {
    columns: Object.keys(samples),
    samples: { ...samples, ...(perSecond.length === rows.length ? { cs: perSecond } : {}) },
    sinceBoot: {},
    timestamps: null,
    headerPairs: 1,
    gaps: [],
    lastLineCut: false,
  }
}

const columnsIn = ({ cells }: SamplerRow, names: readonly string[]): string[] =>
  names.filter((name) => cells[name] !== undefined)

function sumOf(
  row: SamplerRow,
  columns: readonly string[],
  { file, problems, max = 100 }: Report & { max?: number },
): number {
  let sum = 0
  for (const column of columns) {
    const figure = figureOf(row, column, { file, max })
    if ('value' in figure) sum += figure.value
    else if (!problems.some(({ line }) => line === figure.problem.line)) problems.push(figure.problem)
  }
  return sum
}

function seriesOf({ columns, rows }: SamplerTable, file: string, problems: Problem[]): SampledSeries[] {
  const intervalSeconds = intervalOf(rows.map(({ seconds }) => seconds))
  if (intervalSeconds === null) return []
  return columns.flatMap((column): SampledSeries[] => {
    const metric = SERIES[column]
    if (metric === undefined) return []
    const values = rows.map((row) => {
      const figure = figureOf(row, column, { file })
      if ('problem' in figure) problems.push(figure.problem)
      return 'value' in figure ? figure.value : null
    })
    return [{ metric, values, intervalSeconds }]
  })
}
