import { refusal } from '../../parse/invariants/invariants.ts'
import type { Parsed, Problem } from '../../parse/problem.ts'
import { quote } from '../../parse/quote.ts'
import { splitLines } from '../../parse/text-lines.ts'
import type { Vmstat } from '../vmstat/vmstat.ts'
import type { MachineSamples } from './parse-sar.ts'
import type { SampledSeries } from './sampled-series.ts'

/** The names of the columns, perhaps after that of the time (`-t`). The dstat of PCP writes its groups before them. */
const COLUMNS =
  /^(?:"?(?:time|epoch|system:time)"?[\s,|]+)?"?(?:total usage:)?usr"?[\s,|]+"?(?:total usage:)?sys"?[\s,|]+"?(?:total usage:)?idl/
const PCP = /^"?pcp-dstat\b/m
/** The time of `-t`, which has a blank: `29-11 10:00:01`, `Nov-29 10:00:01`. */
const TIME = /^\s*"?[\w-]{3,8} \d\d:\d\d:\d\d"?/

export const isDstatOutput = (text: string): boolean =>
  text
    .slice(0, 20_000)
    .split('\n')
    .some((line) => COLUMNS.test(line.trim()))

/** Columns of vmstat by the names of dstat. Old versions print the time of interrupts by itself. */
const CPU: Readonly<Record<string, readonly string[]>> = {
  us: ['usr'],
  sy: ['sys', 'hiq', 'siq'],
  id: ['idl'],
  wa: ['wai'],
  st: ['stl'],
  cs: ['csw'],
}

const BYTES: Readonly<Record<string, string>> = { read: 'rMB/s', writ: 'wMB/s' }

const SCALES: Readonly<Record<string, number>> = { '': 1, B: 1, k: 1024, M: 1024 ** 2, G: 1024 ** 3 }

/** The first row of dstat 0.8 on new systems: a time, and no value in any of its columns. */
const NO_VALUES = /^[^|]*\|[\s|]*$/

/**
 * Parses the screen and the CSV of dstat (`-c`, `-d`, `-y`), also of that of PCP. The first row is the mean since boot
 * and no sample, except in PCP; some versions leave it blank. Rows have an interval of a second, unless the command in the CSV states another one.
 */
export function parseDstat(text: string, file: string): Parsed<MachineSamples> {
  const { lines, endsMidLine } = splitLines(text)
  const problems: Problem[] = []
  const rows: Record<string, number>[] = []
  let columns: string[] | null = null
  let hasBlankRow = false
  for (const [index, content] of lines.entries()) {
    if (COLUMNS.test(content.trim())) {
      columns = cellsOf(content)
      continue
    }
    const hasTime = columns?.[0] === 'time'
    if (columns === null || !(hasTime ? TIME : /^\s*"?\d/).test(content)) continue
    if (hasTime && NO_VALUES.test(content)) {
      hasBlankRow = true
      continue
    }
    const cells = cellsOf(hasTime ? content.replace(TIME, (time) => time.replaceAll(' ', '_')) : content)
    if (cells.length < columns.length || (endsMidLine && index === lines.length - 1)) {
      problems.push(refusal(file, `${quote(content)} has fewer cells than its header, so the output is cut`, index + 1))
      continue
    }
    const row = readRow(columns, cells)
    if (typeof row === 'string') problems.push(refusal(file, row, index + 1))
    else rows.push(row)
  }
  const samples = hasBlankRow || PCP.test(text) ? rows : rows.slice(1)
  if (problems.length === 0 && samples.length === 0) problems.push(refusal(file, 'has no sample after that since boot'))
  if (problems.length > 0) return { value: null, problems }
  const intervalSeconds = Number(/^"Cmdline:","[^"]*?\s(\d{1,3})(?:\s\d+)?"/m.exec(text)?.[1] ?? 1)
  return { value: { vmstat: vmstatOf(samples), series: seriesOf(samples, intervalSeconds) }, problems }
}

const cellsOf = (line: string): string[] =>
  line
    .replaceAll('"', '')
    .split(line.includes('","') || /^[^\s,|]+,/.test(line) ? ',' : /[\s|]+/)
    .map((cell) => cell.trim().replace(/^(?:total usage|dsk\/total|system):/, ''))
    .filter((cell, i, all) => cell !== '' || (i > 0 && i < all.length - 1))

/** The values of a row, or a message about the first cell that is not a number. Of equal columns the first is used. */
function readRow(columns: readonly string[], cells: readonly string[]): Record<string, number> | string {
  const row: Record<string, number> = {}
  const wanted = new Set([...Object.values(CPU).flat(), ...Object.keys(BYTES)])
  for (const [i, column] of columns.entries()) {
    if (!wanted.has(column) || row[column] !== undefined) continue
    const [, digits, unit = ''] = /^(\d+(?:\.\d+)?)([BkMG]?)$/.exec(cells[i] ?? '') ?? []
    if (digits === undefined) return `${column} is ${quote(cells[i] ?? '')}, which is not a number`
    row[column] = Number(digits) * (SCALES[unit] ?? 1)
  }
  const shares = ['usr', 'sys', 'idl', 'wai', 'stl', 'hiq', 'siq'].reduce((sum, name) => sum + (row[name] ?? 0), 0)
  // Seven shares that are rounded to whole percents.
  return shares > 104 ? `shares of the CPUs add up to ${shares}%` : row
}

function vmstatOf(rows: readonly Record<string, number>[]): Vmstat {
  const samples = Object.fromEntries(
    Object.entries(CPU).flatMap(([name, parts]) => {
      const found = parts.filter((part) => rows[0]?.[part] !== undefined)
      return found.length === 0
        ? []
        : [[name, rows.map((row) => found.reduce((sum, part) => sum + (row[part] ?? 0), 0))] as const]
    }),
  )
  const columns = Object.keys(samples)
  return { columns, samples, sinceBoot: {}, timestamps: null, headerPairs: 1, gaps: [], lastLineCut: false }
}

const seriesOf = (rows: readonly Record<string, number>[], intervalSeconds: number): SampledSeries[] =>
  Object.entries(BYTES).flatMap(([column, metric]) =>
    rows[0]?.[column] === undefined
      ? []
      : [{ metric, values: rows.map((row) => (row[column] ?? 0) / 1024 ** 2), intervalSeconds }],
  )
