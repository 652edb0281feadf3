import { z } from 'zod'
import type { Statement } from '../../scope/statements.ts'

/**
 * The last known number of each slot. Numbers of a slot are committed in their order, because its counter stays locked
 * until the commit, so all changes up to them are known. (docs/decisions/206-run-changes.md)
 */
export type Horizon = readonly number[]

/** Number of counters; uploads that commit concurrently wait for each other only if they have the same slot. */
const SLOTS = 16 // One for each hexadecimal digit.

/** True if `horizon` lacks a change that `other` includes. */
export const isBehind = (horizon: Horizon, other: Horizon): boolean =>
  horizon.some((number, slot) => number < (other[slot] ?? 0))

/** The horizon that includes both. */
export const furthest = (a: Horizon, b: Horizon): Horizon => a.map((number, slot) => Math.max(number, b[slot] ?? 0))

/** Runs of a project that were stored or removed after a horizon, in one snapshot of the database. */
export type IndexChanges = { horizon: Horizon; newRuns: string[]; removals: string[] }

const Change = z.tuple([z.string(), z.boolean()])
const Slot = z.tuple([z.int(), z.number(), z.array(Change).nullable()])

/** Schema of the column that SELECTED_CHANGES selects. */
export const ChangeColumn = z.object({ changes: z.array(Slot).transform(asIndexChanges) })

function asIndexChanges(slots: readonly z.infer<typeof Slot>[]): IndexChanges {
  const horizon = Array.from({ length: SLOTS }, () => 0)
  for (const [slot, number] of slots) horizon[slot] = number
  const changes = slots.flatMap(([, , ofSlot]) => ofSlot ?? [])
  const runsOf = (wanted: boolean) => changes.flatMap(([id, removed]) => (removed === wanted ? [id] : []))
  return { horizon, newRuns: runsOf(false), removals: runsOf(true) }
}

const AFTER_HORIZON = '($2::bigint[])[c.slot + 1]'

/**
 * Changes after a horizon as a column for any statement with the project as $1 and the horizon as $2, which is null for
 * an empty index. A project without new runs costs one scan of its counters.
 */
export const SELECTED_CHANGES = `
  (select coalesce(json_agg(json_build_array(c.slot, c.number, case when c.number > ${AFTER_HORIZON} then (
      select json_agg(json_build_array(n.run_id, n.removed)) from run_change n
      where n.project_id = $1 and n.slot = c.slot and n.number > ${AFTER_HORIZON}) end)), '[]')
    from run_counter c where c.project_id = $1) as changes`

/** Ids of runs that were stored after the horizon. */
export const NEW_RUN_IDS = `
  select n.run_id from run_counter c join run_change n on n.project_id = $1 and n.slot = c.slot
  where c.project_id = $1 and c.number > ${AFTER_HORIZON} and n.number > ${AFTER_HORIZON}`

/**
 * The statement that records that a run was stored or removed, or that validity flags of a stored run changed. It must be the last statement of a transaction, because
 * it locks the counter of its slot until the commit. The slot is the last digit of the id, because the first digits may
 * be a time.
 */
export const recordRunChange = (projectId: string, runId: string, removed: boolean): Statement => ({
  name: 'record-run-change',
  text: `
    with next as (
      insert into run_counter (project_id, slot, number) values ($1, $2, 1)
      on conflict (project_id, slot) do update set number = run_counter.number + 1
      returning number)
    insert into run_change (project_id, slot, number, run_id, removed) select $1, $2, number, $3, $4 from next`,
  values: [projectId, Number.parseInt(runId.slice(-1), 16), runId, removed],
})
