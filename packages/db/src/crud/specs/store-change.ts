import { randomUUID } from 'node:crypto'
import { type Feedback, feedbackName, type Response, responseName, type Spec } from '@assay/domain/specs/spec'
import { z } from 'zod'
import { storeFigures } from '../reports/stored-figures.ts'
import { readRows } from '../../scope/read-rows.ts'
import type { Statements } from '../../scope/tenant-scope.ts'
import { storeSeal } from './spec-origins.ts'
import type { Decided, NewRevision } from './spec-types.ts'

type Of = { projectId: string; specId: string }

/** Stores what is not as it was: values that a change left alone are the same objects before and after. */
export async function storeChange(tx: Statements, of: Of, before: Spec, decided: Decided): Promise<void> {
  const { spec, revision, placements = [], places = [], at } = decided
  await storeSpec(tx, of, spec, decided)
  await storeReviewers(tx, of, before, spec)
  await storeLinks(tx, of, before, decided)
  for (const round of spec.rounds) {
    if (before.rounds.includes(round)) continue
    await tx.query(PUT_ROUND, [of.projectId, randomUUID(), of.specId, round.number, round.meetingAt, json(round)])
  }
  for (const feedback of spec.feedback) {
    if (before.feedback.includes(feedback)) continue
    const { responses, ...facts } = feedback
    const old = before.feedback.find(({ number }) => number === feedback.number)
    const rows = await readRows(tx, z.object({ id: z.string() }), PUT_FEEDBACK, [
      ...[of.projectId, randomUUID(), of.specId, feedback.number, feedback.giver.key, json(facts)],
    ])
    const feedbackId = rows[0]?.id ?? ''
    if (old !== undefined) await takeOut(tx, of, old, feedback)
    await putWords(tx, of, { kind: 'feedback', ref: feedbackName(feedback.number), words: feedback.body })
    for (const response of responses) {
      if (old?.responses.includes(response)) continue
      const { number, kind, carriedBy } = response
      await tx.query(PUT_RESPONSE, [
        ...[of.projectId, randomUUID(), feedbackId, number, kind, carriedBy, json(response)],
      ])
      await putWords(tx, of, {
        kind: 'response',
        ref: responseName(feedback.number, number),
        words: wordsOf(response, feedback.body),
        response: kind,
      })
    }
  }
  if (revision !== undefined) await storeRevision(tx, of, revision, places, at)
  if (decided.seal !== undefined) await storeSeal(tx, of, decided.seal)
  if (placements.length > 0) {
    await tx.query(PUT_PLACEMENTS, [
      of.projectId,
      of.specId,
      placements.map(() => randomUUID()),
      placements.map(({ feedback }) => feedback),
      placements.map((one) => one.revision),
      placements.map(({ placement }) => json(placement)),
    ])
  }
}

/** Words that were taken out of feedback or an answer are taken out of what was sent, too. */
async function takeOut(tx: Statements, { projectId, specId }: Of, old: Feedback, now: Feedback): Promise<void> {
  const gone = [
    ...(now.redacted !== null && old.redacted === null ? [old.body, old.anchor.quote] : []),
    ...old.responses.flatMap((response, at) => {
      const taken = now.responses[at]?.redacted !== null && response.redacted === null
      return taken ? [response.reason, response.workaround, response.where] : []
    }),
  ].filter((words) => words !== '')
  if (gone.length > 0) await tx.query(TAKE_OUT, [projectId, specId, gone])
}

/** An answer is found by what it answers, too; a draft of a scribe is nobody's answer yet. */
const wordsOf = ({ reason, workaround, where, draft }: Response, body: string): string =>
  draft ? '' : [reason, workaround, where, body].filter((text) => text !== '').join('\n')

const json = (value: unknown) => JSON.stringify(value)

async function storeSpec(tx: Statements, { projectId, specId }: Of, spec: Spec, { nextBlock, at }: Decided) {
  const { title, state, owner, coAuthors, revision, baseRevision, amendments, outcome, ended } = spec
  await tx.query(PUT_SPEC, [
    ...[projectId, specId, title, state, owner.key, owner.name, json(coAuthors), revision, baseRevision],
    ...[json({ amendments, outcome, ended }), nextBlock ?? null, at ?? null],
  ])
}

async function storeReviewers(tx: Statements, { projectId, specId }: Of, before: Spec, after: Spec): Promise<void> {
  if (before.readers === after.readers) return
  const gone = before.readers.filter(({ who }) => !after.readers.some((reviewer) => reviewer.who.key === who.key))
  if (gone.length > 0) {
    await tx.query('delete from spec_reviewer where project_id = $1 and spec_id = $2 and key = any($3::text[])', [
      ...[projectId, specId, gone.map(({ who }) => who.key)],
    ])
  }
  for (const reviewer of after.readers) {
    if (before.readers.includes(reviewer)) continue
    await tx.query(UPSERT_REVIEWER, [projectId, randomUUID(), specId, reviewer.who.key, json(reviewer)])
  }
}

const ENDED: ReadonlySet<Spec['state']> = new Set(['resolved', 'withdrawn', 'superseded'])

/** A new link; and those that end with the review end with it for good, whatever is reopened later. */
async function storeLinks(tx: Statements, { projectId, specId }: Of, before: Spec, { spec, link }: Decided) {
  if (link !== undefined) {
    const { key, secretSha256, until } = link
    await tx.query(PUT_LINK, [projectId, specId, key, secretSha256, until])
  }
  if (ENDED.has(spec.state) && !ENDED.has(before.state)) await tx.query(END_LINKS, [projectId, specId])
}

