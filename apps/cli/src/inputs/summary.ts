import { plural } from '@assay/domain/plural'
import { statedBuildLabel } from '@assay/domain/run/build-label'
import { textTable } from '../text-table.ts'
import type { ImportedInputs, Run } from './import-inputs.ts'

/** Maximum rows; longer lists would scroll the important lines away. */
const MAX_ROWS = 60
const MAX_REASONS = 8

const HEADER = [
  'product',
  'version',
  'build',
  'config',
  'hardware',
  'benchmark',
  'workload',
  'rep',
  'clients',
  'tests',
  'results',
  'samples',
]
const NUMERIC = new Set([7, 8, 9, 10, 11])

/** Formats a summary of the parsed runs: a line per run, then the ignored files with the reasons. */
export function formatUnderstood({
  runs,
  ignored,
  problems,
  fileCount,
  refusedRuns,
  refusedFiles,
}: ImportedInputs): string {
  const results = runs.reduce((sum, { document }) => sum + document.results.length, 0)
  const failed = runs.flatMap(({ document }) => document.results.filter(({ status }) => status === 'failed'))
  const lines = [
    `${plural(runs.length, 'run')} with ${plural(results, 'result')} read from ${plural(fileCount, 'file')}`,
  ]
  if (failed.length > 0) lines.push(`${plural(failed.length, 'result')} failed`)
  if (refusedRuns > 0) lines.push(`${plural(refusedRuns, 'run')} refused`)
  if (refusedFiles.length > 0) lines.push(`${refusedFiles.length} of ${plural(fileCount, 'file')} refused`)
  if (ignored.length > 0) lines.push(`${plural(ignored.length, 'file')} not needed`)
  if (problems.length > 0) lines.push(`${plural(problems.length, 'problem')}`)
  const table =
    runs.length === 0
      ? ''
      : `${textTable(HEADER, runs.slice(0, MAX_ROWS).map(rowOf), NUMERIC)}${more(runs.length - MAX_ROWS)}\n`
  return `${table}${lines.join('; ')}.\n${formatReasons(ignored)}`
}

const more = (count: number) => (count > 0 ? `... and ${plural(count, 'more run')}\n` : '')

function rowOf({ document }: Run): string[] {
  const { product, version, build, config, hardware, benchmark, workload, repeat, results } = document
  const samples = results.reduce(
    (sum, result) => sum + (result.samples ?? []).reduce((n, { values }) => n + values.length, 0),
    0,
  )
  return [
    product,
    version,
    statedBuildLabel(build) ?? '-',
    config.name,
    hardware.name,
    benchmark.name,
    workload.name,
    String(repeat ?? 1),
    rangeOf(results.map(({ clients }) => clients)),
    String(new Set(results.map(({ test }) => test)).size),
    String(results.length),
    samples === 0 ? '-' : String(samples),
  ]
}

function rangeOf(values: readonly number[]): string {
  const [lowest, highest] = [Math.min(...values), Math.max(...values)]
  return lowest === highest ? String(lowest) : `${lowest}-${highest}`
}

function formatReasons(ignored: ImportedInputs['ignored']): string {
  const counts = new Map<string, number>()
  for (const { reason } of ignored) counts.set(reason, (counts.get(reason) ?? 0) + 1)
  const sorted = [...counts].sort(([, a], [, b]) => b - a)
  const lines = sorted.slice(0, MAX_REASONS).map(([reason, count]) => `  ${plural(count, 'file')}: ${reason}\n`)
  if (sorted.length > MAX_REASONS) lines.push(`  and ${plural(sorted.length - MAX_REASONS, 'other reason')}\n`)
  return lines.join('')
}
