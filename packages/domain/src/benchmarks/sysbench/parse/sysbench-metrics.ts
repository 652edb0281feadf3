import { decimalFigure, type Figure } from '../../../parse/invariants/figure.ts'
import {
  atMostNumber,
  checkInvariants,
  cutLastLine,
  type Invariant,
  productOf,
  refusal,
} from '../../../parse/invariants/invariants.ts'
import type { Parsed, Problem } from '../../../parse/problem.ts'
import { quote } from '../../../parse/quote.ts'
import { splitLines } from '../../../parse/text-lines.ts'
import { AS_PUBLISHED_PREFIX } from '../../../run/metric.ts'

/** The published figures of one step (`sb.met.*`), computed as the archive does (FORMATS 4). */
export type SysbenchMetrics = {
  /** Number of samples behind the iostat and vmstat means, as counted by the archive. */
  iostatSamples: number | null
  vmstatSamples: number | null
  /** o/s of the file: QPS of the step, or rows/s of the load. */
  operationsPerSecond: number | null
  /** Values of r/s rMB/s w/s wMB/s r/o rKB/o wKB/o cs/s cpu/s cs/o cpu/o, each key with AS_PUBLISHED_PREFIX. */
  values: Record<string, number>
}

const IOSTAT_COLUMNS = ['r/s', 'rMB/s', 'w/s', 'wMB/s', 'r/o', 'rKB/o', 'wKB/o', 'o/s']
const VMSTAT_COLUMNS = ['cs/s', 'cpu/s', 'cs/o', 'cpu/o']

/** A rate per second is the value per operation times operations per second. CPUs cannot be busier than 100%. */
export const SYSBENCH_METRICS_INVARIANTS: readonly Invariant[] = [
  productOf({ factors: ['r/o', 'o/s'], product: 'r/s' }),
  productOf({ factors: ['rKB/o', 'o/s'], product: 'rMB/s', unit: 1 / 1024 }),
  productOf({ factors: ['wKB/o', 'o/s'], product: 'wMB/s', unit: 1 / 1024 }),
  productOf({ factors: ['cs/o', 'o/s'], product: 'cs/s' }),
  productOf({ factors: ['cpu/o', 'o/s'], product: 'cpu/s' }),
  // The values of us and sy are rounded separately, so their sum may be 101.
  atMostNumber('cpu/s', 101),
]

/**
 * @returns `value` null when neither of the two tables is readable. An invalid number (`nan`, `inf`), contradictory
 * figures,
 *   one table without the other and a truncated last line refuse the run.
 */
export function parseSysbenchMetrics(text: string, file: string): Parsed<SysbenchMetrics> {
  const { lines, endsMidLine } = splitLines(text)
  if (lines.every((line) => line.trim() === ''))
    return { value: null, problems: [{ file, message: 'the file is empty' }] }
  const problems: Problem[] = []
  const numbers = new Map<string, number>()
  const figures = new Map<string, Figure>()
  const iostat = readTable(lines, IOSTAT_COLUMNS, { file, problems, numbers, figures })
  const vmstat = readTable(lines, VMSTAT_COLUMNS, { file, problems, numbers, figures })
  if (figures.size === 0) return { value: null, problems }
  // One of the two tables was read, so the file has this format and the other was truncated or damaged.
  const refusals = [
    ...problems.map(({ message, line }) => refusal(file, message, line)),
    ...checkInvariants(figures, SYSBENCH_METRICS_INVARIANTS, file),
    ...(endsMidLine ? [cutLastLine(file, lines.length)] : []),
  ]
  if (refusals.length > 0) return { value: null, problems: refusals }
  const values = [...numbers].flatMap(([name, value]) =>
    name === 'o/s' ? [] : [[`${AS_PUBLISHED_PREFIX}${name}`, value] as const],
  )
  return {
    value: {
      iostatSamples: iostat,
      vmstatSamples: vmstat,
      operationsPerSecond: numbers.get('o/s') ?? null,
      values: Object.fromEntries(values),
    },
    problems,
  }
}

type Found = { file: string; problems: Problem[]; numbers: Map<string, number>; figures: Map<string, Figure> }

/** Reads the table with these columns into `numbers` and returns its number of samples. */
function readTable(
  lines: readonly string[],
  columns: readonly string[],
  { file, problems, numbers, figures }: Found,
): number | null {
  const header = ['samp', ...columns].join('\t')
  const at = lines.findIndex((line) => line.trimEnd() === header)
  if (at === -1) {
    problems.push({ file, message: `no header \`${header.replaceAll('\t', ' ')}\`` })
    return null
  }
  const line = at + 2
  const cells = (lines[at + 1] ?? '').trimEnd().split('\t')
  if (cells.length !== columns.length + 1) {
    problems.push({
      file,
      line,
      message: `${quote(cells.join(' '))} is not ${columns.length + 1} values as the header above it`,
    })
    return null
  }
  for (const [i, column] of columns.entries()) {
    const cell = cells[i + 1] ?? ''
    figures.set(column, decimalFigure(cell, line))
    if (/^\d{1,15}(?:\.\d{1,15})?$/.test(cell)) numbers.set(column, Number(cell))
  }
  return /^\d{1,9}$/.test(cells[0] ?? '') ? Number(cells[0]) : null
}
