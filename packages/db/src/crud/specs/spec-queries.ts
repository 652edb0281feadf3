import { randomUUID } from 'node:crypto'
import { err, invariant, ok, type Result } from '@assay/domain/result'
import type { Refusal } from '@assay/domain/specs/refusal'
import { RESPONSE_KINDS, SPEC_KINDS, SPEC_STATES, specName, Who } from '@assay/domain/specs/spec'
import { z } from 'zod'
import { writeAudit } from '../audit/audit.ts'
import { rowTime } from '../notes/row-time.ts'
import { readFigures } from '../reports/stored-figures.ts'
import { isUuid } from '../../is-uuid.ts'
import { notifySpecSubscribers } from '../notifications/notify-spec-subscribers.ts'
import { readRows } from '../../scope/read-rows.ts'
import type { Statements, TenantScope } from '../../scope/tenant-scope.ts'
import { restoreSpec } from './restore-spec.ts'
import { beginSending, REUSED } from './sent-once.ts'
import { readImport, readSeals, readTexts } from './spec-origins.ts'
import { type ReadSpec, readPlacements, readRevision, readRevisions, readSpec } from './spec-rows.ts'
import type { HeldSpec, SpecNumber, SpecQueries, StoredSpec } from './spec-types.ts'
import { storeChange, storeRevision } from './store-change.ts'

