import { type Bucket, createHistogram, histogramQuantile } from '../../histograms/histogram.ts'
import { refusal } from '../../parse/invariants/invariants.ts'
import type { Parsed, Problem } from '../../parse/problem.ts'
import { quote } from '../../parse/quote.ts'
import { splitLines } from '../../parse/text-lines.ts'
import { operationLatencyMetric } from '../../run/operation-latency.ts'
import type { OperationHistogram, ResponseTimes } from './response-time-content.ts'

/** `@usecs[read]:` of bpftrace, and `usecs : count distribution` of the tools of BCC. */
const MAP = /^@(\w*)(?:\[([^\]]{1,80})\])?:\s*$/
const BCC = /^\s*(nsecs|usecs|msecs)\s*: count\s+distribution\s*$/
/** `[1K, 2K)    12 |@@@   |`, `[0]    1 |@@ |`, and `4 -> 7 : 12 |****  |`. */
const ROW = /^[[(](-?\d+[KMGT]?)(?:, (\d+[KMGT]?|\.\.\.)[)\]])?\]?\s+(\d{1,15}) \|((@*) *)\|\s*$/
const BCC_ROW = /^\s*(\d{1,19}) -> (\d{1,19})\s+: (\d{1,15})\s+\|((\**) *)\|\s*$/

const UNITS: readonly (readonly [RegExp, number])[] = [
  [/(?:^|_)(?:nsecs?|ns)(?:_|$)/i, 1e-6],
  [/(?:^|_)(?:usecs?|us|micros?|lat)(?:_|$)/i, 1e-3],
  [/(?:^|_)(?:msecs?|ms|millis?)(?:_|$)/i, 1],
]

const SCALES: Readonly<Record<string, number>> = { K: 1024, M: 1024 ** 2, G: 1024 ** 3, T: 1024 ** 4 }

export const recognizeBpftrace = (text: string): boolean => {
  const head = text.slice(0, 20_000).split('\n')
  return head.some((line, i) => (MAP.test(line) && ROW.test(head[i + 1] ?? '')) || BCC.test(line))
}

type Row = Bucket & { bar: number; width: number; line: number }
type Block = { name: string; key: string | null; line: number; rows: Row[] }

/**
 * Parses the histograms of bpftrace (`hist`, `lhist`) and of BCC tools such as biolatency. The name of the map states
 * the unit (`@usecs`, `@read_ns`). Rows that overlap, and bars that contradict their counts, refuse the file.
 */
export function parseBpftrace(text: string, file: string): Parsed<ResponseTimes> {
  const { lines, endsMidLine } = splitLines(text)
  const problems: Problem[] = []
  const blocks: Block[] = []
  let block: Block | null = null
  for (const [index, content] of lines.entries()) {
    const line = index + 1
    const [, name, key] = MAP.exec(content) ?? []
    const [, unit] = BCC.exec(content) ?? []
    if (name !== undefined || unit !== undefined) {
      block = { name: name ?? unit ?? '', key: key ?? null, line, rows: [] }
      blocks.push(block)
    } else if (/\|[@*]* *\|?\s*$/.test(content) && content.includes('|')) {
      const row = readRow(content, line)
      if (row === null || block === null)
        problems.push(refusal(file, `${quote(content)} is not a row of a histogram`, line))
      else block.rows.push(row)
    }
  }
  if (endsMidLine) problems.push(refusal(file, 'the last line has no end, so the output is cut', lines.length))
  const filled = blocks.filter(({ rows }) => rows.some(({ count }) => count > 0))
  problems.push(...filled.flatMap((one) => checkBlock(one, file)))
  if (filled.length === 0 && problems.length === 0) problems.push({ file, message: 'counts no value' })
  const unnamed = filled.find(({ name }) => unitOf(name) === null)
  if (unnamed !== undefined)
    problems.push({
      file,
      line: unnamed.line,
      message: `the unit of @${unnamed.name} is not known; name the map after it, such as @usecs`,
    })
  if (problems.length > 0) return { value: null, problems }
  const histograms = filled.map((one) => asHistogram(one))
  return { value: { histograms, intervals: [], values: Object.assign({}, ...histograms.map(quantiles)) }, problems }
}

const unitOf = (name: string): number | null => UNITS.find(([pattern]) => pattern.test(name))?.[1] ?? null

function readRow(content: string, line: number): Row | null {
  const [, from, to, count, drawn, bar] = ROW.exec(content) ?? BCC_ROW.exec(content) ?? []
  if (from === undefined || count === undefined) return null
  const low = scaled(from)
  const isBcc = content.includes('->')
  const high = to === undefined ? low + 1 : to === '...' ? low * 2 : scaled(to) + (isBcc ? 1 : 0)
  return high <= low || low < 0
    ? null
    : { low, high, count: Number(count), bar: bar?.length ?? 0, width: drawn?.length ?? 0, line }
}

const scaled = (text: string): number => Number.parseInt(text, 10) * (SCALES[text.at(-1) ?? ''] ?? 1)

function checkBlock({ rows }: Block, file: string): Problem[] {
  const overlap = rows.find(({ low }, i) => low < (rows[i - 1]?.high ?? 0))
  if (overlap !== undefined)
    return [refusal(file, `the row from ${overlap.low} overlaps the one before it`, overlap.line)]
  const best = rows.reduce((a, b) => (b.count > a.count ? b : a))
  // The bar of the largest count fills its frame, and others are drawn in proportion, rounded down.
  const wrong = rows.find(({ count, bar }) => Math.abs(bar - (count / best.count) * best.width) > 1)
  if (wrong === undefined) return []
  return [
    refusal(
      file,
      `the bar of the row from ${wrong.low} is not that of ${wrong.count} of ${best.count} values`,
      wrong.line,
    ),
  ]
}

function asHistogram({ name, key, rows }: Block): OperationHistogram {
  const operation = [`bpftrace ${name}`, ...(key === null ? [] : [key])].join(' ').slice(0, 100)
  const buckets = rows.map(({ low, high, count }) => ({ low, high, count }))
  return { operation, histogram: createHistogram(buckets), unitMs: unitOf(name) }
}

/** Quantiles that are stored as values, so that tables have the histogram of the kernel without computing it. */
function quantiles({ operation, histogram, unitMs }: OperationHistogram): Record<string, number> {
  return Object.fromEntries(
    [50, 99].flatMap((percent) => {
      const value = histogramQuantile(histogram, percent / 100)
      return value === null ? [] : [[operationLatencyMetric(`p${percent}`, operation), value * (unitMs ?? 1)] as const]
    }),
  )
}
