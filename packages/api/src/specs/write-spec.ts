import { hash } from 'node:crypto'
import type { Decided, HeldSpec, IdempotentRequest, SpecRevision, StoredSpec } from '@assay/db/types'
import { headingSlugs } from '@assay/domain/publish/markdown/render-spec'
import { err, ok, type Result } from '@assay/domain/result'
import { type By, isAuthorOf, may } from '@assay/domain/specs/actions/permissions'
import { type Refusal, unknown } from '@assay/domain/specs/actions/refusal'
import { transition } from '@assay/domain/specs/actions/transition'
import { identifyBlocks } from '@assay/domain/specs/anchor/align-blocks'
import type { Block } from '@assay/domain/specs/anchor/block'
import { placementOf, reAnchor } from '@assay/domain/specs/anchor/re-anchor'
import type { Attachment } from '@assay/domain/specs/attachments/attachment'
import { followedAnchor } from '@assay/domain/specs/feedback'
import { readSpecName, resolvedRevisionOf } from '@assay/domain/specs/spec'
import { NewSpecInput, RevisionInput } from '@assay/domain/specs/spec-content'
import { linkTargets, notEditorial } from '@assay/domain/specs/text/editorial'
import { z } from 'zod'
import type { ProjectAccess } from '../access/resolve-access.ts'
import { type AppError, appError } from '../errors.ts'
import { parseInput } from '../http/parse-input.ts'
import type { Services } from '../services.ts'
import { attachmentsOf } from './attach-file.ts'
import { type FrozenEvidence, freezeEvidence } from './freeze-evidence.ts'
import { findSpec, refusalError, specNotFound } from './spec-access.ts'

// Use-cases of specs for REST and tRPC. Callers have checked the access.

/**
 * @param options.at time of creation, for a spec that is recorded later.
 * @param options.sent identifies the request, so that a retry after a lost response returns the spec that was created.
 */
export async function createSpec(
  services: Services,
  access: ProjectAccess,
  by: By,
  input: unknown,
  { at, sent }: { at?: Date | undefined; sent?: IdempotentRequest | undefined } = {},
): Promise<Result<StoredSpec, AppError>> {
  const read = parseInput(NewSpecInput, input)
  if (!read.ok) return read
  const { kind, title, text, parent: named } = read.value
  if (kind === 'design' && named === null) {
    return err(
      appError(
        'document-invalid',
        'A design spec needs the functional spec that it builds on. Name it, such as FS-12.',
      ),
    )
  }
  const of = kind === 'functional' || named === null ? null : readSpecName(named)
  const parent = of?.kind === 'functional' ? await findSpec(access, by, named ?? '') : null
  if (kind === 'design' && (parent === null || !parent.ok)) {
    return err(
      appError('not-found', 'There is no functional spec with this number in this project. Name one, such as FS-12.'),
    )
  }
  const builtOn = parent?.ok === true ? parent.value.spec : null
  const { blocks, next } = identifyBlocks([], text, 1)
  const evidence = await freezeEvidence(services, access, { text, blocks }, { now: at ?? services.now() })
  const attachments = await attachmentsOf(access, by, { text, before: [] })
  if (!attachments.ok) return attachments
  const made = await access.queries.specs.create({
    ...{ kind, title, owner: by.person, nextBlock: next, blockNames: blockNames(blocks) },
    parent: builtOn?.number ?? null,
    baseRevision: builtOn?.revision ?? null,
    revision: {
      text,
      sha256: sha256Of(text),
      blocks,
      note: 'first revision',
      ...evidence,
      attachments: attachments.value,
    },
    ...(at === undefined ? {} : { at: at.toISOString() }),
    sent,
  })
  if (made === null) return err(specNotFound())
  return made.ok ? made : err(refusalError(made.error))
}

/** Outcome of a revision: saved, or stored as a copy because another person saved first. */
export const RevisionAnswer = z
  .object({
    outcome: z.enum(['saved', 'kept']),
    /** The current revision. */
    revision: z.int(),
    copyId: z.uuid().nullable(),
  })
  .meta({ id: 'SpecRevisionAnswer' })
export type RevisionAnswer = z.infer<typeof RevisionAnswer>

/**
 * Stores a text as the revision after its base. When two authors write on the same revision, the later text is stored
 * as a copy.
 *
 * @param input.dated true sets the time of the stored rows to `now`, for a revision that is recorded later than it
 *   happened.
 * @param input.sent identifies the request, so that a retry after a lost response is stored once.
 */
