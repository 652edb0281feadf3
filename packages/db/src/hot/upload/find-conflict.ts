import { isMeasuredTest } from '@assay/domain/run/is-measured-test'
import { isSameFigure } from '@assay/domain/run/is-same-figure'
import { z } from 'zod'
import { readRows } from '../../scope/statements.ts'
import type { TenantScope } from '../../scope/tenant-scope.ts'
import type { ResultDifference } from '../../types.ts'
import type { UploadPlan } from './plan-upload.ts'

/** A stored run with the build, config, hardware and workload of the uploaded one. */
type Sibling = { id: string; repeat: number; startedAt: number | null }

/** State of the coordinates of an upload: whether the run itself is stored, and the other runs with them. */
export type Coordinates = { isStored: boolean; siblings: readonly Sibling[] }

const StoredRun = z.object({ id: z.string(), repeat: z.number(), started_at: z.date().nullable() })

export async function readCoordinates(scoped: TenantScope, { run }: UploadPlan): Promise<Coordinates> {
  const rows = await readRows(scoped, StoredRun, {
    name: 'read-coordinates',
    text: `
      select id, repeat, started_at from run
      where project_id = $1
        and ((build_id = $3 and config_id = $4 and hardware_id = $5 and workload_id = $6) or id = $2)`,
    values: [scoped.projectId, run.id, run.buildId, run.configId, run.hardwareId, run.workloadId],
  })
  const siblings = rows.map(({ id, repeat, started_at }) => ({ id, repeat, startedAt: started_at?.getTime() ?? null }))
  return {
    isStored: siblings.some(({ id }) => id === run.id),
    siblings: siblings.filter(({ id }) => id !== run.id),
  }
}

/**
 * Measured results of the plan whose coordinates are stored with other values. Each is compared with the newest stored
 * value of its metric, because comparisons show only that one. Figures that differ only by rounding are equal.
 */
export async function findDifferences(
  scoped: TenantScope,
  plan: UploadPlan,
  { siblings }: Coordinates,
): Promise<ResultDifference[]> {
  const runIds = siblings.filter(({ repeat }) => repeat === plan.run.repeat).map(({ id }) => id)
  if (runIds.length === 0) return []
  const rows = await readRows(scoped, StoredResult, STORED_RESULTS, [
    scoped.projectId,
    runIds,
    ...resultKeys(plan.results),
  ])
  const isMeasured = isMeasuredTest(plan.document)
  const positions = new Map(plan.document.results.map((result, position) => [result, position]))
  const stored = Map.groupBy(rows, ({ row_number }) => row_number)
  return plan.results
    .flatMap(({ result }, index) =>
      isMeasured(result.test)
        ? differencesOf(result.values, newestValues(stored.get(index + 1) ?? []), plan).map((difference) => ({
            ...difference,
            result: positions.get(result) ?? 0,
          }))
        : [],
    )
    .sort((a, b) => a.result - b.result || a.metric - b.metric)
}

/** True if a stored run with the same repeat number has another start time, so that it is another measurement. */
export function isMeasuredAgain(plan: UploadPlan, { siblings }: Coordinates): boolean {
  const { startedAt } = plan.document
  if (startedAt === undefined) return false
  const started = Date.parse(startedAt)
  return siblings.some((one) => one.repeat === plan.run.repeat && one.startedAt !== null && one.startedAt !== started)
}

/** The smallest repeat number, from that of the plan on, under which none of its measured results is stored. */
export async function findFreeRepeat(scoped: TenantScope, plan: UploadPlan): Promise<number> {
  const { run } = plan
  const isMeasured = isMeasuredTest(plan.document)
  const rows = await readRows(scoped, TakenRepeat, TAKEN_REPEATS, [
    scoped.projectId,
    run.id,
    ...resultKeys(plan.results.filter(({ result }) => isMeasured(result.test))),
    run.buildId,
    run.configId,
    run.hardwareId,
    run.workloadId,
  ])
  const taken = new Set(rows.map(({ repeat }) => repeat))
  let { repeat } = run
  while (taken.has(repeat)) repeat += 1
  return repeat
}

const TakenRepeat = z.object({ repeat: z.number() })

const StoredResult = z.object({
  /** pg returns a bigint as text. */
  row_number: z.coerce.number(),
  run_id: z.string(),
  metric_ids: z.array(z.string()),
  values: z.array(z.number().nullable()),
})
type StoredResult = z.infer<typeof StoredResult>

const MINE = `unnest($3::uuid[], $4::int[], $5::text[]) with ordinality as mine (test_id, clients, params, row_number)`
const SAME_RESULT = (other: string) =>
  `${other}.test_id = mine.test_id and ${other}.clients = mine.clients
    and ${other}.params::jsonb is not distinct from mine.params::jsonb`

const STORED_RESULTS = `
  select mine.row_number, run.id as run_id, result.values,
    (select array_agg(metric_id order by position) from metric_set_entry e
      where e.project_id = $1 and e.metric_set_id = run.metric_set_id) as metric_ids
  from run
  join result on result.project_id = $1 and result.run_id = run.id
  join ${MINE} on ${SAME_RESULT('result')}
  where run.project_id = $1 and run.id = any($2::uuid[])
  order by run.replaces desc, case when run.replaces then run.received_at end desc nulls last,
    run.started_at desc nulls last, run.id desc`

const TAKEN_REPEATS = `
  select distinct run.repeat
  from run
  join test_set_item item on item.project_id = $1 and item.test_set_id = run.test_set_id
  join ${MINE} on ${SAME_RESULT('item')}
  where run.project_id = $1 and run.id <> $2
    and run.build_id = $6 and run.config_id = $7 and run.hardware_id = $8 and run.workload_id = $9`

const resultKeys = (results: UploadPlan['results']) => [
  results.map(({ testId }) => testId),
  results.map(({ result }) => result.clients),
  results.map(({ params }) => params),
]

type Stored = { value: number; runId: string }

/** Values by metric id, each from the newest run that has one. */
function newestValues(newestFirst: readonly StoredResult[]): ReadonlyMap<string, Stored> {
  const newest = new Map<string, Stored>()
  for (const { run_id, metric_ids, values } of newestFirst)
    for (const [position, metricId] of metric_ids.entries()) {
      const value = values[position] ?? null
      if (value !== null && !newest.has(metricId)) newest.set(metricId, { value, runId: run_id })
    }
  return newest
}

function differencesOf(
  values: readonly (number | null)[],
  stored: ReadonlyMap<string, Stored>,
  { document, metricIds }: UploadPlan,
): Omit<ResultDifference, 'result'>[] {
  return values.flatMap((sent, metric) => {
    const other = stored.get(metricIds.get(document.metricNames[metric] ?? '') ?? '')
    if (sent === null || other === undefined || isSameFigure(sent, other.value)) return []
    return [{ metric, sent, stored: other.value, runId: other.runId }]
  })
}
