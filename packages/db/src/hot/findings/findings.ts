import type { DataTransition, FindingAction } from '@assay/domain/findings/change-state'
import { afterAction, afterDataTransition } from '@assay/domain/findings/change-state'
import { FindingState } from '@assay/domain/findings/finding'
import { FindingEvent, type FindingFilters, StoredFinding } from '@assay/domain/findings/stored-finding'
import { z } from 'zod'
import { writeAudit } from '../../crud/audit/audit.ts'
import { isUuid } from '../../is-uuid.ts'
import type { Statements } from '../../scope/statements.ts'
import { readRows } from '../../scope/statements.ts'
import type { TenantScope } from '../../scope/tenant-scope.ts'
import type { FindingQueries } from '../../types.ts'
import type { RunIndexCache } from '../run-index/run-index-cache.ts'
import { addEvent } from './add-event.ts'
import { FINDING, FINDING_EVENT } from './finding-json.ts'
import { outlineEnvironments } from './outline-environments.ts'
import { scanStateQueries } from './scan-state.ts'
import { storeFindings } from './store-findings.ts'

const FILTERS = `project_id = $1 and active
  and (cardinality($2::text[]) = 0 or product = any($2)) and (cardinality($3::text[]) = 0 or hardware = any($3))
  and (cardinality($4::text[]) = 0 or state::text = any($4)) and (cardinality($5::text[]) = 0 or direction = any($5))
  and abs((facts ->> 'medianRatio')::float8 - 1) >= $6 and (effect > 0 or $7)`

const CountRow = z.object({
  product: z.string(),
  hardware: z.string(),
  state: FindingState,
  direction: z.string(),
  count: z.int(),
  explained: z.int(),
})

export function findingQueries(scoped: TenantScope, runIndexes: RunIndexCache): FindingQueries {
  const { projectId } = scoped
  const read = async (where: string, ...values: unknown[]): Promise<StoredFinding[]> => {
    const rows = await readRows(
      scoped,
      z.object({ found: z.unknown() }),
      `select ${FINDING} as found from finding where ${where}`,
      [projectId, ...values],
    )
    return rows.map(({ found }) => StoredFinding.parse(found))
  }
  return {
    list: (filters, limit) => read(`${FILTERS} order by effect desc, id limit $8`, ...filterValues(filters), limit),

    async counts() {
      return readRows(
        scoped,
        CountRow,
        `select product, hardware, state, direction, count(*) filter (where effect > 0)::int as count,
           count(*) filter (where effect <= 0)::int as explained
         from finding where project_id = $1 and active
         group by product, hardware, state, direction order by product, hardware, state, direction`,
        [projectId],
      )
    },

    async find(id) {
      if (!isUuid(id)) return null
      const [found] = await read('project_id = $1 and id = $2', id)
      if (found === undefined) return null
      const rows = await readRows(
        scoped,
        z.object({ event: z.unknown() }),
        `select ${FINDING_EVENT} as event
         from finding_event where project_id = $1 and finding_id = $2 order by at, id`,
        [projectId, id],
      )
      return { ...found, events: rows.map(({ event }) => FindingEvent.parse(event)) }
    },

    outline: (product) => outlineEnvironments(scoped, runIndexes, product),
    ...scanStateQueries(scoped),

    replace: (product, all) =>
      scoped.transaction(async (tx) => ({ commit: true, answer: await storeFindings(tx, scoped, product, all, null) })),

    async act(id, action, { note, knownBug }) {
      return changeState(scoped, id, action, (state) => afterAction(state, action), { note, knownBug })
    },

    async applyTransition(id, transition, version) {
      const said = { note: `in ${version}`, fixedIn: transition === 'recovered' ? version : null }
      return (
        (await changeState(scoped, id, transition, (state) => afterDataTransition(state, transition), said)) === 'done'
      )
    },

    async note(id, text) {
      if (!isUuid(id)) return false
      return scoped.transaction(async (tx) => {
        const found = await lock(tx, projectId, id)
        if (found !== null) await addEvent(tx, scoped, { findingId: id, kind: 'note', state: null, note: text })
        return { commit: found !== null, answer: found !== null }
      })
    },

    async assign(id, person) {
      if (!isUuid(id)) return false
      return scoped.transaction(async (tx) => {
        const { rowCount } = await tx.query(
          `update finding set owner_id = $3, owner_name = $4, updated_at = current_timestamp
           where project_id = $1 and id = $2`,
          [projectId, id, person?.id ?? null, person?.name ?? null],
        )
        if (rowCount !== 1) return { commit: false, answer: false }
        await addEvent(tx, scoped, { findingId: id, kind: 'owner', state: null, note: person?.name ?? null })
        return { commit: true, answer: true }
      })
    },
  }
}

const filterValues = ({ product, hardware, state, direction, least, explained }: FindingFilters) => [
  product,
  hardware,
  state,
  direction,
  least,
  explained,
]

async function lock(tx: Statements, projectId: string, id: string): Promise<FindingState | null> {
  const rows = await readRows(
    tx,
    z.object({ state: FindingState }),
    'select state from finding where project_id = $1 and id = $2 for update',
    [projectId, id],
  )
  return rows[0]?.state ?? null
}

async function changeState(
  scoped: TenantScope,
  id: string,
  kind: FindingAction | DataTransition,
  after: (state: FindingState) => FindingState | null,
  said: { note: string | null; knownBug?: string | null; fixedIn?: string | null },
): Promise<'done' | 'not from here' | 'not there'> {
  const { projectId, by } = scoped
  if (!isUuid(id)) return 'not there'
  return scoped.transaction(async (tx) => {
    const before = await lock(tx, projectId, id)
    if (before === null) return { commit: false, answer: 'not there' }
    const state = after(before)
    if (state === null) return { commit: false, answer: 'not from here' }
    await tx.query(
      `update finding set state = $3, known_bug = coalesce($4, known_bug), fixed_in = $5, updated_at = current_timestamp
       where project_id = $1 and id = $2`,
      [projectId, id, state, said.knownBug ?? null, said.fixedIn ?? null],
    )
    await addEvent(tx, scoped, { findingId: id, kind, state, note: said.note })
    if (by.kind !== 'server') {
      const object = { kind: 'finding', id, name: id }
      await writeAudit(tx, projectId, by, {
        action: `finding.${kind}`,
        object,
        before: { state: before },
        after: { state },
      })
    }
    return { commit: true, answer: 'done' }
  })
}
