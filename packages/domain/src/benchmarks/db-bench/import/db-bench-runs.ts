import type { Origin, Origins } from '../../../import/facts/origins.ts'
import type { Fields } from '../../../import/fields.ts'
import { type ImportContext, perImport } from '../../../import/import-context.ts'
import type { BenchmarkRule } from '../../../import/profile/profile.ts'
import { type DraftResult, newRunDraft, type RunDraft } from '../../../import/run-draft.ts'
import { describeTest } from '../../../import/test-catalog.ts'
import { type Execution, groupExecutions } from './db-bench-executions.ts'
import { type FoundRow, type MergedRow, mergeRows } from './db-bench-rows.ts'

/** The rows of all outputs and tables of an import. A row that occurs in several files is one result. */
export const dbBenchRowsOf = perImport((): FoundRow[] => [])

/** Builds the runs of db_bench after all rows have been read. */
export function dbBenchRuns(context: ImportContext): RunDraft[] {
  const rule = context.profile.benchmarks.db_bench
  if (rule === undefined) return []
  const { rows, problems } = mergeRows(dbBenchRowsOf(context))
  context.problems.push(...problems)
  return groupExecutions(rows).flatMap((execution) => runOf(execution, rule))
}

function runOf({ rows, fields, startedAt, repeat }: Execution, rule: BenchmarkRule): RunDraft[] {
  const [first] = rows
  if (first === undefined) return []
  const { githash, version } = first.row
  // Old builds print a truncated word instead of the hash.
  const commit = githash !== null && /^[0-9a-f]{7,40}$/.test(githash) ? { commit: githash } : {}
  const known: Fields = { repeat: String(repeat), ...fields, ...commit, version: version.text }
  const { dataset, datasetName, location } = first
  const origins: Origins = Object.assign({}, ...rows.map((row) => row.origins))
  const printed: Origin = { source: 'output', from: location.path }
  return [
    {
      ...newRunDraft({ benchmark: 'db_bench', dataset, datasetName }),
      sourceName: [...first.paths][0] ?? dataset,
      fields: known,
      origins: {
        repeat: printed,
        ...origins,
        version: fields.version === version.text ? (origins.version ?? printed) : printed,
      },
      startedAt,
      results: rows.map((row) => toResult(row, rule)),
      paths: new Set(rows.flatMap(({ paths }) => [...paths])),
    },
  ]
}

function toResult({ row, location }: MergedRow, rule: BenchmarkRule): DraftResult {
  return {
    test: describeTest({ base: row.logicalTest, phase: null, range: null }, rule),
    clients: row.threads ?? rule.clients ?? 1,
    params: row.params ?? {},
    values: row.values,
    histograms: row.histograms ?? [],
    location,
    ...(row.failed ? { failure: 'db_bench failed; its report says no more' } : {}),
  }
}
