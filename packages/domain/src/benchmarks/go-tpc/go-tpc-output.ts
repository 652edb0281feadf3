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

/** The summary of a test: TPC-C has transactions, TPC-H has queries. */
export type GoTpcSummary = {
  /** Transactions by type. Latencies are milliseconds by statistic. */
  transactions: readonly {
    name: string
    count: number
    perMinute: number
    seconds: number
    latencies: Readonly<Record<string, number>>
  }[]
  /** Transactions that failed. */
  errors: number
  /** New orders, and all transactions, per minute, as the last line states them. */
  tpmC: number | null
  tpmTotal: number | null
  /** Mean seconds of each query. */
  queries: readonly { name: string; seconds: number; line: number }[]
}

const TRANSACTION =
  /^\[Summary\] ([A-Z_]+) - Takes\(s\): (\S+), Count: (\S+), TPM: (\S+), Sum\(ms\): (\S+), Avg\(ms\): (\S+)(, .*)?$/
const QUERY = /^\[Summary\] (Q\d{1,3}): (\S+)s(?:,.*)?$/
const RATES = /^tpmC: (\S+?)(?:, tpmTotal: (\S+?))?(?:, efficiency: \S+)?$/

const INVARIANTS: readonly Invariant[] = [
  rateIsCountByTime({ rate: 'TPM', count: 'Count', seconds: 'Takes(s)', secondsPerUnit: 60, slack: 0.02 }),
  ordered('p50', 'p90', 'p95', 'p99', 'p99.9', 'max'),
  ordered('avg', 'max'),
]

export const isGoTpcOutput = (text: string): boolean => /^\[Summary\] (?:[A-Z_]+ - Takes\(s\): |Q\d+: )/m.test(text)

/** Parses what `go-tpc tpcc run` and `go-tpc tpch run` print. Lines that begin with `[Current]` are progress. */
export function parseGoTpc(text: string, file: string): Parsed<GoTpcSummary> {
  const { lines, endsMidLine } = splitLines(text)
  const problems: Problem[] = []
  const transactions: GoTpcSummary['transactions'][number][] = []
  const queries: GoTpcSummary['queries'][number][] = []
  let errors = 0
  let rates: { tpmC: number; tpmTotal: number | null } | null = null
  for (const [index, content] of lines.entries()) {
    const line = index + 1
    const transaction = TRANSACTION.exec(content)
    const query = QUERY.exec(content)
    const total = RATES.exec(content)
    if (transaction !== null) {
      const figures = figuresOf(transaction, line)
      problems.push(...checkInvariants(figures, INVARIANTS, file))
      const name = transaction[1] ?? ''
      if (name.endsWith('_ERR')) errors += figures.get('Count')?.value ?? 0
      else transactions.push(readTransaction(name, figures))
    } else if (query !== null) {
      const [, name = '', seconds = ''] = query
      const figure = decimalFigure(seconds, line)
      problems.push(...checkInvariants(new Map([[`seconds of ${name}`, figure]]), [], file))
      queries.push({ name, seconds: figure.value, line })
    } else if (total !== null) {
      const [tpmC, tpmTotal] = [total[1] ?? '', total[2]]
      const figures = new Map([['tpmC', decimalFigure(tpmC, line)]])
      if (tpmTotal !== undefined) figures.set('tpmTotal', decimalFigure(tpmTotal, line))
      problems.push(...checkInvariants(figures, [ordered('tpmC', 'tpmTotal')], file))
      rates = { tpmC: Number(tpmC), tpmTotal: tpmTotal === undefined ? null : Number(tpmTotal) }
    } else if (/^\[Summary\] (?:[A-Z_]+ - Takes|Q\d)/.test(content)) {
      problems.push(refusal(file, 'a line of the summary that is cut or has another form', line))
    }
  }
  if (endsMidLine) problems.push(refusal(file, 'the last line has no end, so the output is cut', lines.length))
  if (transactions.length > 0 && rates === null) {
    problems.push(refusal(file, 'the summary has no line `tpmC: N`, so it is cut', lines.length))
  }
  if (problems.length > 0) return { value: null, problems }
  return {
    value: { transactions, errors, tpmC: rates?.tpmC ?? null, tpmTotal: rates?.tpmTotal ?? null, queries },
    problems,
  }
}

function figuresOf(match: RegExpExecArray, line: number): Map<string, Figure> {
  const [, , seconds = '', count = '', perMinute = '', , average = '', rest = ''] = match
  const percentiles = [...rest.matchAll(/, (Max|[\d.]+th)\(ms\): ([^,\s]+)/g)].map(
    ([, name = '', ms = '']): [string, Figure] => [
      name === 'Max' ? 'max' : `p${name.slice(0, -2)}`,
      decimalFigure(ms, line),
    ],
  )
  return new Map([
    ['Takes(s)', decimalFigure(seconds, line)],
    ['Count', countFigure(count, line)],
    ['TPM', decimalFigure(perMinute, line)],
    ['avg', decimalFigure(average, line)],
    ...percentiles,
  ])
}

function readTransaction(name: string, figures: ReadonlyMap<string, Figure>): GoTpcSummary['transactions'][number] {
  const value = (figure: string) => figures.get(figure)?.value ?? Number.NaN
  const latencies = [...figures].filter(([statistic]) => /^(?:avg|max|p[\d.]+)$/.test(statistic))
  return {
    name,
    count: value('Count'),
    perMinute: value('TPM'),
    seconds: value('Takes(s)'),
    latencies: Object.fromEntries(latencies.map(([statistic, figure]) => [statistic, figure.value])),
  }
}
