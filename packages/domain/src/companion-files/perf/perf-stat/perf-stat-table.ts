import { decimalFigure, type Figure } from '../../../parse/invariants/figure.ts'
import { cutLastLine, refusal } from '../../../parse/invariants/invariants.ts'
import type { Parsed, Problem } from '../../../parse/problem.ts'
import { quote } from '../../../parse/quote.ts'
import { splitLines, textLines } from '../../../parse/text-lines.ts'
import { checkPerfStat } from './perf-stat-invariants.ts'

/**
 * The content of `.raw` and `.sorted` files: values of one perf stat by name, null when the event was not supported.
 */
export type PerfStatTable = { values: Map<string, number | null> }

/** Names that the archive's tables spell differently from perf. */
const NAMES: ReadonlyMap<string, string> = new Map([
  ['migratons', 'migrations'],
  ['L1-icache-loads-misses', 'L1-icache-load-misses'],
])
const KNOWN = /^(cycles|instructions|ipc|branches|branch-misses|cache-misses|context-switches|faults)$/
const ROW = /^([A-Za-z][\w.:-]*)\t(-?\d+(?:\.\d+)?)$/

/** The name in perf's spelling: `branch-miss-pct` is `branch-miss%`. */
const nameOf = (name: string): string => (NAMES.get(name) ?? name).replace(/-pct$/, '%')

/** Recognizes a table of `name TAB value` with names of perf events. */
export function looksLikePerfStatTable(text: string): boolean {
  const lines = textLines(text)
  return lines.length >= 3 && lines.length <= 500 && lines.every((line) => ROW.test(line)) && namesEvents(lines, '\t')
}

/** Recognizes a joined table of unnamed servers: `name value value`, or `ratio TAB ratio TAB name`. */
export function looksLikePerfStatJoin(text: string): boolean {
  const lines = textLines(text)
  if (lines.length < 3 || lines.length > 500) return false
  const absolute = lines.every((line) => /^[A-Za-z][\w.:-]*( -?\d+(\.\d+)?)+$/.test(line)) && namesEvents(lines, ' ')
  return absolute || isRelative(lines)
}

function isRelative(lines: readonly string[]): boolean {
  if (!lines.every((line) => /^((-?\d+\.\d+|INF)\t)+[A-Za-z][\w.:-]*$/.test(line))) return false
  return lines.filter((line) => KNOWN.test(line.split('\t').at(-1) ?? '')).length >= 2
}

const namesEvents = (lines: readonly string[], separator: string): boolean =>
  lines.filter((line) => KNOWN.test(line.split(separator)[0] ?? '')).length >= 2

/** Parses a `.raw` or `.sorted` table, in which -1 means not supported. */
export function parsePerfStatTable(text: string, file: string): Parsed<PerfStatTable> {
  const values = new Map<string, number | null>()
  const problems: Problem[] = []
  const figures = new Map<string, Figure>()
  const { lines, endsMidLine } = splitLines(text)
  for (const [index, line] of lines.entries()) {
    const location = { file, line: index + 1 }
    if (endsMidLine && index === lines.length - 1) {
      problems.push(cutLastLine(file, index + 1))
      continue
    }
    const matched = ROW.exec(line)
    if (matched === null) {
      problems.push({ ...location, message: `${quote(line)}: expected a name, a tab and a number` })
      continue
    }
    const [, name = '', valueText = ''] = matched
    const value = Number(valueText)
    if (valueText !== '-1' && !(value >= 0 && Number.isFinite(value))) {
      problems.push(
        refusal(file, `${quote(line)}: expected a number of at least 0, or -1 for not supported`, index + 1),
      )
    } else if (values.has(nameOf(name))) {
      problems.push({ ...location, message: `${name} occurs twice; the first is used` })
    } else {
      values.set(nameOf(name), valueText === '-1' ? null : value)
      if (valueText !== '-1') figures.set(nameOf(name), decimalFigure(valueText, index + 1))
    }
  }
  problems.push(...checkPerfStat(figures, file))
  return { value: values.size === 0 ? null : { values }, problems: problems.slice(0, 100) }
}
