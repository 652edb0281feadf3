import { AS_PUBLISHED_PREFIX } from '../run/metric.ts'
import type { Parsed, Problem } from './problem.ts'
import { quote } from './quote.ts'
import { textLines } from './text-lines.ts'

/** The published figures of one step (`sb.met.*`), by the archive's arithmetic (FORMATS 4). */
export type SysbenchMetrics = {
  /** Samples that iostat and vmstat means were taken over, as counted by the archive. */
  iostatSamples: number | null
  vmstatSamples: number | null
  /** o/s of the file: QPS of the step, rows/s for the load. */
  operationsPerSecond: number | null
  /** r/s rMB/s w/s wMB/s r/o rKB/o wKB/o cs/s cpu/s cs/o cpu/o, each with AS_PUBLISHED_PREFIX. */
  values: Record<string, number>
}

const IOSTAT_COLUMNS = ['r/s', 'rMB/s', 'w/s', 'wMB/s', 'r/o', 'rKB/o', 'wKB/o', 'o/s']
const VMSTAT_COLUMNS = ['cs/s', 'cpu/s', 'cs/o', 'cpu/o']

/**
 * @returns `value` null when neither of the two tables is readable; a table or a value that is not (`nan`, `inf`) is a
 *   problem and left out.
 */
export function parseSysbenchMetrics(text: string, file: string): Parsed<SysbenchMetrics> {
  const lines = textLines(text)
  if (lines.every((line) => line.trim() === ''))
    return { value: null, problems: [{ file, message: 'the file is empty' }] }
  const problems: Problem[] = []
  const numbers = new Map<string, number>()
  const iostat = readTable(lines, IOSTAT_COLUMNS, { file, problems, numbers })
  const vmstat = readTable(lines, VMSTAT_COLUMNS, { file, problems, numbers })
  if (numbers.size === 0) return { value: null, problems }
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

type Found = { file: string; problems: Problem[]; numbers: Map<string, number> }

/** Reads the table with these columns into `numbers` and answers its number of samples. */
function readTable(
  lines: readonly string[],
  columns: readonly string[],
  { file, problems, numbers }: Found,
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
    if (/^\d{1,15}(?:\.\d{1,15})?$/.test(cell)) numbers.set(column, Number(cell))
    else problems.push({ file, line, message: `${quote(cell)} in column ${column} is no number` })
  }
  return /^\d{1,9}$/.test(cells[0] ?? '') ? Number(cells[0]) : null
}
