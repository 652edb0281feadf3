import { ok, type Result } from '@assay/domain/result'
import type { Refusal } from '@assay/domain/specs/actions/refusal'
import { formatOf } from '@assay/domain/specs/seal/seal-chain'
import type { EventNotifier } from '../../events/event-notifier.ts'
import type { ProjectChange } from '../../events/event-types.ts'
import type { TenantScope } from '../../scope/tenant-scope.ts'
import { readFigures } from '../reports/stored-figures.ts'
import { changeSpec } from './change-spec.ts'
import { createCopy, listCopies, removeCopy } from './conflicting-copies.ts'
import { createSpec } from './create-spec.ts'
import { findBlock } from './find-block.ts'
import { listStoredKeys } from './idempotency-keys.ts'
import { listSpecs, listSupersededBy } from './list-specs.ts'
import { countSpecsOf, readPersonalData, replacePersonInSpecs } from './personal-data.ts'
import { listReadReceipts, recordRead } from './read-receipts.ts'
import { findRecordedSeal, listRowProblems } from './record-checks.ts'
import { restoreSpec } from './restore-spec.ts'
import { readSealChain, readSealedContent } from './seal-chain-queries.ts'
import { sealResolved } from './seal-resolved.ts'
import { searchSpecs } from './search-specs.ts'
import { readImport, readSeals } from './spec-origins.ts'
import { readPlacements, readRevision, readRevisions, readTexts } from './spec-revisions.ts'
import { type ReadSpec, readSpec, readSpecWithoutComments } from './spec-rows.ts'
import type { SpecQueries, StoredSpec } from './spec-types.ts'

export function specQueries(scoped: TenantScope, events: EventNotifier): SpecQueries {
  const { projectId, prisma } = scoped
  const key = (specId: string) => ({ projectId, specId })
  return {
    list: () => listSpecs(scoped),
    async find(of) {
      const found = await readSpec(prisma, projectId, of)
      return found && stored(found)
    },
    async findWithoutComments(of) {
      const found = await readSpecWithoutComments(prisma, projectId, of)
      return found && stored(found)
    },
    supersededBy: (of) => listSupersededBy(scoped, of),
    create: async (spec) => storedResult(await createSpec(scoped, spec)),
    async change(of, by, action, decide, options) {
      const changed = storedResult(await changeSpec(scoped, { of, by, action, decide }, options))
      if (changed?.ok) events.notify(projectId, by.person.key, eventOf(action), changed.value.id)
      return changed
    },
    restore: async (imported) => storedResult(await restoreSpec(scoped, imported)),
    sent: (actorKey, once) => listStoredKeys(prisma, { projectId, actorKey }, once),

    revisions: (specId) => readRevisions(prisma, key(specId)),
    revision: (specId, number) => prisma.$transaction((tx) => readRevision(tx, key(specId), number)),
    texts: (specId) => prisma.$transaction((tx) => readTexts(tx, key(specId))),
    placements: (specId, revision) => readPlacements(prisma, key(specId), revision),
    figures: ({ snapshotIds }) => readFigures(prisma, projectId, snapshotIds),
    findBlock: (specId, name) => findBlock(prisma, key(specId), name),
    imported: (specId) => readImport(prisma, key(specId)),
    seals: (specId) => readSeals(prisma, key(specId)),
    sealed: (stored) =>
      prisma.$transaction(async (tx) => {
        const chain = await readSealChain(tx, key(stored.id))
        return { chain, content: await readSealedContent(tx, key(stored.id), stored, formatOf(chain)) }
      }),
    rowProblems: (specId) => prisma.$transaction((tx) => listRowProblems(tx, key(specId))),
    lastSealRecorded: (specId) => findRecordedSeal(prisma, key(specId)),
    sealLinks: (specId) =>
      prisma.specSealLink.findMany({
        where: key(specId),
        select: { number: true, kind: true, at: true, sha256: true },
        orderBy: { number: 'asc' },
      }),
    sealResolved: (at) => sealResolved(scoped, at),

    createCopy: (specId, copy) => createCopy(scoped, specId, copy),
    copies: (specId) => listCopies(scoped, specId),
    removeCopy: (specId, id) => removeCopy(scoped, specId, id),

    recordRead: (specId, revision, person) => recordRead(scoped, key(specId), revision, person),
    listReadReceipts: (specId) => listReadReceipts(scoped, key(specId)),
    countOf: (key) => countSpecsOf(scoped, key),
    personalData: (key) => readPersonalData(scoped, key),
    replacePerson: (key, by, at) => replacePersonInSpecs(scoped, key, by, at),
    countEvents: (specId) => prisma.specEvent.count({ where: key(specId) }),
    announceEditing: (specId, person) => events.announceEditing(projectId, specId, person),
    search: (words, response) => searchSpecs(scoped, words, response),
  }
}

const stored = ({ id, spec, createdAt, updatedAt }: ReadSpec): StoredSpec => ({ id, spec, createdAt, updatedAt })

const storedResult = (made: Result<ReadSpec, Refusal> | null): Result<StoredSpec, Refusal> | null =>
  made?.ok ? ok(stored(made.value)) : made

const EVENTS: Readonly<Record<string, ProjectChange>> = {
  give: 'spec-comment',
  'give-all': 'spec-comment',
  reply: 'spec-comment',
  answer: 'spec-response',
  'answer-all': 'spec-response',
  revise: 'spec-revision',
  'accept-suggestion': 'spec-revision',
  'store-draft-revision': 'spec-revision',
}

const eventOf = (action: object): ProjectChange =>
  ('kind' in action ? EVENTS[String(action.kind)] : undefined) ?? 'spec-other'
