import type { FindingAction, FindingNews } from '@assay/domain/finding/change-state'
import { afterAction, afterNews } from '@assay/domain/finding/change-state'
import type { FindingFacts, FindingState } from '@assay/domain/finding/finding'
import { effectOf } from '@assay/domain/finding/group-changes'
import { FindingEvent, type FindingFilters, StoredFinding } from '@assay/domain/finding/stored-finding'
import { writeAudit } from '../audit/audit.ts'
import { idFrom } from '../identity.ts'
import { isUuid } from '../is-uuid.ts'
import type { Scoped, Statements } from '../scope/scoped.ts'
import type { FindingQueries } from '../types.ts'
import { addEvent } from './add-event.ts'

const TIME = `'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'`

const FINDING = `json_build_object('id', id, 'product', product, 'from', from_version, 'to', to_version,
  'hardware', hardware, 'direction', direction, 'state', state, 'stands', stands, 'fixedIn', fixed_in,
  'owner', case when owner_id is null then null else json_build_object('id', owner_id, 'name', owner_name) end,
  'knownBug', known_bug, 'createdAt', to_char(created_at at time zone 'UTC', ${TIME}),
  'updatedAt', to_char(updated_at at time zone 'UTC', ${TIME}))::jsonb || facts`

const FILTERS = `project_id = $1 and stands
  and (cardinality($2::text[]) = 0 or product = any($2)) and (cardinality($3::text[]) = 0 or hardware = any($3))
  and (cardinality($4::text[]) = 0 or state::text = any($4)) and (cardinality($5::text[]) = 0 or direction = any($5))
  and abs((facts ->> 'medianRatio')::float8 - 1) >= $6`

export function findingQueries(scoped: Scoped): FindingQueries {
  const { projectId } = scoped
  const read = async (where: string, ...values: unknown[]): Promise<StoredFinding[]> => {
    const { rows } = await scoped.query<{ found: unknown }>(`select ${FINDING} as found from finding where ${where}`, [
      projectId,
      ...values,
    ])
    return rows.map(({ found }) => StoredFinding.parse(found))
  }
  return {
    list: (filters, limit) => read(`${FILTERS} order by effect desc, id limit $7`, ...filterValues(filters), limit),

    async counts() {
      const { rows } = await scoped.query<{ product: string; hardware: string; state: FindingState; count: number }>(
        `select product, hardware, state, count(*)::int as count from finding where project_id = $1 and stands
         group by product, hardware, state order by product, hardware, state`,
        [projectId],
      )
      return rows
    },

    async find(id) {
      if (!isUuid(id)) return null
      const [found] = await read('project_id = $1 and id = $2', id)
      if (found === undefined) return null
      const { rows } = await scoped.query<{ event: unknown }>(
        `select json_build_object('id', id, 'at', to_char(at at time zone 'UTC', ${TIME}), 'by', actor_name, 'kind', kind,
           'state', state, 'note', note) as event
         from finding_event where project_id = $1 and finding_id = $2 order by at, id`,
        [projectId, id],
      )
      return { ...found, events: rows.map(({ event }) => FindingEvent.parse(event)) }
    },

    replace: (product, all) => replaceFindings(scoped, product, all),

    async act(id, action, { note, knownBug }) {
      return changeState(scoped, id, action, (state) => afterAction(state, action), { note, knownBug })
    },

    async hear(id, news, version) {
      const said = { note: `in ${version}`, fixedIn: news === 'recovered' ? version : null }
      return (await changeState(scoped, id, news, (state) => afterNews(state, news), said)) === 'done'
    },

    async note(id, text) {
      if (!isUuid(id)) return false
      return scoped.transaction(async (tx) => {
        const found = await lock(tx, projectId, id)
        if (found !== null) await addEvent(tx, scoped, { findingId: id, kind: 'note', state: null, note: text })
        return { commit: found !== null, answer: found !== null }
      })
    },

    async own(id, person) {
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

const filterValues = ({ product, hardware, state, direction, least }: FindingFilters) => [
  product,
  hardware,
  state,
  direction,
  least,
]

async function lock(tx: Statements, projectId: string, id: string): Promise<FindingState | null> {
  const { rows } = await tx.query<{ state: FindingState }>(
    'select state from finding where project_id = $1 and id = $2 for update',
    [projectId, id],
  )
  return rows[0]?.state ?? null
}

async function changeState(
  scoped: Scoped,
  id: string,
  kind: FindingAction | FindingNews,
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

/**
 * Puts what the data of a product say now in the place of what they said before. What people said of a finding stays;
 * one that is found no longer goes if nobody touched it, and is marked otherwise. One at a time for a project, so two
 * workers give the same as one.
 */
async function replaceFindings(scoped: Scoped, product: string, all: readonly FindingFacts[]): Promise<string[]> {
  const { projectId } = scoped
  return scoped.transaction(async (tx) => {
    await tx.query(`select pg_advisory_xact_lock(hashtextextended('findings ' || $1, 0))`, [projectId])
    const appeared: string[] = []
    const found = all.map((facts) => ({ id: idOf(facts), facts }))
    for (const { id, facts } of found) {
      const { product: _p, from, to, hardware, direction, ...rest } = facts
      const { rows } = await tx.query<{ isNew: boolean }>(UPSERT, [
        projectId,
        id,
        product,
        from,
        to,
        hardware,
        direction,
        JSON.stringify(rest),
        effectOf(facts),
      ])
      if (rows[0]?.isNew === true) {
        await addEvent(tx, scoped, { findingId: id, kind: 'found', state: 'new', note: null })
        appeared.push(id)
      }
    }
    const ids = found.map(({ id }) => id)
    await tx.query(DELETE_UNTOUCHED, [projectId, product, ids])
    const { rows: gone } = await tx.query<{ id: string }>(
      `update finding set stands = false, updated_at = current_timestamp
       where project_id = $1 and product = $2 and stands and id <> all($3::uuid[]) returning id`,
      [projectId, product, ids],
    )
    for (const { id } of gone) {
      await addEvent(tx, scoped, { findingId: id, kind: 'no longer found', state: null, note: null })
    }
    return { commit: true, answer: appeared }
  })
}

const idOf = ({ product, from, to, hardware, direction }: FindingFacts) =>
  idFrom('finding', product, from, to, hardware, direction)

/** xmax is 0 in a row that was inserted, and the number of this transaction in one that was updated. */
const UPSERT = `
  insert into finding (project_id, id, product, from_version, to_version, hardware, direction, facts, effect)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
  on conflict (project_id, id) do update set facts = excluded.facts, effect = excluded.effect, stands = true,
    updated_at = case when finding.facts = excluded.facts and finding.stands then finding.updated_at else current_timestamp end
  returning xmax = 0 as "isNew"`

const DELETE_UNTOUCHED = `
  delete from finding f where project_id = $1 and product = $2 and id <> all($3::uuid[])
    and not exists (select from finding_event e
      where e.project_id = f.project_id and e.finding_id = f.id and e.kind <> 'found')`
