import type { SpecRevision, SpecSummary, StoredSpec } from '@assay/db/types'
import { err, ok, type Result } from '@assay/domain/result'
import { type By, may, SPEC_RIGHTS, type SpecRight } from '@assay/domain/specs/actions/permissions'
import { confirmableRequest } from '@assay/domain/specs/actions/redaction'
import { missingForResolve } from '@assay/domain/specs/actions/resolve-guard'
import { brokenEvidence, evidenceChecks } from '@assay/domain/specs/evidence/evidence'
import { statusOf } from '@assay/domain/specs/feedback'
import { isSeal, type SealLink } from '@assay/domain/specs/seal/seal-chain'
import { resolvedRevisionOf, type Spec, type SpecState, specName, stateAt } from '@assay/domain/specs/spec'
import { changedSince } from '@assay/domain/specs/text/changed-since'
import { checkText } from '@assay/domain/specs/text/check-text'
import { diffRevisions, type SectionDiff } from '@assay/domain/specs/text/diff-revisions'
import type { ProjectAccess } from '../access/resolve-access.ts'
import { type AppError, appError } from '../errors.ts'
import { moveIfLong } from '../http/move-request.ts'
import type { Services } from '../services.ts'
import { changingRevisions } from './changing-revisions.ts'
import { readEvidence } from './freeze-evidence.ts'
import { outcomeRuns } from './outcome-runs.ts'
import { outcomeVersions } from './outcome-versions.ts'
import { appendixSha256 } from './seal.ts'
import { findSpec } from './spec-access.ts'

/**
 * Returns the specs that the caller can see. Drafts are visible to their authors, invited reviewers, and authors of the
 * project.
 */
export async function listSpecs({ queries }: ProjectAccess, { person, role }: By): Promise<SpecSummary[]> {
  const all = await queries.specs.list()
  const isMember = role === 'author' || role === 'maintainer'
  return all.filter(
    ({ rounds, owner, coAuthors, readers }) =>
      rounds > 0 ||
      isMember ||
      owner.key === person.key ||
      coAuthors.some(({ key }) => key === person.key) ||
      readers.includes(person.key),
  )
}

export type ParentOfSpec = { name: string; title: string; state: SpecState; revision: number }

/** Reads a spec at one of its revisions, as its page shows it. */
export async function readSpec(services: Services, access: ProjectAccess, by: By, asked: Read) {
  const { name, revision, now, asResolved = false } = asked
  const found = await findSpec(access, by, name)
  if (!found.ok) return found
  const { id, spec } = found.value
  const { specs } = access.queries
  const [seals, links] = await Promise.all([specs.seals(id), specs.sealLinks(id)])
  const resolvedRevision = isSettled(spec) ? resolvedRevisionOf(spec) : null
  const number = revision ?? (asResolved ? resolvedRevision : null) ?? spec.revision
  const [shown, placements, parent, receipts, builtIn, shownBy, imported, supersedes, successor] = await Promise.all([
    specs.revision(id, number),
    specs.placements(id, number),
    parentOf(access, by, found.value),
    specs.listReadReceipts(id),
    outcomeVersions(access, spec.outcome),
    outcomeRuns(access, spec.outcome),
    specs.imported(id),
    specs.supersededBy(spec),
    successorOf(access, by, spec),
  ])
  if (shown === null) return err(noRevision())
  await moveIfLong(shown.text)
  const evidence = await readEvidence(services, access, shown)
  const isDraft = spec.state === 'draft' && may(spec, by, 'steer')
  return ok({
    ...found.value,
    spec: may(spec, by, 'steer') ? spec : { ...spec, readers: spec.readers.map((one) => ({ ...one, email: null })) },
    name: specName(spec),
    state: stateAt(spec, now),
    revision: shown,
    placements: [...placements].map(([feedback, placement]) => ({ feedback, placement })),
    parent,
    /** Specs that this one supersedes. */
    supersedes: supersedes.map((one) => ({ name: specName(one), title: one.title })),
    /** The spec that supersedes this one. */
    successor,
    seals,
    /** The newest seal and the number of recorded actions after it; null while the spec is not sealed. */
    seal: isSettled(spec) ? sealSummary(links) : null,
    /** The revision that was resolved; null before. */
    resolvedRevision,
    imported,
    /** Hash of the current appendix. */
    appendixSha256: appendixSha256(spec),
    /** The revision that the caller read before this one; null without newer changes. */
    changedSince: changedSince(
      receipts.filter(({ person }) => person.key === by.person.key),
      { revision: number, now },
    ),
    builtIn,
    /** Runs that show its goals met or missed. */
    shownBy,
    /** Actions that the caller can take. */
    rights: SPEC_RIGHTS.filter((right) => may(spec, by, right)) satisfies SpecRight[],
    evidence,
    missing: missingForResolve(spec, { brokenEvidence: brokenEvidence(evidence) }),
    /** For each accepted comment that is not done yet, the newest revision that changes the text that it is about. */
    suggestedRevisions: await suggestRevisions(access, by, found.value),
    /** Problems of the text that reviewers would meet, listed before a review is scheduled. */
    checks: isDraft ? [...checkText(shown.text, shown.blocks), ...evidenceChecks(evidence)] : [],
    /** Requested redactions that the caller can agree to. */
    confirmableRedactions: spec.feedback.flatMap((feedback) =>
      feedback.redactionRequests
        .filter((target) => confirmableRequest(spec, { feedback, target }, by) !== null)
        .map(({ response, opinion, reply }) => ({ feedback: feedback.number, response, opinion, reply })),
    ),
    /** Key of the caller, who may change the own texts. */
    me: by.person.key,
    /** Numbers of the caller's comments, whose responses the caller can accept. */
    mine: spec.feedback.filter(({ giver }) => giver.key === by.person.key).map(({ number: own }) => own),
  })
}