export async function storeRevision(
  tx: Statements,
  of: Of,
  revision: NewRevision,
  places: readonly { name: string; block: string }[],
  at?: string | undefined,
): Promise<void> {
  const { projectId, specId } = of
  const { number, title, text, sha256, blocks, baseRevision, note, author, state, figures } = revision
  const snapshotIds = await keepOrName(tx, projectId, figures)
  await tx.query(PUT_REVISION, [
    ...[projectId, randomUUID(), specId, number, title, text, sha256, json(blocks), baseRevision, note],
    ...[author.key, author.name, state, snapshotIds, at ?? null],
  ])
  await tx.query(PUT_PLACES, [
    projectId,
    specId,
    places.map(() => randomUUID()),
    places.map(({ name }) => name),
    places.map(({ block }) => block),
    number,
  ])
  // Figures are found by what they show, and not by how they are written.
  const words = blocks.flatMap((block) => (block.kind === 'figure' ? [] : [block.text])).join('\n')
  await putWords(tx, of, { kind: 'text', ref: '', words: `${title}\n${words}` })
  // Figures that the text has no more are not found any more.
  await tx.query(`delete from spec_words where project_id = $1 and spec_id = $2 and kind = 'evidence'`, [
    ...[projectId, specId],
  ])
  for (const [at, found] of revision.evidence.entries()) {
    if (found !== '') await putWords(tx, of, { kind: 'evidence', ref: `figure-${at + 1}`, words: found })
  }
}

async function keepOrName(
  tx: Statements,
  projectId: string,
  figures: NewRevision['figures'],
): Promise<(string | null)[]> {
  const fresh = figures.filter((figure) => figure !== null && typeof figure !== 'string')
  const ids = (await storeFigures(tx, projectId, fresh)).values()
  return figures.map((figure) => (figure === null || typeof figure === 'string' ? figure : (ids.next().value ?? null)))
}

type Words = { kind: string; ref: string; words: string; response?: string }

async function putWords(tx: Statements, { projectId, specId }: Of, { kind, ref, words, response }: Words) {
  await tx.query(PUT_WORDS, [
    // A word index holds a megabyte at most; what is longer is found by its beginning.
    ...[projectId, randomUUID(), specId, kind, ref, response ?? null, words.slice(0, MAX_EVENT_CHARACTERS)],
  ])
}

const MAX_EVENT_CHARACTERS = 600_000

const PUT_SPEC = `
  update spec set title = $3, state = $4, owner_key = $5, owner_name = $6, co_authors = $7, revision = $8,
    base_revision = $9, afterwards = $10, next_block = coalesce($11, next_block),
    updated_at = coalesce($12, clock_timestamp())
  where project_id = $1 and id = $2`

const PUT_ROUND = `
  insert into spec_round (project_id, id, spec_id, number, meeting_at, facts) values ($1, $2, $3, $4, $5, $6)
  on conflict (project_id, spec_id, number) do update set meeting_at = excluded.meeting_at, facts = excluded.facts`

const UPSERT_REVIEWER = `
  insert into spec_reviewer (project_id, id, spec_id, key, facts) values ($1, $2, $3, $4, $5)
  on conflict (project_id, spec_id, key) do update set facts = excluded.facts`

const PUT_LINK = `
  update spec_reviewer set secret_sha256 = $4, link_expires_at = $5, link_created_at = clock_timestamp(),
    link_revoked_at = null
  where project_id = $1 and spec_id = $2 and key = $3`

const END_LINKS = `
  update spec_reviewer set secret_sha256 = null where project_id = $1 and spec_id = $2 and link_expires_at is null`

const PUT_FEEDBACK = `
  insert into spec_feedback (project_id, id, spec_id, number, giver_key, facts) values ($1, $2, $3, $4, $5, $6)
  on conflict (project_id, spec_id, number) do update set facts = excluded.facts
  returning id`

const PUT_RESPONSE = `
  insert into spec_response (project_id, id, feedback_id, number, kind, carried_by, facts)
  values ($1, $2, $3, $4, $5, $6, $7)
  on conflict (project_id, feedback_id, number) do update set facts = excluded.facts`

const TAKE_OUT = `
  update spec_event set action = (
    select jsonb_object_agg(key, case
      when value #>> '{}' = any($3::text[]) then '""'
      when value ->> 'quote' = any($3::text[]) then value - 'quote' - 'prefix' - 'suffix'
      else value end)
    from jsonb_each(action))
  where project_id = $1 and spec_id = $2 and action ->> 'kind' in ('give', 'answer', 'carry-out', 'place')`

const PUT_PLACEMENTS = `
  insert into spec_placement (project_id, spec_id, id, feedback, revision, placement)
  select $1, $2, * from unnest($3::uuid[], $4::int[], $5::int[], $6::jsonb[])
  on conflict (project_id, spec_id, revision, feedback) do update set placement = excluded.placement`

const PUT_REVISION = `
  insert into spec_revision (project_id, id, spec_id, number, title, text, sha256, blocks, base_revision, note,
    author_key, author_name, state, snapshot_ids, made_at)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14::uuid[], coalesce($15, clock_timestamp()))`

// A name stays with the block that had it first, or an old link would lead elsewhere.
const PUT_PLACES = `
  insert into spec_place (project_id, spec_id, id, name, block, last_revision)
  select $1, $2, id, name, block, $6 from unnest($3::uuid[], $4::text[], $5::text[]) as p (id, name, block)
  on conflict (project_id, spec_id, name) do update set last_revision = excluded.last_revision
  where spec_place.block = excluded.block`

const PUT_WORDS = `
  insert into spec_words (project_id, id, spec_id, kind, ref, response, words, search)
  values ($1, $2, $3, $4, $5, $6, $7, to_tsvector('english', $7))
  on conflict (project_id, spec_id, kind, ref) do update set words = excluded.words, search = excluded.search`
