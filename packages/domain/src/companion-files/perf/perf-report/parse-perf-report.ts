import type { Parsed, Problem } from '../../../parse/problem.ts'
import { quote } from '../../../parse/quote.ts'
import { splitLines } from '../../../parse/text-lines.ts'
import { ProfileTree, type StackProfile } from '../../../run/cpu-profile/stack-profile.ts'

const SAMPLES = /^# Samples:\s+(\S+)\s+of events? '([^']+)'/
const EVENT_COUNT = /^# Event count \(approx\.\):\s+(\d+)/
const RULER = /^#\s*\.+(?:\s+\.+)*\s*$/
const PERCENT = /^(\d{1,3}\.\d+)%$/
const SYMBOL = /^\[(.)\]\s(.*)$/

/** One event of a report. Percentages are of all its samples; what perf left out is added to the root. */
export type PerfReport = {
  event: string
  /** Number of samples as perf prints it, rounded: `1K`. */
  samples: string
  eventCount: number | null
  profile: StackProfile
}

export const looksLikePerfReport = (text: string): boolean =>
  /^# Samples:\s+\S+\s+of events? '/m.test(text.slice(0, 20_000))

type Column = { name: string; from: number; to: number }

/**
 * Parses the output of `perf report --stdio` without call chains: each row is a function with its share. The ruler of
 * dots gives the columns; with `Children` and `Self` the latter is used. Lines of call chains are skipped.
 */
export function parsePerfReport(text: string, file: string): Parsed<PerfReport[]> {
  const problems: Problem[] = []
  const reports: (Omit<PerfReport, 'profile'> & { tree: ProfileTree; sum: number })[] = []
  let columns: Column[] | null = null
  const { lines, endsMidLine } = splitLines(text)
  for (const [index, line] of lines.entries()) {
    const location = { file, line: index + 1 }
    const [, samples, event] = SAMPLES.exec(line) ?? []
    if (samples !== undefined && event !== undefined) {
      reports.push({ event, samples, eventCount: null, tree: new ProfileTree(), sum: 0 })
      columns = null
      continue
    }
    const report = reports.at(-1)
    if (report === undefined) continue
    const [, count] = EVENT_COUNT.exec(line) ?? []
    if (count !== undefined) report.eventCount = Number(count)
    if (RULER.test(line)) columns = readColumns(line, lines[index - 1] ?? '')
    if (line.startsWith('#') || !/^\s+\d{1,3}\.\d+%/.test(line)) continue
    if (endsMidLine && index === lines.length - 1) {
      problems.push({ ...location, message: 'is the last line and may be cut, so it is left out' })
      continue
    }
    const row = columns === null ? 'expected a ruler of dots above the first row' : readRow(line, columns)
    if (typeof row === 'string') problems.push({ ...location, message: `${quote(line.trim())}: ${row}` })
    else if (row.percent > 0) {
      report.tree.add(row.frames, row.percent)
      report.sum += row.percent
    }
  }
  const found = reports.flatMap(({ tree, sum, ...report }): PerfReport[] => {
    if (sum === 0) return []
    // Each percentage is rounded, so the sum of a full report may slightly exceed 100.
    if (sum < 100) tree.add([], 100 - sum)
    return [{ ...report, profile: { event: report.event, unit: 'percent', root: tree.root() } }]
  })
  if (found.length > 0) return { value: found, problems: problems.slice(0, 100) }
  return { value: null, problems: [...problems.slice(0, 99), { file, message: 'holds no function of a perf report' }] }
}

/** The columns under a ruler: each reaches to where the next begins, the first from the start of the line. */
function readColumns(ruler: string, headings: string): Column[] {
  const starts = [...ruler.matchAll(/\.+/g)].map(({ index }) => index)
  return starts.map((start, i) => {
    const to = starts[i + 1] ?? Number.POSITIVE_INFINITY
    return { name: headings.slice(start, to).trim(), from: i === 0 ? 0 : start, to }
  })
}

function readRow(line: string, columns: readonly Column[]) {
  const cells = new Map(columns.map(({ name, from, to }) => [name, line.slice(from, to).trim()]))
  const [, percentText] = PERCENT.exec(cells.get('Self') ?? cells.get('Overhead') ?? '') ?? []
  const percent = Number(percentText)
  if (!(percent >= 0 && percent <= 100)) return 'expected a percentage of at most 100 under Self or Overhead'
  const [, where, symbol] = SYMBOL.exec(cells.get('Symbol') ?? '') ?? []
  const object = cells.get('Shared Object')
  if (symbol === undefined && object === undefined) return 'expected a Symbol or Shared Object column'
  if (symbol === undefined && cells.has('Symbol')) return 'expected [.] or [k] and a name under Symbol'
  const module = where === 'k' ? '[kernel]' : (object ?? null)
  const command = cells.get('Command')
  const name = symbol === undefined || symbol === '' ? `[${object ?? 'unknown'}]` : plainSymbol(symbol)
  const frames = [
    ...(command === undefined || command === '' ? [] : [{ name: command, module: null }]),
    { name, module },
  ]
  return { percent, frames }
}

/** Newer perf appends empty columns of instructions per cycle: `-      -`. */
const plainSymbol = (symbol: string): string => symbol.replace(/\s{2,}-\s+-\s*$/, '').trim()
