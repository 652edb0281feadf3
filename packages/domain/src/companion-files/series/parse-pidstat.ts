import { refusal } from '../../parse/invariants/invariants.ts'
import type { Parsed, Problem } from '../../parse/problem.ts'
import type { SampledSeries } from './sampled-series.ts'
import { figureOf, intervalOf, type SamplerTable, samplerTables } from './sampler-tables.ts'

export const isPidstatOutput = (text: string): boolean =>
  /^Linux \S+ /.test(text.trimStart()) &&
  /^(?:#\s*Time|\d{1,2}:\d\d:\d\d(?: [AP]M)?)\s+UID\s+(?:T?G?PID|TGID)\s/m.test(text)

/** Columns by the metric that they become for each command. */
const METRICS: Readonly<Record<string, string>> = {
  '%CPU': 'process_cpu',
  RSS: 'process_rss_kb',
  'kB_rd/s': 'process_read_kb/s',
  'kB_wr/s': 'process_written_kb/s',
  'cswch/s': 'process_cs/s',
  'nvcswch/s': 'process_preemptions/s',
}

/** Maximum commands of a file: those with the largest means. */
const MAX_COMMANDS = 8

/** Parses the text of pidstat (`-u`, `-r`, `-d`, `-w`, `-h`). Processes of one command are added up. */
export function parsePidstat(text: string, file: string): Parsed<readonly SampledSeries[]> {
  const { tables, problems } = samplerTables(text, file)
  const series = tables.flatMap((table) =>
    Object.entries(METRICS).flatMap(([column, metric]) =>
      table.columns.includes(column) ? byCommand(table, { column, metric, file, problems }) : [],
    ),
  )
  if (problems.length > 0) return { value: null, problems }
  if (series.length === 0) return { value: null, problems: [refusal(file, 'has no sample of a process')] }
  return { value: series, problems }
}

type Column = { column: string; metric: string; file: string; problems: Problem[] }

function byCommand({ rows }: SamplerTable, { column, metric, file, problems }: Column): SampledSeries[] {
  const times = [...new Set(rows.map(({ seconds }) => seconds))]
  const intervalSeconds = intervalOf(times) ?? 1
  const sums = new Map<string, number[]>()
  for (const row of rows) {
    const figure = figureOf(row, column, { file })
    if ('problem' in figure) {
      problems.push(figure.problem)
      continue
    }
    const command = (row.cells.Command ?? '').replace(/^[|_]+/, '').slice(0, 60)
    const values = sums.get(command) ?? times.map(() => 0)
    const at = times.indexOf(row.seconds)
    values[at] = (values[at] ?? 0) + figure.value
    sums.set(command, values)
  }
  const total = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0)
  return [...sums]
    .toSorted(([, a], [, b]) => total(b) - total(a))
    .slice(0, MAX_COMMANDS)
    .map(([command, values]) => ({ metric: `${metric}:${command}`, values, intervalSeconds }))
}