export function specQueries(scoped: TenantScope): SpecQueries {
  const { projectId, by } = scoped
  return {
    async list() {
      const rows = await readRows(scoped, z.object({ spec: z.unknown() }), LIST, [projectId])
      return rows.map(({ spec }) => SummaryRow.parse(spec))
    },

    async find(of) {
      const found = await readSpec(scoped, projectId, of)
      return found === null ? null : stored(found)
    },

    async supersededBy({ kind, number }) {
      const asked = `select kind, number, title from spec
        where project_id = $1 and afterwards -> 'ended' ->> 'successor' = $2 order by kind, number`
      const { rows } = await scoped.query(asked, [projectId, specName({ kind, number })])
      return rows.map((row) => SupersededRow.parse(row))
    },

    create: ({ kind, title, owner, parent, baseRevision, revision, nextBlock, places, at, sent }) =>
      scoped.transaction<Result<StoredSpec, Refusal> | null>(async (tx) => {
        // Numbers are given one after the other; a lock of the kind, for there is no row yet.
        await tx.query(`select pg_advisory_xact_lock(hashtextextended('spec ' || $1 || ' ' || $2, 0))`, [
          ...[projectId, kind],
        ])
        const { made, isReused, note } = await beginSending(tx, { projectId, actorKey: owner.key }, sent)
        if (isReused) return REUSED
        if (made !== null) return { commit: false, answer: storedOrNull(await readSpec(tx, projectId, made)) }
        const specId = randomUUID()
        const rows = await readRows(tx, z.object({ number: z.number() }), CREATE, [
          ...[projectId, specId, kind, title, owner.key, owner.name, parent, baseRevision, nextBlock, at ?? null],
        ])
        const number = rows[0]?.number
        if (number === undefined) return { commit: false, answer: null }
        const first = { ...revision, title, number: 1, author: owner, state: 'draft' as const, baseRevision }
        await storeRevision(tx, { projectId, specId }, first, places, at)
        const object = { kind: 'spec', id: specId, name: `${specName({ kind, number })} ${title}` }
        if (!(await note(specId))) return REUSED
        await writeAudit(tx, projectId, by, { action: 'spec.created', object })
        return { commit: true, answer: storedOrNull(await readSpec(tx, projectId, { kind, number })) }
      }),

    change: (of, { who }, action, decide, { other: otherOf, sent } = {}) =>
      scoped.transaction<Result<StoredSpec, Refusal> | null>(async (tx) => {
        // A design spec before its functional spec, which is the order in which a schedule holds them.
        const otherId = otherOf === undefined ? undefined : await lock(tx, projectId, otherOf)
        const specId = await lock(tx, projectId, of)
        const other = otherId === undefined || otherOf === undefined ? null : await readSpec(tx, projectId, otherOf)
        // Read after the lock, so this sees what whoever held it has stored.
        const before = specId === undefined ? null : await readSpec(tx, projectId, of)
        if (specId === undefined || before === null) return { commit: false, answer: null }
        const { made, isReused, note } = await beginSending(tx, { projectId, actorKey: who.key }, sent)
        if (isReused) return REUSED
        if (made !== null) return { commit: false, answer: ok(stored(before)) }
        const decided = await decide({ ...(await hold(tx, projectId, specId, before)), other: other?.spec ?? null })
        if (!decided.ok) return { commit: false, answer: err(decided.error) }
        await storeChange(tx, { projectId, specId }, before.spec, decided.value)
        const { spec, at = null } = decided.value
        const eventId = randomUUID()
        await tx.query(PUT_EVENT, [projectId, eventId, specId, who.key, who.name, JSON.stringify(action), at])
        if (!(await note(specId))) return REUSED
        const { notifyAt: toldAt } = decided.value
        if (toldAt !== undefined) {
          await notifySpecSubscribers(tx, { projectId, specId }, spec, { eventId, by: who.key, action, at: toldAt })
        }
        if (other !== null && otherId !== undefined && decided.value.other !== undefined) {
          const { other: changed } = decided.value
          await storeChange(tx, { projectId, specId: otherId }, other.spec, changed)
          const object = { kind: 'spec', id: otherId, name: `${specName(other.spec)} ${other.spec.title}` }
          await writeAudit(tx, projectId, by, { action: 'spec.point-moved-here', object })
        }
        const object = { kind: 'spec', id: specId, name: `${specName(spec)} ${spec.title}` }
        const done = 'kind' in action ? String(action.kind) : 'changed'
        await writeAudit(tx, projectId, by, { action: `spec.${done}`, object, after: { state: spec.state } })
        const after = await readSpec(tx, projectId, of)
        invariant(after !== null, 'specs are never deleted')
        return { commit: true, answer: ok(stored(after)) }
      }),

    revisions: (specId) => readRevisions(scoped, projectId, specId),
    revision: (specId, number) => readRevision(scoped, projectId, specId, number),
    placements: (specId, revision) => readPlacements(scoped, projectId, specId, revision),
    figures: ({ snapshotIds }) => readFigures(scoped, projectId, snapshotIds),
    async restore(imported) {
      const made = await restoreSpec(scoped, imported)
      if (made === null) return null
      return made.ok ? ok(stored(made.value)) : made
    },
    imported: (specId) => readImport(scoped, projectId, specId),
    seals: (specId) => readSeals(scoped, projectId, specId),
    texts: (specId) => readTexts(scoped, projectId, specId),

    async place(specId, name) {
      const rows = await readRows(
        scoped,
        z.object({ block: z.string(), lastRevision: z.number() }),
        // A block outlives names of its heading, so it is asked by its own.
        `select n.block, b.last_revision as "lastRevision"
         from spec_place n join spec_place b
           on b.project_id = n.project_id and b.spec_id = n.spec_id and b.name = n.block
         where n.project_id = $1 and n.spec_id = $2 and n.name = $3`,
        [projectId, specId, name],
      )
      return rows[0] ?? null
    },

    keepCopy: (specId, { title, text, note, basedOn, author }) =>
      scoped.transaction<string>(async (tx) => {
        await tx.query('select from spec where project_id = $1 and id = $2 for update', [projectId, specId])
        const rows = await readRows(tx, z.object({ id: z.string() }), SAME_COPY, [
          projectId,
          specId,
          text,
          basedOn,
          author.key,
        ])
        if (rows[0] !== undefined) return { commit: false, answer: rows[0].id }
        const id = randomUUID()
        await tx.query(KEEP_COPY, [projectId, id, specId, title, text, note, basedOn, author.key, author.name])
        const object = { kind: 'spec', id: specId, name: title }
        await writeAudit(tx, projectId, by, { action: 'spec.copy-kept', object, after: { basedOn } })
        return { commit: true, answer: id }
      }),

    async copies(specId) {
      const rows = await readRows(scoped, z.object({ copy: z.unknown() }), COPIES, [projectId, specId])
      return rows.map(({ copy }) => CopyRow.parse(copy))
    },

    async removeCopy(specId, id) {
      if (!isUuid(id)) return false
      return scoped.transaction<boolean>(async (tx) => {
        const rows = await readRows(
          tx,
          z.object({ title: z.string(), text: z.string(), author: z.string() }),
          `delete from spec_copy where project_id = $1 and spec_id = $2 and id = $3
           returning title, text, author_name as author`,
          [projectId, specId, id],
        )
        const [removed] = rows
        if (removed === undefined) return { commit: false, answer: false }
        const object = { kind: 'spec', id: specId, name: removed.title }
        await writeAudit(tx, projectId, by, { action: 'spec.copy-removed', object, before: removed })
        return { commit: true, answer: true }
      })
    },

    async recordRead(specId, revision, { key, name }) {
      await scoped.query(NOTE_READING, [projectId, randomUUID(), specId, revision, key, name])
    },

    async listReadReceipts(specId) {
      const rows = await readRows(scoped, z.object({ reading: z.unknown() }), READ_RECEIPTS, [projectId, specId])
      return rows.map(({ reading }) => ReadReceiptRow.parse(reading))
    },

    async countEvents(specId) {
      const count = 'select count(*)::int as count from spec_event where project_id = $1 and spec_id = $2'
      const rows = await readRows(scoped, z.object({ count: z.number() }), count, [projectId, specId])
      return rows[0]?.count ?? 0
    },

    async sent(actorKey, once) {
      const asked = 'select once from spec_sent where project_id = $1 and actor_key = $2 and once = any($3::uuid[])'
      const rows = await readRows(scoped, z.object({ once: z.string() }), asked, [projectId, actorKey, once])
      return rows.map((row) => row.once)
    },

    async search(words, response) {
      const rows = await readRows(scoped, z.object({ hit: z.unknown() }), SEARCH, [projectId, words, response ?? null])
      return rows.map(({ hit }) => HitRow.parse(hit))
    },
  }
}

