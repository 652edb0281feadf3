import { countFigure, decimalFigure, type Figure } from '../../parse/invariants/figure.ts'
import {
  checkInvariants,
  type Invariant,
  ordered,
  rateIsCountByTime,
  refusal,
} from '../../parse/invariants/invariants.ts'
import type { Parsed, Problem } from '../../parse/problem.ts'
import { splitLines } from '../../parse/text-lines.ts'

/** The result of a load (rows or metrics per second) or of a set of queries (queries per second and response times). */
export type TsbsResult =
  | { phase: 'load'; workers: number; seconds: number; metricsPerSecond: number | null; rowsPerSecond: number | null }
  | {
      phase: 'query'
      workers: number
      /** Label of the query type, such as `TimescaleDB cpu over threshold, all hosts`. */
      label: string
      queriesPerSecond: number
      /** Milliseconds by statistic: `min`, `p50`, `avg`, `max`, `stddev`. */
      latencies: Readonly<Record<string, number>>
    }

const LOADED = /^loaded (\S+) (metrics|rows) in (\S+)sec with (\d+) workers \(mean rate (\S+) (?:metrics|rows)\/sec\)$/
const COMPLETE = /^Run complete after (\d+) queries with (\d+) workers \(Overall query rate (\S+) queries\/sec\):$/
const STATISTICS =
  /^min:\s+(\S+)ms,\s+med:\s+(\S+)ms,\s+mean:\s+(\S+)ms,\s+max:\s+(\S+)ms,\s+stddev:\s+(\S+)ms,\s+sum:\s+(\S+)sec,?\s+count:\s+(\d+)$/

const LOAD_INVARIANTS: readonly Invariant[] = [
  rateIsCountByTime({ rate: 'mean rate', count: 'loaded', seconds: 'seconds' }),
]
const QUERY_INVARIANTS: readonly Invariant[] = [ordered('min', 'p50', 'max'), ordered('min', 'avg', 'max')]

export const isTsbsOutput = (text: string): boolean =>
  /^Run complete after \d+ queries with \d+ workers/m.test(text) ||
  /^loaded \S+ (?:metrics|rows) in \S+sec with/m.test(text)

/** Parses what the loaders (`tsbs_load_*`) and the query runners (`tsbs_run_queries_*`) of TSBS print. */
export function parseTsbs(text: string, file: string): Parsed<TsbsResult> {
  const { lines } = splitLines(text)
  const complete = lines.findIndex((line) => COMPLETE.test(line))
  return complete === -1 ? parseLoad(lines, file) : parseQueries(lines, complete, file)
}

function parseLoad(lines: readonly string[], file: string): Parsed<TsbsResult> {
  const problems: Problem[] = []
  const rates = new Map<string, number>()
  let about = { workers: 0, seconds: 0 }
  for (const [index, content] of lines.entries()) {
    const [, count = '', unit = '', seconds = '', workers, rate = ''] = LOADED.exec(content) ?? []
    if (workers === undefined) continue
    const line = index + 1
    const figures = new Map<string, Figure>([
      ['loaded', countFigure(count, line)],
      ['seconds', decimalFigure(seconds, line)],
      ['mean rate', decimalFigure(rate, line)],
    ])
    problems.push(...checkInvariants(figures, LOAD_INVARIANTS, file))
    rates.set(unit, Number(rate))
    about = { workers: Number(workers), seconds: Number(seconds) }
  }
  if (rates.size === 0) problems.push(refusal(file, 'no line `loaded N rows in …` that can be read', lines.length))
  if (problems.length > 0) return { value: null, problems }
  const [metricsPerSecond = null, rowsPerSecond = null] = [rates.get('metrics'), rates.get('rows')]
  return { value: { phase: 'load', ...about, metricsPerSecond, rowsPerSecond }, problems }
}

/** TSBS prints the statistics of all queries twice: under the label of their type and under `all queries`. */
function parseQueries(lines: readonly string[], complete: number, file: string): Parsed<TsbsResult> {
  const [, count = '', workers = '', rate = ''] = COMPLETE.exec(lines[complete] ?? '') ?? []
  const label = (lines[complete + 1] ?? '').replace(/\s*:\s*$/, '')
  const at = complete + 2
  const [, min = '', median = '', mean = '', max = '', deviation = '', , counted] =
    STATISTICS.exec(lines[at] ?? '') ?? []
  if (counted === undefined) {
    return {
      value: null,
      problems: [refusal(file, 'no statistics of the response times, so the output is cut', lines.length)],
    }
  }
  const line = at + 1
  const latencies: [string, string][] = [
    ['min', min],
    ['p50', median],
    ['avg', mean],
    ['max', max],
    ['stddev', deviation],
  ]
  const figures = new Map<string, Figure>([
    ['query rate', decimalFigure(rate, complete + 1)],
    ...latencies.map(([statistic, ms]): [string, Figure] => [statistic, decimalFigure(ms, line)]),
  ])
  const problems = checkInvariants(figures, QUERY_INVARIANTS, file)
  if (counted !== count && !lines.slice(at + 1).some((content) => content.trimEnd().endsWith(`count: ${count}`))) {
    problems.push(refusal(file, `${count} queries were complete, but statistics are of ${counted}`, line))
  }
  if (Number(rate) === 0) problems.push(refusal(file, 'a query rate of 0', complete + 1))
  if (problems.length > 0) return { value: null, problems }
  return {
    value: {
      phase: 'query',
      workers: Number(workers),
      label,
      queriesPerSecond: Number(rate),
      latencies: Object.fromEntries(latencies.map(([statistic, ms]) => [statistic, Number(ms)])),
    },
    problems,
  }
}
