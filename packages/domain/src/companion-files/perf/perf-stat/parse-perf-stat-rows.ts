import { z } from 'zod'
import type { Parsed, Problem } from '../../../parse/problem.ts'
import { quote } from '../../../parse/quote.ts'
import { splitLines, textLines } from '../../../parse/text-lines.ts'
import { readCounterValue } from './counter-value.ts'
import type { PerfCounter, PerfStat } from './perf-stat.ts'

/**
 * Columns of `perf stat -x,`: value, unit, event, with `-r` the spread of the repeats, nanoseconds of running, percent
 * of the time, then derived metrics. An event may contain the separator between slashes: `cpu/event=0x3c,umask=0x0/`.
 */
const CSV_ROW =
  /^(<not supported>|<not counted>|\d+(?:\.\d+)?)([,;\t])([^,;\t]*)\2([^,;\t/]+(?:\/[^/]*\/[^,;\t]*)?)(?:\2\d+(?:\.\d+)?%)?\2(\d+)\2(\d+\.\d+)(?:\2|$)/
const STARTED = /^# started on (.+?)\s*$/

const JsonRow = z.object({
  'counter-value': z.string(),
  unit: z.string().optional(),
  event: z.string().min(1),
  'pcnt-running': z.number().optional(),
  interval: z.number().optional(),
  cpu: z.string().optional(),
})

/** Recognizes output of `perf stat -x,`: only rows of that shape and comments. */
export function looksLikePerfStatCsv(text: string): boolean {
  const rows = headRows(text)
  return (
    rows.length > 0 &&
    rows.every((row) => CSV_ROW.test(row) || isMetricOnly(row)) &&
    rows.some((row) => CSV_ROW.test(row))
  )
}

/** Recognizes output of `perf stat -j`: an object with a counter value in each line. */
export function looksLikePerfStatJson(text: string): boolean {
  const rows = headRows(text)
  return rows.length > 0 && rows.every((row) => row.startsWith('{')) && /"counter-value"\s*:/.test(rows[0] ?? '')
}

const headRows = (text: string): string[] =>
  textLines(text.slice(0, 20_000))
    .slice(0, 40)
    .filter((line) => line.trim() !== '' && !line.startsWith('#'))

/** True for a row that only continues the derived metrics of the previous row: `,,,,,,0.58,insn per cycle`. */
const isMetricOnly = (row: string): boolean => /^([,;\t])\1{3,}/.test(row)

/** Parses `perf stat -x,` (or `;`, or tabs): one run. Wall time is known only when `duration_time` was counted. */
export function parsePerfStatCsv(text: string, file: string): Parsed<PerfStat> {
  return parseRows(text, file, (row) => {
    if (isMetricOnly(row)) return null
    const matched = CSV_ROW.exec(row)
    if (matched === null) return 'expected value, unit, event, run time and percent of a perf stat'
    const [, valueText = '', , unit = '', event = '', , percentText = ''] = matched
    return makeCounter({ valueText, unit, event, percent: Number(percentText) })
  })
}

/** Parses `perf stat -j`: one run. Wall time is known only when `duration_time` was counted. */
export function parsePerfStatJson(text: string, file: string): Parsed<PerfStat> {
  return parseRows(text, file, (row) => {
    const parsed = JsonRow.safeParse(readJson(row))
    if (!parsed.success) return 'expected a JSON object with counter-value and event'
    const { event, unit = '', interval, cpu } = parsed.data
    if (interval !== undefined) return 'perf stat -I prints intervals; expected its totals (run it without -I)'
    if (cpu !== undefined) return 'counts each CPU apart; expected the sum over all (run perf stat without -A)'
    // JSON prints counts as 123.000000.
    return makeCounter({
      valueText: parsed.data['counter-value'],
      unit,
      event,
      percent: parsed.data['pcnt-running'] ?? null,
    })
  })
}

function readJson(row: string): unknown {
  try {
    return JSON.parse(row)
  } catch {
    return null
  }
}

type Row = { valueText: string; unit: string; event: string; percent: number | null }

function makeCounter({ valueText, unit, event, percent }: Row): PerfCounter | string {
  const value = readCounterValue(valueText, unit)
  if ('refused' in value) return `expected ${value.refused}`
  if (percent !== null && !(percent >= 0 && percent <= 100.01)) return 'expected a percentage of at most 100'
  return { event, value: value.value, unit, runningPercent: percent === 100 ? null : percent }
}

/** Parses the rows of one perf stat. `read` returns null for a row without a counter, or the text of a problem. */
function parseRows(text: string, file: string, read: (row: string) => PerfCounter | string | null): Parsed<PerfStat> {
  const problems: Problem[] = []
  const counters: PerfCounter[] = []
  let startedOn: string | null = null
  const { lines, endsMidLine } = splitLines(text)
  for (const [index, line] of lines.entries()) {
    startedOn = STARTED.exec(line)?.[1] ?? startedOn
    if (line.trim() === '' || line.startsWith('#')) continue
    if (endsMidLine && index === lines.length - 1) {
      problems.push({ file, line: index + 1, message: 'is the last line and may be cut, so it is left out' })
      continue
    }
    const counter = read(line)
    if (counter === null) continue
    const message =
      typeof counter === 'string'
        ? `${quote(line)}: ${counter}`
        : counters.some(({ event }) => event === counter.event)
          ? `${counter.event} occurs twice; the first is used`
          : null
    if (message !== null) problems.push({ file, line: index + 1, message })
    else if (typeof counter !== 'string') counters.push(counter)
  }
  if (counters.length === 0) {
    return { value: null, problems: [...problems.slice(0, 99), { file, message: 'holds no counter of a perf stat' }] }
  }
  const wallTime = counters.find(({ event }) => event === 'duration_time')?.value ?? null
  const seconds = wallTime === null || wallTime <= 0 ? null : wallTime / 1e9
  return {
    value: { runs: [{ line: 1, startedOn, seconds, isComplete: true, counters }] },
    problems: problems.slice(0, 100),
  }
}