const stored = ({ id, spec, createdAt, updatedAt }: ReadSpec): StoredSpec => ({ id, spec, createdAt, updatedAt })

const storedOrNull = (read: ReadSpec | null) => (read === null ? null : ok(stored(read)))

async function lock(tx: Statements, projectId: string, { kind, number }: SpecNumber): Promise<string | undefined> {
  const rows = await readRows(
    tx,
    z.object({ id: z.string() }),
    'select id from spec where project_id = $1 and kind = $2 and number = $3 for update',
    [projectId, kind, number],
  )
  return rows[0]?.id
}

const ParentRow = z.object({ state: z.enum(SPEC_STATES), revision: z.int() })

async function hold(
  tx: Statements,
  projectId: string,
  specId: string,
  held: ReadSpec,
): Promise<Omit<HeldSpec, 'other'>> {
  const { spec, nextBlock } = held
  const [parent] = spec.parent === null ? [] : await readRows(tx, ParentRow, HOLD_PARENT, [projectId, spec.parent])
  return {
    spec,
    nextBlock,
    parent:
      parent === undefined
        ? null
        : {
            name: specName({ kind: 'functional', number: spec.parent ?? 0 }),
            state: parent.state,
            revision: parent.revision,
          },
    revision: (number) => readRevision(tx, projectId, specId, number),
    placements: (revision) => readPlacements(tx, projectId, specId, revision),
  }
}