async function suggestRevisions({ queries }: ProjectAccess, by: By, { id, spec }: StoredSpec) {
  const promised = may(spec, by, 'answer') ? spec.feedback.filter((one) => statusOf(one) === 'promised') : []
  // Each revision is read once, although many comments may need it.
  const revisions = new Map<number, Promise<SpecRevision | null>>()
  const stored = {
    revision: (number: number) => {
      const read = revisions.get(number) ?? queries.specs.revision(id, number)
      revisions.set(number, read)
      return read
    },
    placements: (number: number) => queries.specs.placements(id, number),
  }
  const suggested: { feedback: number; revision: number }[] = []
  for (const one of promised) {
    const revision = (await changingRevisions(stored, one, spec.revision)).at(-1)
    if (revision !== undefined) suggested.push({ feedback: one.number, revision })
  }
  return suggested
}

type Read = {
  name: string
  /** The current one by default. */
  revision?: number | undefined
  now: Date
  /** True to read the revision that was resolved, when no other is named. */
  asResolved?: boolean
}

const isSettled = ({ state }: Spec): boolean => state === 'resolved' || state === 'superseded'

function sealSummary(links: readonly Pick<SealLink, 'kind' | 'at' | 'sha256'>[]) {
  const at = links.findLastIndex(isSeal)
  const seal = links[at]
  return seal === undefined ? null : { ...seal, laterChanges: links.length - 1 - at }
}

async function parentOf(access: ProjectAccess, by: By, { spec }: StoredSpec): Promise<ParentOfSpec | null> {
  if (spec.parent === null) return null
  const name = specName({ kind: 'functional', number: spec.parent })
  const parent = await findSpec(access, by, name)
  if (!parent.ok) return null
  const { title, state, revision } = parent.value.spec
  return { name, title, state, revision }
}

async function successorOf(access: ProjectAccess, by: By, { ended }: Spec) {
  if (ended?.successor == null) return null
  const successor = await findSpec(access, by, ended.successor)
  return { name: ended.successor, title: successor.ok ? successor.value.spec.title : '' }
}

const noRevision = () =>
  appError('not-found', 'There is no such revision of this spec. Choose one from the list of its revisions.')

export async function diffSpec(
  access: ProjectAccess,
  by: By,
  { name, from, to }: { name: string; from: number; to: number },
): Promise<Result<SectionDiff[], AppError>> {
  const found = await findSpec(access, by, name)
  if (!found.ok) return found
  const read = (number: number): Promise<SpecRevision | null> => access.queries.specs.revision(found.value.id, number)
  const [a, b] = await Promise.all([read(from), read(to)])
  if (a === null || b === null) return err(noRevision())
  await moveIfLong(a.text, b.text)
  return ok(diffRevisions(a.blocks, b.blocks))
}

/** Finds the target of a permanent link: a block of the current revision, or of the newest that has it. */
export async function findLinkTarget(
  access: ProjectAccess,
  by: By,
  { name, blockName }: { name: string; blockName: string },
): Promise<Result<{ fragment: string; revision: number | null }, AppError>> {
  const found = await findSpec(access, by, name)
  if (!found.ok) return found
  const { id, spec } = found.value
  if (/^F-\d+(?:\.\d+)?$/.test(blockName)) {
    const number = Number(blockName.slice(2).split('.')[0])
    if (spec.feedback.some((one) => one.number === number)) return ok({ fragment: blockName, revision: null })
  }
  const stored = await access.queries.specs.findBlock(id, blockName)
  if (stored === null)
    return err(appError('not-found', 'There is no such block in this spec. Copy the link of the paragraph again.'))
  const isGone = stored.lastRevision !== spec.revision
  return ok({ fragment: stored.block, revision: isGone ? stored.lastRevision : null })
}
