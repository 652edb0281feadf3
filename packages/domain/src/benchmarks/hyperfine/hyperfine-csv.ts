import { type CsvRow, hasCsvColumns, parseCsvReport } from '../../parse/csv-report.ts'
import { decimalFigure, type Figure } from '../../parse/invariants/figure.ts'
import { checkInvariants, ordered, refusal } from '../../parse/invariants/invariants.ts'
import type { Parsed } from '../../parse/problem.ts'
import type { HyperfineCommand } from './hyperfine-report.ts'

const COLUMNS = ['command', 'mean', 'stddev', 'median', 'user', 'system', 'min', 'max']
const INVARIANTS = [ordered('min', 'median', 'max'), ordered('min', 'mean', 'max')]

export const isHyperfineCsv = (text: string): boolean => hasCsvColumns(text, COLUMNS)

/** Parses what `hyperfine --export-csv` writes. It has statistics of each command, and no times of single runs. */
export function parseHyperfineCsv(text: string, file: string): Parsed<HyperfineCommand[]> {
  const parsed = parseCsvReport(text, file)
  if ('problems' in parsed) return { value: null, problems: parsed.problems }
  const { rows } = parsed.report
  const problems = rows.flatMap((row) => checkInvariants(figuresOf(row), INVARIANTS, file))
  if (rows.length === 0) problems.push(refusal(file, 'holds no command'))
  return problems.length > 0 ? { value: null, problems } : { value: rows.map(readRow), problems }
}

/** A single run has no standard deviation, so its cell is empty and is not checked. */
const figuresOf = ({ cells, line }: CsvRow): Map<string, Figure> =>
  new Map(
    ['mean', 'median', 'user', 'system', 'min', 'max'].map((name) => [name, decimalFigure(cells[name] ?? '', line)]),
  )

function readRow({ cells }: CsvRow): HyperfineCommand {
  const parameters = Object.entries(cells).flatMap(([column, text]) => {
    const [, name] = /^parameter_(.+)$/.exec(column) ?? []
    return name === undefined ? [] : [[name, text] as const]
  })
  return {
    command: cells.command ?? '',
    parameters: Object.fromEntries(parameters),
    runs: [{ seconds: Number(cells.median), peakBytes: null }],
    aggregate: 'median',
    userSeconds: Number(cells.user),
    systemSeconds: Number(cells.system),
    failure: null,
  }
}