// The lock keeps the functional spec from being reopened before the design review is scheduled.
const HOLD_PARENT = `
  select state, revision from spec where project_id = $1 and kind = 'functional' and number = $2 for share`

const CREATE = `
  insert into spec (project_id, id, kind, number, title, state, owner_key, owner_name, revision, parent_id,
    base_revision, next_block, created_at, updated_at)
  select $1, $2, $3, 1 + coalesce((select max(number) from spec where project_id = $1 and kind = $3), 0),
    $4, 'draft', $5, $6, 1, p.id, $8, $9, coalesce($10, clock_timestamp()), coalesce($10, clock_timestamp())
  from (select 1) as one
  left join spec p on p.project_id = $1 and p.kind = 'functional' and p.number = $7
  where $7::int is null or p.id is not null
  returning number`

const PUT_EVENT = `
  insert into spec_event (project_id, id, spec_id, actor_key, actor_name, action, at)
  values ($1, $2, $3, $4, $5, $6, coalesce($7, clock_timestamp()))`

// Sent again because its answer got lost, as a rule.
const SAME_COPY = `
  select id from spec_copy
  where project_id = $1 and spec_id = $2 and text = $3 and based_on = $4 and author_key = $5 limit 1`

const KEEP_COPY = `
  insert into spec_copy (project_id, id, spec_id, title, text, note, based_on, author_key, author_name)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`

const COPIES = `
  select json_build_object('id', id, 'title', title, 'text', text, 'note', note, 'basedOn', based_on,
    'author', json_build_object('key', author_key, 'name', author_name), 'keptAt', ${rowTime('kept_at')}) as copy
  from spec_copy where project_id = $1 and spec_id = $2 order by kept_at, id`

const CopyRow = z.object({
  id: z.uuid(),
  title: z.string(),
  text: z.string(),
  note: z.string(),
  basedOn: z.int(),
  author: Who,
  keptAt: z.string(),
})

const NOTE_READING = `
  insert into spec_read_receipt (project_id, id, spec_id, revision, key, name)
  select $1, $2, $3, $4, $5, $6
  on conflict (project_id, spec_id, revision, key) do update set last_at = clock_timestamp(), name = excluded.name
  where spec_read_receipt.last_at < clock_timestamp() - interval '1 minute'`

const READ_RECEIPTS = `
  select json_build_object('revision', revision, 'who', json_build_object('key', key, 'name', name),
    'firstAt', ${rowTime('first_at')}, 'lastAt', ${rowTime('last_at')}) as reading
  from spec_read_receipt where project_id = $1 and spec_id = $2 order by revision desc, first_at, key`

const ReadReceiptRow = z.object({ revision: z.int(), who: Who, firstAt: z.string(), lastAt: z.string() })

const STANDING = `
  select r.kind from spec_response r where r.project_id = f.project_id and r.feedback_id = f.id
    and r.facts ->> 'draft' = 'false'`

const countGoals = (met: 'true' | 'false') =>
  `jsonb_array_length(jsonb_path_query_array(s.afterwards, 'lax $.outcome.runs[*] ? (@.met == ${met})'))`

const LIST = `
  select json_build_object('id', s.id, 'kind', s.kind, 'number', s.number, 'title', s.title, 'state', s.state,
    'owner', json_build_object('key', s.owner_key, 'name', s.owner_name), 'coAuthors', s.co_authors,
    'readers', coalesce((select json_agg(key order by key) from spec_reviewer
      where project_id = s.project_id and spec_id = s.id), '[]'),
    'revision', s.revision, 'parent', p.number,
    'meetingAt', (select ${rowTime('meeting_at')} from spec_round
      where project_id = s.project_id and spec_id = s.id order by number desc limit 1),
    'rounds', (select count(*) from spec_round where project_id = s.project_id and spec_id = s.id),
    'feedback', (select count(*) from spec_feedback where project_id = s.project_id and spec_id = s.id),
    'open', (select count(*) from spec_feedback f
      where f.project_id = s.project_id and f.spec_id = s.id and not exists (${STANDING})),
    'outcome', s.afterwards -> 'outcome' ->> 'kind', 'met', ${countGoals('true')}, 'missed', ${countGoals('false')},
    'successor', s.afterwards -> 'ended' ->> 'successor', 'updatedAt', ${rowTime('s.updated_at')}) as spec
  from spec s left join spec p on p.project_id = s.project_id and p.id = s.parent_id
  where s.project_id = $1 order by s.updated_at desc, s.id`

