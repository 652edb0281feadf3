import { countFigure, type Figure } from '../../../parse/invariants/figure.ts'
import type { Parsed, Problem } from '../../../parse/problem.ts'
import { quote } from '../../../parse/quote.ts'
import { textLines } from '../../../parse/text-lines.ts'
import { readCounterValue } from './counter-value.ts'
import type { PerfCounter, PerfStat, PerfStatRun } from './perf-stat.ts'
import { checkPerfStat, ratioFigure } from './perf-stat-invariants.ts'

const STARTED = /^# started on (.+?)\s*$/
const HEADING = /^\s*Performance counter stats for /
const ELAPSED = /^\s+([\d.,]+)(?:\s+\+-\s+[\d.,]+)?\s+seconds time elapsed\b/
const USER_OR_SYS = /^\s+[\d.,]+(?:\s+\+-\s+[\d.,]+)?\s+seconds (?:user|sys)\b/
/** A line with value, optional unit and event; then a derived metric, the spread of repeats and the share of time. */
const COUNTER =
  /^\s*(<not supported>|<not counted>|[\d.,\u00a0\u202f'’]+)\s+(?:(msec|usec|nsec|ns|ms|Joules|MiB|Bytes|B)\s+)?(\S+)\s*(#.*?)?\s*(?:\(\s*\+-\s*[\d.]+%\s*\))?\s*(?:\(\s*([\d.]+)%\s*\))?\s*$/
/** A line with further derived metrics of the previous line: `#   12.3 %  tma_backend_bound`. */
const MORE_METRICS = /^\s+#/
const SPLIT_BY_CPU = /^\s*(?:CPU\d+|S\d+(?:-D\d+)?(?:-C\d+)?\s+\d+|N\d+\s+\d+)\s/
const INTERVALS = /^#\s+time\s+(?:\S+\s+)*counts\b/

/** Recognizes output of perf stat by its headings. */
export const looksLikePerfStat = (text: string): boolean =>
  /^[ \t]*Performance counter stats for /m.test(text.slice(0, 20_000))

/**
 * Parses the output of `perf stat`, which may be appended many times to one file. Values that perf did not count are
 * null. A run without its last line is incomplete, which is a problem. Counters that contradict each other or their
 * ratio refuse the run.
 */
export function parsePerfStat(text: string, file: string): Parsed<PerfStat> {
  const problems: Problem[] = []
  const runs: PerfStatRun[] = []
  let startedOn: string | null = null
  let run: PerfStatRun | null = null
  let figures = new Map<string, Figure>()
  const close = () => {
    if (run === null) return
    if (!run.isComplete) {
      problems.push({
        file,
        line: run.line,
        message: 'ends before `seconds time elapsed`, so its counters are left out',
      })
    }
    problems.push(...checkPerfStat(figures, file))
    figures = new Map()
    runs.push(run)
    run = null
  }
  for (const [index, line] of textLines(text).entries()) {
    const number = index + 1
    const started = STARTED.exec(line)
    if (started !== null) {
      close()
      startedOn = started[1] ?? null
      continue
    }
    if (HEADING.test(line)) {
      close()
      run = { line: number, startedOn, seconds: null, isComplete: false, counters: [] }
      startedOn = null
      continue
    }
    if (line.trim() === '' || MORE_METRICS.test(line) || USER_OR_SYS.test(line)) continue
    const problem = INTERVALS.test(line)
      ? { file, line: number, message: 'perf stat -I prints intervals; expected its totals (run it without -I)' }
      : run === null
        ? { file, line: number, message: `${quote(line.trim())} stands outside of a perf stat` }
        : addLine(run, line, { file, line: number, figures })
    if (problem !== null) problems.push(problem)
  }
  close()
  if (runs.length === 0) {
    return {
      value: null,
      problems: [{ file, message: 'holds no `Performance counter stats for`; expected perf stat' }],
    }
  }
  return { value: { runs }, problems: problems.slice(0, 100) }
}

/** Adds a line to the run and returns a problem when the line is invalid. */
function addLine(
  run: PerfStatRun,
  line: string,
  { figures, ...location }: { file: string; line: number; figures: Map<string, Figure> },
): Problem | null {
  const elapsed = ELAPSED.exec(line)
  if (elapsed !== null) {
    const seconds = readCounterValue(elapsed[1] ?? '', 'seconds')
    if ('refused' in seconds || seconds.value === null || seconds.value <= 0) {
      return { ...location, message: `${quote(line.trim())}: expected seconds above 0` }
    }
    run.seconds = seconds.value
    run.isComplete = true
    return null
  }
  if (run.seconds !== null) {
    return { ...location, message: `${quote(line.trim())} stands after the end of a perf stat` }
  }
  if (SPLIT_BY_CPU.test(line)) {
    return { ...location, message: 'counts each CPU apart; expected the sum over all (run perf stat without -A)' }
  }
  const counter = readCounter(line)
  if (typeof counter === 'string') return { ...location, message: `${quote(line.trim())}: ${counter}` }
  if (run.counters.some(({ event }) => event === counter.event)) {
    return { ...location, message: `${counter.event} occurs twice in one perf stat; the first is used` }
  }
  run.counters.push(counter)
  if (counter.value !== null && counter.unit === '') {
    figures.set(counter.event, countFigure(String(counter.value), location.line))
    const ratio = ratioFigure(COUNTER.exec(line)?.[4], location.line)
    if (ratio !== null) figures.set(...ratio)
  }
  return null
}

function readCounter(line: string): PerfCounter | string {
  const matched = COUNTER.exec(line)
  if (matched === null) return 'expected a value and the name of an event'
  const [, valueText = '', unit = '', event = '', , percentText] = matched
  if (event.startsWith('#') || /^[\d.,]+$/.test(event)) return 'expected the name of an event after the value'
  const value = readCounterValue(valueText, unit)
  if ('refused' in value) return `expected ${value.refused}`
  const percent = percentText === undefined ? null : Number(percentText)
  if (percent !== null && !(percent >= 0 && percent <= 100.01)) return 'expected a percentage of at most 100'
  return { event, value: value.value, unit, runningPercent: percent }
}