export async function reviseSpec(
  services: Services,
  access: ProjectAccess,
  by: By,
  request: { name: string; input: unknown; now: Date; dated?: boolean; sent?: IdempotentRequest | undefined },
): Promise<Result<RevisionAnswer, AppError>> {
  const { name, input, now, dated = false, sent } = request
  const read = parseInput(RevisionInput, input)
  if (!read.ok) return read
  const found = await findSpec(access, by, name)
  if (!found.ok) return found
  const { base, title, text, note, freezeAnew } = read.value
  const newest = found.value.spec.revision
  if (base > newest)
    return err(refusalError(unknown(`There is no revision ${base} to write on; the newest is ${newest}.`)))
  // Freezing is slow, so it happens before the lock is taken. On a conflict only the text is stored, as a copy.
  const before = await access.queries.specs.revision(found.value.id, base)
  const evidence =
    before === null || !may(found.value.spec, by, 'edit')
      ? NOTHING
      : await freezeRevised(services, access, { before, text, freezeAnew, now })
  const attachments = await attachmentsOf(access, by, { text, before: before?.attachments ?? [] })
  if (!attachments.ok) return attachments
  const action = { kind: 'revise', base, title, note } as const
  const changed = await access.queries.specs.change(
    found.value.spec,
    by,
    action,
    async (held, by) => {
      const decided = await decideRevision(held, by, { ...read.value, now, evidence, attachments: attachments.value })
      if (!decided.ok) return decided
      return ok({ ...decided.value, ...(dated ? { at: now.toISOString() } : { notifyAt: now }) })
    },
    { sent },
  )
  if (changed === null) return err(specNotFound())
  if (changed.ok) {
    const { revision } = changed.value.spec
    if (sent === undefined) return ok({ outcome: 'saved', revision, copyId: null })
    // This is a retry: another person may have stored a revision since, so the number is looked up.
    const all = await access.queries.specs.revisions(found.value.id)
    const own = all.find((one) => one.sha256 === sha256Of(text) && one.number > base)
    return ok({ outcome: 'saved', revision: own?.number ?? revision, copyId: null })
  }
  const { error } = changed
  if (error.code !== 'conflict') return err(refusalError(error))
  // A text that is stored already, as after a lost response, counts as saved.
  const { id, spec } = found.value
  const current = await access.queries.specs.revision(id, error.revision)
  if (current?.text === text && current.title === title) {
    return ok({ outcome: 'saved', revision: error.revision, copyId: null })
  }
  if (!isAuthorOf(spec, by.person)) return err(refusalError(error))
  const copyId = await access.queries.specs.createCopy(id, { title, text, note, basedOn: base, author: by.person })
  return ok({ outcome: 'kept', revision: error.revision, copyId })
}

type NewText = RevisionInput & { now: Date; evidence: FrozenEvidence; attachments: readonly Attachment[] }

export async function decideRevision(
  held: HeldSpec,
  by: By,
  { base, title, text, note, now, evidence, attachments }: NewText,
): Promise<Result<Decided, Refusal>> {
  const { spec } = held
  const current = await held.revision(spec.revision)
  if (current === null) return err(unknown('There is no text to revise.'))
  const fresh = evidence.figures.filter((figure) => figure !== null && typeof figure !== 'string').length
  if (base === spec.revision && current.text === text && current.title === title && fresh === 0) {
    return err(unknown('Nothing was changed.'))
  }
  const { blocks, alignment, next } = identifyBlocks(current.blocks, text, held.nextBlock)
  const resolved = spec.state === 'resolved' ? await held.revision(resolvedRevisionOf(spec)) : null
  const action = { kind: 'revise', base, title, note } as const
  const after = transition(spec, action, by, {
    now,
    notEditorial: resolved === null ? [] : editorialProblems(resolved, { text, blocks, attachments }, fresh),
  })
  if (!after.ok) return after
  const number = after.value.revision
  const placed = await held.placements(spec.revision)
  const anchors = spec.feedback.map((feedback) => ({
    anchor: followedAnchor(feedback),
    placement: placed.get(feedback.number) ?? placementOf(feedback.anchor),
  }))
  const placements = reAnchor({ before: current.blocks, after: blocks, alignment }, anchors)
  return ok({
    spec: after.value,
    revision: {
      ...{ number, title, text, note, blocks, sha256: sha256Of(text), author: by.person, state: after.value.state },
      ...{ baseRevision: after.value.baseRevision, ...evidence, attachments },
    },
    nextBlock: next,
    placements: spec.feedback.flatMap((feedback, at) => {
      const placement = placements[at]
      return placement === undefined ? [] : [{ feedback: feedback.number, revision: number, placement }]
    }),
    blockNames: blockNames(blocks),
  })
}

const NOTHING: FrozenEvidence = { figures: [], evidence: [] }

export async function freezeRevised(
  services: Services,
  access: ProjectAccess,
  { before, text, freezeAnew, now }: { before: SpecRevision; text: string; freezeAnew: readonly number[]; now: Date },
): Promise<FrozenEvidence> {
  // Ids that blocks get later do not matter here.
  const { blocks } = identifyBlocks(before.blocks, text, 1)
  return freezeEvidence(services, access, { text, blocks }, { before, anew: freezeAnew, now })
}

type Content = { text: string; blocks: readonly Block[]; attachments: readonly Attachment[] }

const namesOf = ({ attachments }: Content): string =>
  attachments
    .map(({ name }) => name)
    .sort()
    .join()

/** Freezing evidence again changes a resolved spec, although its text is equal. */
const editorialProblems = (before: Content, after: Content, fresh: number): string[] => [
  ...notEditorial(before.blocks, after.blocks),
  ...(linkTargets(before.text) === linkTargets(after.text)
    ? []
    : ['Targets of links cannot change after the spec was resolved.']),
  ...(namesOf(before) === namesOf(after) ? [] : ['Attachments cannot change after the spec was resolved.']),
  ...(fresh > 0 ? ['Evidence cannot change after the spec was resolved.'] : []),
]

export const sha256Of = (text: string): string => hash('sha256', text, 'hex')

/** Names for the blocks of a revision in links: their ids, and the slugs of headings. */
export function blockNames(blocks: readonly Block[]): { name: string; block: string }[] {
  const names = new Map(blocks.map(({ id }) => [id, id]))
  for (const [slug, id] of headingSlugs(blocks)) if (slug !== '' && !names.has(slug)) names.set(slug, id)
  return [...names].map(([name, block]) => ({ name, block }))
}
