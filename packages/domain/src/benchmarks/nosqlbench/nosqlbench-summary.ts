import { countFigure, decimalFigure, type Figure } from '../../parse/invariants/figure.ts'
import { checkInvariants, type Invariant, ordered, refusal } from '../../parse/invariants/invariants.ts'
import type { Parsed, Problem } from '../../parse/problem.ts'
import { quote } from '../../parse/quote.ts'
import { splitLines } from '../../parse/text-lines.ts'

/** A timer of a summary: the cycles, strides or requests of one activity. */
export type NosqlbenchTimer = {
  /** Name of the activity, such as `cqlkeyvalue_default_main`. */
  activity: string
  /** `cycles.servicetime`, `result`. */
  timer: string
  line: number
  count: number
  opsPerSecond: number
  /** Milliseconds by statistic. */
  latencies: Readonly<Record<string, number>>
}

const SECTION = /^-- ([A-Z][a-z]+) -+$/
const VALUE = /^ +(count|mean rate|\d{1,2}-minute rate|min|max|mean|stddev|median|[\d.]+%) (?:=|<=) (\S+)(?: (\S+))?$/

const MILLISECONDS: Readonly<Record<string, number>> = {
  nanoseconds: 1e-6,
  microseconds: 1e-3,
  milliseconds: 1,
  seconds: 1_000,
}

const INVARIANTS: readonly Invariant[] = [
  ordered('min', 'p50', 'p75', 'p95', 'p98', 'p99', 'p99.9', 'max'),
  ordered('min', 'avg', 'max'),
]

/** Lines of a timer. */
const REQUIRED = ['count', 'ops/s', 'min', 'max', 'avg', 'p50', 'p99', 'p99.9']

export const isNosqlbenchSummary = (text: string): boolean =>
  /^-- Timers -+$/m.test(text) && /(?:cycles|strides|result)[._]?/.test(text) && /calls\/\w+$/m.test(text)

type Timer = { name: string; line: number; figures: Map<string, Figure> }

/** Parses the summary that NoSQLBench prints at its end: gauges, counters and timers of all activities. */
export function parseNosqlbench(text: string, file: string): Parsed<readonly NosqlbenchTimer[]> {
  const { lines, endsMidLine } = splitLines(text)
  const problems: Problem[] = []
  const timers: Timer[] = []
  let isTimers = false
  for (const [index, content] of lines.entries()) {
    const line = index + 1
    const section = SECTION.exec(content)
    if (section !== null) isTimers = section[1] === 'Timers'
    else if (!isTimers || content.trim() === '') continue
    else if (/^\S+$/.test(content)) timers.push({ name: content, line, figures: new Map() })
    else {
      const wrong = readValue(timers.at(-1), content, line)
      if (wrong !== null) problems.push(refusal(file, wrong, line))
    }
  }
  if (endsMidLine) problems.push(refusal(file, 'the last line has no end, so the summary is cut', lines.length))
  for (const { name, line, figures } of timers) {
    const missing = REQUIRED.find((one) => !figures.has(one))
    if (missing !== undefined) problems.push(refusal(file, `the timer ${name} has no ${missing}, so it is cut`, line))
    problems.push(...checkInvariants(figures, INVARIANTS, file))
  }
  if (timers.length === 0 && problems.length === 0)
    problems.push(refusal(file, 'the summary has no timer', lines.length))
  return problems.length > 0 ? { value: null, problems } : { value: timers.map(asTimer), problems }
}

/** Adds the figure of a line; a message about a line that is none. */
function readValue(timer: Timer | undefined, content: string, line: number): string | null {
  const [, name = '', text = '', unit = ''] = VALUE.exec(content) ?? []
  if (name === '' || timer === undefined) return `${quote(content)} is not a value of a timer`
  if (/-minute rate|stddev/.test(name)) return null
  if (name === 'count') timer.figures.set('count', countFigure(text, line))
  else if (name === 'mean rate') {
    const seconds = { 'calls/second': 1, 'calls/minute': 60, 'calls/millisecond': 0.001 }[unit]
    if (seconds === undefined) return `${quote(unit)} is not a known unit of a rate`
    timer.figures.set('ops/s', decimalFigure(text, line, 1 / seconds))
  } else {
    const ms = MILLISECONDS[unit]
    if (ms === undefined) return `${quote(unit)} is not a known unit of time`
    const key =
      name === 'median' ? 'p50' : name === 'mean' ? 'avg' : name.endsWith('%') ? `p${name.slice(0, -1)}` : name
    timer.figures.set(key, decimalFigure(text, line, ms))
  }
  return null
}

function asTimer({ name, line, figures }: Timer): NosqlbenchTimer {
  const value = (key: string) => figures.get(key)?.value ?? Number.NaN
  const [, activity = name, timer = 'timer'] = /^(.+?)\.((?:cycles|strides|phases)\.\w+|[\w-]+)$/.exec(name) ?? []
  const statistics = [...figures].filter(([key]) => /^(?:min|max|avg|p[\d.]+)$/.test(key))
  return {
    activity,
    timer,
    line,
    count: value('count'),
    opsPerSecond: value('ops/s'),
    latencies: Object.fromEntries(statistics.map(([key, figure]) => [key, figure.value])),
  }
}
