import { invariant } from '@assay/domain/result'
import { z } from 'zod'
import { ValidityFlagRows, validityFlagColumns } from '../../crud/validity/validity-flags.ts'
import { column, isArrayOf, isNumber, isRecordOf, isString, orNull } from '../../scope/column.ts'
import { readRows } from '../../scope/statements.ts'
import type { TenantScope } from '../../scope/tenant-scope.ts'
import { ChangeColumn, type Horizon, type IndexChanges, SELECTED_CHANGES } from '../run-index/run-changes.ts'
import type { CellPlan } from './plan-cells.ts'

const isParams = isRecordOf((value: unknown): value is string | number => isString(value) || isNumber(value))
const isCell = orNull(isNumber)

/** Cells as columns of equal length, because JSON of one row costs both sides a fraction of one row per cell. */
const Cells = z.object({
  id: column(isString),
  /** Position of the run in the plan, from 1. */
  run: column(isNumber),
  testId: column(isString),
  clients: column(isNumber),
  params: column(orNull(isParams)),
  /** Values by metric of the plan, then by cell; the whole array of each cell if the plan reads all. */
  values: z.union([z.array(column(isCell)), z.tuple([column(isArrayOf(isCell))])]),
})
export type Cells = z.infer<typeof Cells>

const CellRow = ChangeColumn.extend(ValidityFlagRows.shape).extend({ cells: Cells })

/**
 * Reads the cells of the plan and, in the same statement, their validity flags and exclusions, and the changes since
 * the run index was updated.
 */
export async function readCells(
  scoped: TenantScope,
  horizon: Horizon | null,
  { runs, tests, metrics, readsAll }: CellPlan,
): Promise<{ cells: Cells; flags: ValidityFlagRows; changes: IndexChanges }> {
  const named = readsAll ? null : (metrics ?? [])
  const positions = (named ?? []).map((name) => runs.map(({ metricSet }) => metricSet.positions.get(name) ?? null))
  const [row] = await readRows(scoped, CellRow, {
    // The text of the statement depends only on these, so a connection plans each of the few forms once.
    name: `cells-${named?.length ?? 'all'}-${tests === null ? 'every-test' : 'some-tests'}`,
    text: cellStatement(named === null ? null : named.length, tests !== null),
    values: [
      scoped.projectId,
      horizon,
      runs.map((run) => run.id),
      ...positions,
      ...(tests === null ? [] : [tests.map((test) => test.id)]),
    ],
  })
  invariant(row !== undefined, 'a select without from has one row')
  return { cells: row.cells, flags: row, changes: row.changes }
}

/**
 * Joins results to their runs and selects only the needed positions of each array. The lateral join with `offset 0`
 * makes Postgres use the index once per run; otherwise it may read the whole table `result` when there are many runs.
 */
function cellStatement(metrics: number | null, someTests: boolean): string {
  const columns = metrics === null ? ['values'] : Array.from({ length: metrics }, (_, i) => `v${i}`)
  const positions = metrics === null ? [] : columns.map((_, i) => `p${i}`)
  const picked = metrics === null ? ['r.values'] : columns.map((column, i) => `r.values[c.p${i}] as ${column}`)
  const arrays = ['$3::uuid[]', ...positions.map((_, i) => `$${i + 4}::int[]`)]
  const aggregate = (column: string) => `coalesce(json_agg(${column}), '[]')`
  return `
    select ${SELECTED_CHANGES}, ${validityFlagColumns('= any($3::uuid[])')},
      (select json_build_object('id', ${aggregate('id')}, 'run', ${aggregate('run_index')}, 'testId', ${aggregate('test_id')},
        'clients', ${aggregate('clients')}, 'params', ${aggregate('params')},
        'values', json_build_array(${columns.map(aggregate).join(', ')}))
      from (
        select ${['r.id', 'c.run_index', 'r.test_id', 'r.clients', 'r.params', ...picked].join(', ')}
        from unnest(${arrays.join(', ')}) with ordinality as c (${['run_id', ...positions, 'run_index'].join(', ')})
        cross join lateral (
          select id, test_id, clients, params, values from result where project_id = $1 and run_id = c.run_id offset 0
        ) r
        ${someTests ? `where r.test_id = any($${positions.length + 4}::uuid[])` : ''}
      ) cell) as cells`
}
