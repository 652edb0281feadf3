import type { SpecRevision, SpecSummary, StoredSpec } from '@assay/db/types'
import { err, ok, type Result } from '@assay/domain/result'
import { changedSince } from '@assay/domain/specs/changed-since'
import { checkText } from '@assay/domain/specs/check-text'
import { diffRevisions, type SectionDiff } from '@assay/domain/specs/diff-revisions'
import { brokenEvidence, evidenceChecks } from '@assay/domain/specs/evidence/evidence'
import { type By, may, SPEC_RIGHTS, type SpecRight } from '@assay/domain/specs/permissions'
import { missingForResolve } from '@assay/domain/specs/resolve-guard'
import { type Spec, type SpecState, specName, stateAt } from '@assay/domain/specs/spec'
import type { ProjectAccess } from '../access/resolve-access.ts'
import { type AppError, appError } from '../errors.ts'
import type { Services } from '../services.ts'
import { readEvidence } from './freeze-evidence.ts'
import { outcomeRuns } from './outcome-runs.ts'
import { outcomeVersions } from './outcome-versions.ts'
import { appendixSha256 } from './seal.ts'
import { findSpec } from './spec-access.ts'

/**
 * Returns the specs that the caller can see. Drafts are visible to their authors, invited reviewers, and authors of the
 * project.
 */
export async function listSpecs({ queries }: ProjectAccess, { who, role }: By): Promise<SpecSummary[]> {
  const all = await queries.specs.list()
  const isMember = role === 'author' || role === 'maintainer'
  return all.filter(
    ({ rounds, owner, coAuthors, readers }) =>
      rounds > 0 ||
      isMember ||
      owner.key === who.key ||
      coAuthors.some(({ key }) => key === who.key) ||
      readers.includes(who.key),
  )
}

export type ParentOfSpec = { name: string; title: string; state: SpecState; revision: number }

/** Reads a spec at one of its revisions, as its page shows it. */
export async function readSpec(services: Services, access: ProjectAccess, by: By, { name, revision, now }: Read) {
  const found = await findSpec(access, by, name)
  if (!found.ok) return found
  const { id, spec } = found.value
  const { specs } = access.queries
  const number = revision ?? spec.revision
  const [shown, placements, parent, seals, receipts, builtIn, shownBy, imported, supersedes, successor] =
    await Promise.all([
      specs.revision(id, number),
      specs.placements(id, number),
      parentOf(access, by, found.value),
      specs.seals(id),
      specs.listReadReceipts(id),
      outcomeVersions(access, spec.outcome),
      outcomeRuns(access, spec.outcome),
      specs.imported(id),
      specs.supersededBy(spec),
      successorOf(access, by, spec),
    ])
  if (shown === null) return err(noRevision())
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
    imported,
    /** Hash of the current appendix. */
    appendixSha256: appendixSha256(spec),
    /** The revision that the caller read before this one; null without newer changes. */
    changedSince: changedSince(
      receipts.filter(({ who }) => who.key === by.who.key),
      { revision: number, now },
    ),
    builtIn,
    /** Runs that show its goals met or missed. */
    shownBy,
    /** Actions that the caller can take. */
    rights: SPEC_RIGHTS.filter((right) => may(spec, by, right)) satisfies SpecRight[],
    evidence,
    missing: missingForResolve(spec, { brokenEvidence: brokenEvidence(evidence) }),
    /** Problems of the text that reviewers would meet, listed before a review is scheduled. */
    checks: isDraft ? [...checkText(shown.text, shown.blocks), ...evidenceChecks(evidence)] : [],
    /** Numbers of the caller's comments, whose responses the caller can accept. */
    mine: spec.feedback.filter(({ giver }) => giver.key === by.who.key).map(({ number: own }) => own),
  })
}

type Read = { name: string; revision?: number | undefined; now: Date }

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

const noRevision = () => appError('not-found', 'There is no such revision of this spec.')

export async function diffSpec(
  access: ProjectAccess,
  by: By,
  { name, from, to }: { name: string; from: number; to: number },
): Promise<Result<SectionDiff[], AppError>> {
  const found = await findSpec(access, by, name)
  if (!found.ok) return found
  const read = (number: number): Promise<SpecRevision | null> => access.queries.specs.revision(found.value.id, number)
  const [a, b] = await Promise.all([read(from), read(to)])
  return a === null || b === null ? err(noRevision()) : ok(diffRevisions(a.blocks, b.blocks))
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
  if (stored === null) return err(appError('not-found', 'There is no such block in this spec.'))
  const isGone = stored.lastRevision !== spec.revision
  return ok({ fragment: stored.block, revision: isGone ? stored.lastRevision : null })
}
