import { randomUUID } from 'node:crypto'
import { type Feedback, feedbackName, opinionsOf, type Response, responseName } from '@assay/domain/specs/feedback'
import type { Spec } from '@assay/domain/specs/spec'
import type { TenantTransaction } from '../../scope/tenant-client.ts'
import { toJsonValue } from '../../scope/to-json.ts'
import { storeSearchText } from './search-text.ts'
import { storeSeal } from './spec-origins.ts'
import type { Decided, SpecKey } from './spec-types.ts'
import { storeReviewers } from './store-reviewers.ts'
import { storeRevision } from './store-revision.ts'

/** Stores only the changed values. Unchanged values are the same objects before and after. */
export async function storeChange(tx: TenantTransaction, of: SpecKey, before: Spec, decided: Decided): Promise<void> {
  const { spec, revision, placements = [], blockNames = [], at, seal } = decided
  await updateSpec(tx, of, decided)
  await storeReviewers(tx, of, before, decided)
  await storeRounds(tx, of, before, spec)
  for (const feedback of spec.feedback) {
    if (!before.feedback.includes(feedback)) await storeFeedback(tx, of, before, feedback)
  }
  if (revision !== undefined) await storeRevision(tx, of, revision, blockNames, at)
  if (seal !== undefined) await storeSeal(tx, of, seal)
  if (placements.length > 0) await storePlacements(tx, of, placements)
}

async function updateSpec(tx: TenantTransaction, { projectId, specId }: SpecKey, { spec, nextBlock, at }: Decided) {
  const { title, state, owner, coAuthors, revision, baseRevision, amendments, errata, outcome, ended } = spec
  await tx.spec.update({
    where: { projectId_id: { projectId, id: specId } },
    data: {
      ...{ title, state, ownerKey: owner.key, ownerName: owner.name, coAuthors, revision, baseRevision },
      afterwards: toJsonValue({ amendments, errata, outcome, ended }),
      ...(nextBlock !== undefined && { nextBlock }),
      updatedAt: at ?? new Date(),
    },
    select: { id: true },
  })
}

async function storeRounds(tx: TenantTransaction, of: SpecKey, before: Spec, { rounds }: Spec): Promise<void> {
  for (const round of rounds) {
    if (before.rounds.includes(round)) continue
    const { number } = round
    const row = { meetingAt: round.meetingAt, facts: toJsonValue(round) }
    await tx.specRound.upsert({
      where: { projectId_specId_number: { ...of, number } },
      create: { ...of, id: randomUUID(), number, ...row },
      update: row,
      select: { id: true },
    })
  }
}

async function storeFeedback(tx: TenantTransaction, of: SpecKey, before: Spec, feedback: Feedback): Promise<void> {
  const { responses, ...rest } = feedback
  const { number, giver, body } = feedback
  const facts = toJsonValue(rest)
  const { id: feedbackId } = await tx.specFeedback.upsert({
    where: { projectId_specId_number: { ...of, number } },
    create: { ...of, id: randomUUID(), number, authorKey: giver.key, facts },
    update: { facts, authorKey: giver.key },
    select: { id: true },
  })
  const old = before.feedback.find((one) => one.number === number)
  if (old !== undefined) await redactEvents(tx, of, old, feedback)
  await storeSearchText(tx, of, { kind: 'feedback', ref: feedbackName(number), text: textsOf(feedback) })
  for (const response of responses) {
    // The search terms of a response include the comment, so they change when the comment is redacted.
    if (!old?.responses.includes(response) || old.body !== body) {
      await storeResponse(tx, of, { feedbackId, feedback, response })
    }
  }
}

/** The comment with its replies, as the search finds it. */
const textsOf = ({ body, replies }: Feedback): string =>
  [body, ...replies.map(({ text }) => text)].filter((text) => text !== '').join('\n')

type Answered = { feedbackId: string; feedback: Feedback; response: Response }

async function storeResponse(tx: TenantTransaction, of: SpecKey, { feedbackId, feedback, response }: Answered) {
  const { projectId } = of
  const { number, kind, carriedBy } = response
  const row = { kind, doneInRevision: carriedBy, facts: toJsonValue(response) }
  await tx.specResponse.upsert({
    where: { projectId_feedbackId_number: { projectId, feedbackId, number } },
    create: { projectId, id: randomUUID(), feedbackId, number, ...row },
    update: row,
    select: { id: true },
  })
  const ref = responseName(feedback.number, number)
  await storeSearchText(tx, of, { kind: 'response', ref, text: wordsOf(response, feedback.body), response: kind })
}

/**
 * Search terms of a response include those of its comment; a scribe's draft has none, because it is not a response yet.
 */
const wordsOf = ({ reason, workaround, where, draft }: Response, body: string): string =>
  draft ? '' : [reason, workaround, where, body].filter((text) => text !== '').join('\n')

/** Removes redacted words of feedback or a response from the stored actions that contain them. */
async function redactEvents(
  tx: TenantTransaction,
  { projectId, specId }: SpecKey,
  old: Feedback,
  now: Feedback,
): Promise<void> {
  const gone = [
    ...(now.redacted !== null && old.redacted === null
      ? [old.body, old.anchor.quote, old.suggestion ?? '', ...old.earlierBodies.map(({ text }) => text)]
      : []),
    ...old.replies.flatMap((reply, at) =>
      now.replies[at]?.redacted !== null && reply.redacted === null
        ? [reply.text, ...reply.earlier.map(({ text }) => text)]
        : [],
    ),
    ...old.responses.flatMap((response, at) => {
      const taken = now.responses[at]?.redacted !== null && response.redacted === null
      return taken ? [response.reason, response.workaround, response.where] : []
    }),
    ...opinionsOf(old).flatMap(({ text, redacted }, at) =>
      redacted === null && opinionsOf(now)[at]?.redacted !== null ? [text] : [],
    ),
  ].filter((words) => words !== '')
  if (gone.length === 0) return
  await tx.$executeRaw`
    update spec_event set action = (
      select jsonb_object_agg(key, case
        when value #>> '{}' = any(${gone}::text[]) then '""'
        when value ->> 'quote' = any(${gone}::text[]) then value - 'quote' - 'prefix' - 'suffix'
        else value end)
      from jsonb_each(action))
    where project_id = ${projectId}::uuid and spec_id = ${specId}::uuid
      and action ->> 'kind' in ('give', 'answer', 'carry-out', 'place', 'say', 'reply', 'edit-text', 'reopen-comment')`
}

/** One statement for all comments, because a new revision of a discussed spec re-anchors hundreds of them. */
async function storePlacements(
  tx: TenantTransaction,
  { projectId, specId }: SpecKey,
  placements: NonNullable<Decided['placements']>,
): Promise<void> {
  const ids = placements.map(() => randomUUID())
  const feedback = placements.map((one) => one.feedback)
  const revisions = placements.map(({ revision }) => revision)
  const found = placements.map(({ placement }) => JSON.stringify(placement))
  await tx.$executeRaw`
    insert into spec_placement (project_id, spec_id, id, feedback, revision, placement)
    select ${projectId}::uuid, ${specId}::uuid, *
    from unnest(${ids}::uuid[], ${feedback}::int[], ${revisions}::int[], ${found}::jsonb[])
    on conflict (project_id, spec_id, revision, feedback) do update set placement = excluded.placement`
}
