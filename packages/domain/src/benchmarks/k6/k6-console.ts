import { cutLastLine, refusal } from '../../parse/invariants/invariants.ts'
import type { Parsed, Problem } from '../../parse/problem.ts'
import { quote } from '../../parse/quote.ts'
import { splitLines } from '../../parse/text-lines.ts'
import { type K6Summary, summaryOf } from './k6-summary.ts'

/** `http_reqs..........: 60 261.53/s`, in earlier versions with a mark of its threshold before the name. */
const METRIC = /^\s*(?:[✓✗]\s+)?([a-z]\w{2,80})\.*: +(\S.*)$/
const TREND = /(avg|min|med|max|p\(\d{1,2}(?:\.\d{1,6})?\))=(\S+)/g

/** Metrics with the times of a trend. */
const TIMED: ReadonlySet<string> = new Set(['http_req_duration', 'iteration_duration'])

export const isK6Console = (text: string): boolean =>
  text.includes('iteration_duration') &&
  /^[ \t]*(?:[✓✗][ \t]+)?iteration_duration\.*: +avg=/m.test(text) &&
  /^[ \t]*(?:[✓✗][ \t]+)?iterations\.*: +\d/m.test(text)

/** Parses the summary that k6 prints, of any version. Times are printed with two decimals. */
export function parseK6Console(text: string, file: string): Parsed<K6Summary> {
  const { lines, endsMidLine } = splitLines(text)
  const problems: Problem[] = []
  const metrics = new Map<string, Record<string, number>>()
  const lineOf = new Map<string, number>()
  for (const [index, content] of lines.entries()) {
    const line = index + 1
    const [, users] = /^\s*scenarios: .*?(\d{1,7}) max VUs/.exec(content) ?? []
    if (users !== undefined) metrics.set('vus_max', { max: Number(users) })
    const [, name, rest = ''] = METRIC.exec(content) ?? []
    if (name === undefined) continue
    const statistics = readMetric(name, rest)
    if (statistics === null)
      problems.push(refusal(file, `${quote(content.trim())} has a value that is not a time`, line))
    else if (lineOf.has(name)) problems.push(refusal(file, `has ${name} twice; expected a file for each test`, line))
    if (statistics !== null) metrics.set(name, statistics)
    lineOf.set(name, line)
  }
  if (endsMidLine) problems.push(cutLastLine(file, lines.length))
  if (problems.length > 0) return { value: null, problems }
  // Versions from 1.0 count the failures of checks in a line of its own.
  const failed = metrics.get('checks_failed')
  if (failed?.passes !== undefined) metrics.set('checks', { fails: failed.passes })
  return summaryOf(metrics, (name) => lineOf.get(name) ?? lines.length, file)
}

/** The values of a metric by the names that the JSON has; null when a time cannot be read. */
function readMetric(name: string, rest: string): Record<string, number> | null {
  if (TIMED.has(name)) {
    const times = [...rest.matchAll(TREND)].map(
      ([, statistic = '', text = '']) => [statistic, milliseconds(text)] as const,
    )
    return times.length === 0 || times.some(([, ms]) => Number.isNaN(ms)) ? null : Object.fromEntries(times)
  }
  const [, count, rate] = /^(\d{1,15})\s+([\d.]+)\/s$/.exec(rest) ?? []
  if (count !== undefined) return { count: Number(count), rate: Number(rate) }
  const [, part, whole] = /^[\d.]+%\s+(\d{1,15}) out of (\d{1,15})$/.exec(rest) ?? []
  if (part !== undefined) return { passes: Number(part), fails: Number(whole) - Number(part) }
  const [, passes, fails] = /^[\d.]+%\s+✓ (\d{1,15})\s+✗ (\d{1,15})$/.exec(rest) ?? []
  if (passes !== undefined) return { passes: Number(passes), fails: Number(fails) }
  const [, largest] = /^\d{1,7}\s+min=\d{1,7}\s+max=(\d{1,7})$/.exec(rest) ?? []
  return largest === undefined ? {} : { max: Number(largest) }
}

const MS_PER: Readonly<Record<string, number>> = { ns: 1e-6, us: 1e-3, µs: 1e-3, ms: 1, s: 1e3, m: 6e4, h: 3.6e6 }

/** `543.82µs`, `1m3.5s`; NaN for other text. */
function milliseconds(text: string): number {
  if (text === '0s') return 0
  const parts = [...text.matchAll(/(\d{1,9}(?:\.\d{1,9})?)(ns|us|µs|ms|s|m|h)/g)]
  if (parts.length === 0 || parts.map(([part]) => part).join('') !== text) return Number.NaN
  const sum = parts.reduce((total, [, digits, unit = '']) => total + Number(digits) * (MS_PER[unit] ?? 0), 0)
  return Number(sum.toPrecision(12))
}
