import { refusal } from '../../parse/invariants/invariants.ts'
import type { Problem } from '../../parse/problem.ts'
import { quote } from '../../parse/quote.ts'
import { splitLines } from '../../parse/text-lines.ts'

/** A row of a sampler: its second of the day, its line and its cells by column. */
export type SamplerRow = { seconds: number; line: number; cells: Readonly<Record<string, string>> }

/** The rows under one header, which the sampler may repeat. */
export type SamplerTable = { columns: readonly string[]; rows: SamplerRow[] }

const CLOCK = /^(\d{1,2}):(\d\d):(\d\d)(?: ([AP]M))?\s+/

/**
 * The tables in the output of sar and pidstat: a header and rows that begin with a time of the day. Refuses rows with
 * another number of cells than their header, and a last line without an end.
 */
export function samplerTables(text: string, file: string): { tables: SamplerTable[]; problems: Problem[] } {
  const { lines, endsMidLine } = splitLines(text)
  const byHeader = new Map<string, SamplerTable>()
  const problems: Problem[] = []
  let table: SamplerTable | null = null
  for (const [index, content] of lines.entries()) {
    const line = index + 1
    if (/^(?:Average|Summary):/.test(content) || content.includes('LINUX RESTART')) continue
    const clock = CLOCK.exec(content)
    const isHashHeader = /^#\s*Time\b/.test(content)
    if (clock === null && !isHashHeader) continue
    const cells = (isHashHeader ? content.replace(/^#\s*Time/, '') : content.slice(clock?.[0].length))
      .trim()
      .split(/\s+/)
    if (isHashHeader || cells.every((cell) => !/^-?[\d.]+$/.test(cell))) {
      const key = cells.join(' ')
      table = byHeader.get(key) ?? { columns: cells, rows: [] }
      byHeader.set(key, table)
    } else if (table === null) {
      problems.push(refusal(file, `${quote(content)} is above the header that names its columns`, line))
    } else if (cells.length < table.columns.length || (endsMidLine && line === lines.length)) {
      problems.push(refusal(file, `${quote(content)} has fewer cells than its header, so the output is cut`, line))
    } else {
      const row = Object.fromEntries(table.columns.map((column, i) => [column, cells[i] ?? '']))
      table.rows.push({ seconds: secondOfDay(clock), line, cells: row })
    }
  }
  return { tables: [...byHeader.values()], problems }
}

function secondOfDay(clock: RegExpExecArray | null): number {
  const [, hours = '0', minutes = '0', seconds = '0', half] = clock ?? []
  const hour = half === undefined ? Number(hours) : (Number(hours) % 12) + (half === 'PM' ? 12 : 0)
  return hour * 3_600 + Number(minutes) * 60 + Number(seconds)
}

const DAY = 86_400

/** The interval of samples: the most frequent difference between their times; null for fewer than two times. */
export function intervalOf(seconds: readonly number[]): number | null {
  const counts = new Map<number, number>()
  for (const [i, second] of seconds.entries()) {
    const before = seconds[i - 1]
    const step = before === undefined ? 0 : (second - before + DAY) % DAY
    if (step > 0) counts.set(step, (counts.get(step) ?? 0) + 1)
  }
  const [most] = [...counts].toSorted(([, a], [, b]) => b - a)
  return most?.[0] ?? null
}

/** A figure of a row; a refusal when it is not a number, negative, or a share of more than 100%. */
export function figureOf(
  row: SamplerRow,
  column: string,
  { file, max = Number.POSITIVE_INFINITY }: { file: string; max?: number },
): { value: number } | { problem: Problem } {
  const text = row.cells[column] ?? ''
  const value = /^\d+(?:\.\d+)?$/.test(text) ? Number(text) : Number.NaN
  if (Number.isNaN(value))
    return { problem: refusal(file, `${column} is ${quote(text)}, which is not a number`, row.line) }
  // Shares are rounded to two decimals, and the kernel counts in ticks.
  if (value > max * 1.01) return { problem: refusal(file, `${column} is ${text}, more than ${max}`, row.line) }
  return { value }
}
