import { decimalFigure, type Figure } from '../../parse/invariants/figure.ts'
import { checkInvariants, ordered, refusal } from '../../parse/invariants/invariants.ts'
import type { Parsed, Problem } from '../../parse/problem.ts'
import { splitLines } from '../../parse/text-lines.ts'

/** One benchmark of a report: the estimate of its time per iteration in nanoseconds, and its throughput. */
export type CriterionBenchmark = {
  name: string
  timeNs: number
  /** Bytes or elements per second; null when the benchmark states no throughput. */
  throughput: { unit: 'bytes' | 'elements'; perSecond: number } | null
  line: number
}

const NS_PER: Readonly<Record<string, number>> = { ps: 1e-3, ns: 1, µs: 1e3, us: 1e3, ms: 1e6, s: 1e9 }
const ELEMENTS: Readonly<Record<string, number>> = {
  'elem/s': 1,
  'Kelem/s': 1e3,
  'Melem/s': 1e6,
  'Gelem/s': 1e9,
}
const BYTES: Readonly<Record<string, number>> = {
  'B/s': 1,
  'KiB/s': 1024,
  'MiB/s': 1024 ** 2,
  'GiB/s': 1024 ** 3,
  'TiB/s': 1024 ** 4,
}

/** `[1.20 ns 1.21 ns 1.22 ns]`: the lower bound, the estimate and the upper bound. */
const INTERVAL = /\[([\d.]+) (\S+) ([\d.]+) (\S+) ([\d.]+) (\S+)\]/
const TIME = /^(\S.*?)?\s+time:\s+\[/
const THROUGHPUT = /^\s+thrpt:\s+\[/

export const isCriterionOutput = (text: string): boolean =>
  text.includes('time:') && /^(?:\S.*)?[ \t]+time:[ \t]+\[[\d.]+ [pnµum]?s [\d.]+ /m.test(text)

/** Parses the console output of `cargo bench` with criterion. */
export function parseCriterion(text: string, file: string): Parsed<CriterionBenchmark[]> {
  const { lines, endsMidLine } = splitLines(text)
  const problems: Problem[] = []
  const found: CriterionBenchmark[] = []
  for (const [index, content] of lines.entries()) {
    const line = index + 1
    // A comparison with an earlier run states changes in percent.
    if (content.includes('%')) continue
    const [, sameLine] = TIME.exec(content) ?? []
    if (TIME.test(content)) {
      // A long name is on a line of its own, before that of its time.
      const name = sameLine ?? lines[index - 1]?.trim() ?? ''
      const time = readInterval(content, NS_PER, line, file, problems)
      if (name === '') problems.push(refusal(file, 'a time without the name of its benchmark', line))
      else if (time !== null) found.push({ name, timeNs: time, throughput: null, line })
    } else if (THROUGHPUT.test(content) && found.length > 0) readThroughput(content, line, file, found, problems)
  }
  if (endsMidLine) problems.push(refusal(file, 'the last line has no end, so the output is cut', lines.length))
  if (problems.length > 0) return { value: null, problems }
  if (found.length === 0) return { value: null, problems: [refusal(file, 'holds no benchmark with a time')] }
  return { value: found, problems }
}

function readThroughput(
  content: string,
  line: number,
  file: string,
  found: CriterionBenchmark[],
  problems: Problem[],
): void {
  const last = found.at(-1)
  if (last === undefined || last.throughput !== null) return
  const unit = /elem\/s/.test(content) ? 'elements' : 'bytes'
  const perSecond = readInterval(content, unit === 'elements' ? ELEMENTS : BYTES, line, file, problems)
  if (perSecond !== null) found[found.length - 1] = { ...last, throughput: { unit, perSecond } }
}

/** Reads the estimate of an interval in the base unit; null, with a problem, when the text is not an interval. */
function readInterval(
  content: string,
  units: Readonly<Record<string, number>>,
  line: number,
  file: string,
  problems: Problem[],
): number | null {
  const parts = INTERVAL.exec(content)?.slice(1) ?? []
  const bounds = [0, 2, 4].map((at) => ({ text: parts[at] ?? '', factor: units[parts[at + 1] ?? ''] }))
  if (parts.length === 0 || bounds.some(({ factor }) => factor === undefined)) {
    problems.push(refusal(file, 'expected three values with their units in brackets', line))
    return null
  }
  const names = ['lower bound', 'estimate', 'upper bound']
  const figures = new Map<string, Figure>(
    bounds.map(({ text, factor }, at) => [names[at] ?? '', decimalFigure(text, line, factor)]),
  )
  const contradictions = checkInvariants(figures, [ordered(...names)], file)
  problems.push(...contradictions)
  return contradictions.length > 0 ? null : (figures.get('estimate')?.value ?? null)
}