const SupersededRow = z.object({ kind: z.enum(SPEC_KINDS), number: z.int(), title: z.string() })

const SummaryRow = z.object({
  id: z.uuid(),
  kind: z.enum(SPEC_KINDS),
  number: z.int(),
  title: z.string(),
  state: z.enum(SPEC_STATES),
  owner: Who,
  coAuthors: z.array(Who),
  readers: z.array(z.string()),
  revision: z.int(),
  parent: z.int().nullable(),
  meetingAt: z.string().nullable(),
  rounds: z.int(),
  feedback: z.int(),
  open: z.int(),
  outcome: z.string().nullable(),
  met: z.int(),
  missed: z.int(),
  successor: z.string().nullable(),
  updatedAt: z.string(),
})

// The outcome of a spec is short, so its search vector is computed instead of stored.
const AFTERWARDS = `
  select s.project_id, s.id, s.id as spec_id, 'outcome' as kind, 'outcome' as ref, null as response, told.words,
    to_tsvector('english', told.words) as search
  from spec s, lateral (select concat_ws(E'\\n',
    replace(s.afterwards -> 'outcome' ->> 'kind', '-', ' ') || ': ' || (s.afterwards -> 'outcome' ->> 'note'),
    (select string_agg(version, ', ') from jsonb_array_elements_text(s.afterwards -> 'outcome' -> 'versions') as version),
    (select string_agg((run ->> 'goal') || ': ' || case run ->> 'met' when 'true' then 'met' else 'missed' end, E'\\n')
      from jsonb_array_elements(s.afterwards -> 'outcome' -> 'runs') as run),
    coalesce('superseded by ' || (s.afterwards -> 'ended' ->> 'successor'), 'withdrawn') || ': '
      || (s.afterwards -> 'ended' ->> 'reason')) as words) as told
  where s.project_id = $1 and (s.state in ('resolved', 'superseded', 'withdrawn'))`

const SEARCH = `
  with asked as (select websearch_to_tsquery('english', $2) as q),
  told as (${AFTERWARDS}),
  found as (
    select project_id, id, spec_id, kind, ref, response, words, search from spec_words, asked
    where project_id = $1 and search @@ q
    union all
    select project_id, id, spec_id, kind, ref, response, words, search from told, asked where search @@ q
  )
  select json_build_object('spec',
      json_build_object('kind', s.kind, 'number', s.number, 'title', s.title, 'state', s.state),
    'kind', w.kind, 'ref', w.ref, 'response', w.response,
    'excerpt', ts_headline('english', left(w.words, 200000), q,
      E'StartSel=\\x01, StopSel=\\x02, MaxWords=30, MinWords=12, MaxFragments=2, FragmentDelimiter=" … "')) as hit
  from found w join spec s on s.project_id = w.project_id and s.id = w.spec_id, asked
  where $3::text is null or w.response = $3
  order by ts_rank(w.search, q) desc, s.updated_at desc, w.id limit 50`

const HitRow = z.object({
  spec: z.object({
    kind: z.enum(SPEC_KINDS),
    number: z.int(),
    title: z.string(),
    state: z.enum(SPEC_STATES),
  }),
  kind: z.enum(['text', 'feedback', 'response', 'evidence', 'outcome']),
  ref: z.string(),
  response: z.enum(RESPONSE_KINDS).nullable(),
  excerpt: z.string(),
})
