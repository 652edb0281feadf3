import { z } from 'zod'
import { partialSort } from '../../partial-sort.ts'
import { readRows } from '../../scope/statements.ts'
import type { TenantScope } from '../../scope/tenant-scope.ts'
import { type Filter, findRuns, passesItem, prepareFilter } from '../run-index/filter-runs.ts'
import type { Horizon } from '../run-index/run-changes.ts'
import type { RunEntry, TestSetItem } from '../run-index/run-index.ts'
import type { RunIndexCache } from '../run-index/run-index-cache.ts'
import { FLAT_VALUE, FROM_VALUES } from './flat-values.ts'
import { readHorizon, readPosition, type ValuePosition, writeHorizon, writePosition } from './value-cursor.ts'
import { FlatValue, type ValuePage, type ValueQuery } from './value-types.ts'

/** Runs of one page; each has at least one result. */
const MAX_RUNS = 2_000
/** Changed runs that one answer lists; after more, a reader reads everything again. */
export const MAX_CHANGED_RUNS = 20_000

const Row = z.object({ run_id: z.string(), result_id: z.string(), position: z.int(), value: FlatValue })

/** The values $5 at most of the runs $2 in their order, after a result and position of the first run. */
const VALUES = `
  select run.id as run_id, result.id as result_id, entry.position, ${FLAT_VALUE} as value ${FROM_VALUES}
  join unnest($2::uuid[]) with ordinality as wanted (id, number) on wanted.id = run.id
  where run.project_id = $1::uuid and result.project_id = $1::uuid and result.values[entry.position] is not null
    and ($3::text[] is null or metric.name = any($3::text[]))
    and ($4::uuid[] is null or test.id = any($4::uuid[]))
    and (wanted.number > 1 or $6::uuid is null or (result.id, entry.position) > ($6::uuid, $7::int))
  order by wanted.number, result.id, entry.position
  limit $5::int`

/** Lists one page of values, by the arrival of their runs, so that runs which arrive meanwhile come last. */
export async function listValues(
  scoped: TenantScope,
  runIndexes: RunIndexCache,
  query: ValueQuery,
): Promise<ValuePage | 'too many changes' | 'unknown'> {
  const runIndex = await runIndexes.fresh(scoped.projectId)
  const position = readPosition(query.cursor)
  const after = query.after === null ? null : readHorizon(query.after)
  if (position === 'unknown' || after === 'unknown') return 'unknown'
  const changed = after === null ? null : await readChanges(scoped, after)
  if (changed !== null && changed.length > MAX_CHANGED_RUNS) return 'too many changes'
  const filter = prepareFilter(runIndex, query.filters)
  const passing = findRuns(runIndex, filter, { newestOnly: false, isListed: () => true })
  const wanted = passing.filter(selects(query, position, changed))
  const sorted = partialSort(wanted, MAX_RUNS, byArrival)
  const runs = sorted.slice(0, countForPage(sorted, query.limit))
  const rows = runs.length === 0 ? [] : await readPage(scoped, { runs, filter, position, query })
  return {
    values: rows.filter(passesResults(filter, runs)).map(({ value }) => value),
    nextCursor: nextCursor(rows, runs, { isLastPage: runs.length === wanted.length, limit: query.limit }),
    horizon: writeHorizon(runIndex.horizon),
    changedRuns: changed,
  }
}

function selects({ from, to }: ValueQuery, position: ValuePosition | null, changed: string[] | null) {
  const ids = changed === null ? null : new Set(changed)
  return (run: RunEntry): boolean => {
    if (ids !== null && !ids.has(run.id)) return false
    if (from !== null && !(run.startedAt !== null && run.startedAt >= from)) return false
    if (to !== null && !(run.startedAt !== null && run.startedAt <= to)) return false
    if (position === null) return true
    const order = run.receivedAt - position.receivedAt || compareIds(run.id, position.runId)
    // The page after one that ended within a run continues in that run.
    return position.result === null ? order > 0 : order >= 0
  }
}

const byArrival = (a: RunEntry, b: RunEntry) => a.receivedAt - b.receivedAt || compareIds(a.id, b.id)
const compareIds = (a: string, b: string) => (a === b ? 0 : a < b ? -1 : 1)

/** Number of runs that fill a page; the page ends within the last one when that is large. */
function countForPage(runs: readonly RunEntry[], limit: number): number {
  let values = 0
  const index = runs.findIndex(({ testSet, metricSet }) => {
    values += testSet.items.length * metricSet.metrics.length
    return values >= limit
  })
  return index === -1 ? runs.length : index + 1
}

type Page = { runs: readonly RunEntry[]; filter: Filter; position: ValuePosition | null; query: ValueQuery }

function readPage(scoped: TenantScope, { runs, filter, position, query }: Page) {
  const isFirst = position?.result != null && runs[0]?.id === position.runId
  return readRows(scoped, Row, VALUES, [
    ...[scoped.projectId, runs.map(({ id }) => id), query.metrics, testsOf(filter, runs), query.limit],
    ...(isFirst ? [position.result?.id, position.result?.position] : [null, null]),
  ])
}

/** Ids of the tests of results that pass; null without filters of results. */
function testsOf(filter: Filter, runs: readonly RunEntry[]): string[] | null {
  if (filter.item.length === 0) return null
  const passing = runs.flatMap(({ testSet, workload }) =>
    testSet.items.filter((item) => passesItem(filter, item, workload)).map(({ test }) => test.id),
  )
  return [...new Set(passing)]
}

/** Filters of clients and parameters, which the statement does not know. */
function passesResults(filter: Filter, runs: readonly RunEntry[]) {
  if (filter.item.length === 0) return () => true
  const byId = new Map(runs.map((run) => [run.id, run]))
  return ({ run_id, value }: z.infer<typeof Row>): boolean => {
    const run = byId.get(run_id)
    const test = run?.testSet.items.find((item) => item.test.name === value.test)?.test
    if (run === undefined || test === undefined) return false
    const item: TestSetItem = { test, clients: value.clients, params: asParams(value.params) }
    return passesItem(filter, item, run.workload)
  }
}

const Params = z.record(z.string(), z.union([z.string(), z.number()]))
const asParams = (text: string | null) => (text === null ? null : Params.parse(JSON.parse(text)))

function nextCursor(
  rows: readonly z.infer<typeof Row>[],
  runs: readonly RunEntry[],
  { isLastPage, limit }: { isLastPage: boolean; limit: number },
): string | null {
  const last = rows.at(-1)
  if (last !== undefined && rows.length === limit) {
    const run = runs.find(({ id }) => id === last.run_id)
    const result = { id: last.result_id, position: last.position }
    return run === undefined ? null : writePosition({ receivedAt: run.receivedAt, runId: run.id, result })
  }
  const end = runs.at(-1)
  return isLastPage || end === undefined
    ? null
    : writePosition({ receivedAt: end.receivedAt, runId: end.id, result: null })
}

/** Runs that were stored, changed or removed after a horizon; one more than an answer may list, when there are more. */
async function readChanges(scoped: TenantScope, horizon: Horizon): Promise<string[]> {
  const rows = await readRows(
    scoped,
    z.object({ id: z.string() }),
    `select distinct run_id as id from run_change
     where project_id = $1 and number > coalesce(($2::bigint[])[slot + 1], 0) limit ${MAX_CHANGED_RUNS + 1}`,
    [scoped.projectId, horizon],
  )
  return rows.map(({ id }) => id)
}
