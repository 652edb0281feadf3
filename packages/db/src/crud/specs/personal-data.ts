import { randomUUID } from 'node:crypto'
import { invariant } from '@assay/domain/result'
import { namesOf, type ReplacedPerson, replaceNames, replacePerson } from '@assay/domain/specs/actions/replace-person'
import { contributionsOf } from '@assay/domain/specs/contributions'
import { type PersonRef, specName } from '@assay/domain/specs/spec'
import type { TenantModels, TenantTransaction } from '../../scope/tenant-client.ts'
import type { TenantScope } from '../../scope/tenant-scope.ts'
import { toJsonValue } from '../../scope/to-json.ts'
import { writeAudit } from '../audit/audit.ts'
import { withSeal } from './change-spec.ts'
import { appendSealLink } from './seal-chain-queries.ts'
import { readSpec, specNumber } from './spec-rows.ts'
import type { PersonalSpecData, SpecKey } from './spec-types.ts'
import { storeChange } from './store-change.ts'

/** Counts the specs with something of a person. */
export const countSpecsOf = async ({ projectId, prisma }: TenantScope, key: string): Promise<number> =>
  (await listSpecsOf(prisma, projectId, key)).length

/** Reads everything that a person wrote, recorded or opened in specs. */
export async function readPersonalData({ projectId, prisma }: TenantScope, key: string): Promise<PersonalSpecData[]> {
  const data: PersonalSpecData[] = []
  for (const { id, of } of await listSpecsOf(prisma, projectId, key)) {
    const stored = await readSpec(prisma, projectId, of)
    if (stored === null) continue
    const where = { projectId, specId: id }
    const [revisions, openings, actions] = await Promise.all([
      prisma.specRevision.findMany({
        where: { ...where, authorKey: key },
        select: { number: true, note: true, madeAt: true },
        orderBy: { number: 'asc' },
      }),
      prisma.specReadReceipt.findMany({ where: { ...where, key }, orderBy: { revision: 'asc' } }),
      prisma.specEvent.findMany({ where: { ...where, actorKey: key }, orderBy: [{ at: 'asc' }, { id: 'asc' }] }),
    ])
    data.push({
      spec: specName(of),
      title: stored.spec.title,
      ...contributionsOf(stored.spec, key),
      revisions: revisions.map(({ number, note, madeAt }) => ({ number, note, at: madeAt.toISOString() })),
      openings: openings.map(({ revision, firstAt, lastAt }) => ({
        ...{ revision, firstAt: firstAt.toISOString(), lastAt: lastAt.toISOString() },
      })),
      actions: actions.map(({ at, action }) => ({ at: at.toISOString(), kind: kindOf(action) })),
    })
  }
  return data
}

/**
 * Replaces a person by a pseudonym in every spec of a project, one transaction for each spec. A seal retains only the
 * hashes of the names, and a link of its chain records the pseudonym. Running it again changes nothing.
 */
export async function replacePersonInSpecs(scoped: TenantScope, key: string, by: PersonRef, at: Date): Promise<void> {
  const { projectId, prisma } = scoped
  for (const { id, of } of await listSpecsOf(prisma, projectId, key)) {
    await prisma.$transaction(async (tx) => {
      await tx.$queryRaw`select from spec where project_id = ${projectId}::uuid and id = ${id}::uuid for update`
      const before = await readSpec(tx, projectId, of)
      if (before === null) return
      const spec = { projectId, specId: id }
      const names = await replaceInTables(tx, spec, { key, names: new Set(namesOf(before.spec, key)), by })
      const after = replacePerson(before.spec, { key, names, by })
      await storeChange(tx, spec, before.spec, { spec: after })
      await tx.specSubscription.deleteMany({ where: { projectId, key } })
      const event = { ...spec, id: randomUUID(), actorKey: by.key, actorName: by.name, at }
      await tx.specEvent.create({ data: { ...event, action: { kind: 'pseudonym' } }, select: { id: true } })
      const object = { kind: 'spec', id, name: `${specName(of)} ${after.title}` }
      const stored = await readSpec(tx, projectId, of)
      invariant(stored !== null, 'specs are never deleted')
      const action = { kind: 'pseudonym', at: at.toISOString(), by: by.name }
      const seal = await appendSealLink(tx, spec, stored, { ...action, names })
      await writeAudit(tx, projectId, scoped.by, { action: 'spec.name-replaced', object, after: withSeal(seal) })
    })
  }
}

/** @returns all names that the person had in this spec */
async function replaceInTables(
  tx: TenantTransaction,
  spec: SpecKey,
  { key, names: known, by }: ReplacedPerson,
): Promise<Set<string>> {
  const names = new Set(known)
  const own = { where: { ...spec, authorKey: key } }
  const author = { authorKey: by.key, authorName: by.name }
  for (const { authorName } of await tx.specRevision.findMany({ ...own, select: { authorName: true } })) {
    names.add(authorName)
  }
  await tx.specRevision.updateMany({ ...own, data: author })
  await tx.specConflictingCopy.updateMany({ ...own, data: author })
  await tx.specReadReceipt.updateMany({ where: { ...spec, key }, data: { key: by.key, name: by.name } })
  const events = await tx.specEvent.findMany({ where: spec, select: { id: true, actorKey: true, action: true } })
  const { projectId } = spec
  for (const { action } of events) for (const name of namesOf(action, key)) names.add(name)
  for (const { id, actorKey, action } of events) {
    const replaced = replaceNames(action, { key, names, by })
    if (actorKey !== key && replaced === action) continue
    await tx.specEvent.update({
      where: { projectId_id: { projectId, id } },
      data: {
        action: toJsonValue(replaced ?? {}),
        ...(actorKey === key && { actorKey: by.key, actorName: by.name }),
      },
      select: { id: true },
    })
  }
  return names
}

/** Specs with an action, a comment, a revision, an opening or an invitation of the person, oldest first. */
async function listSpecsOf(from: TenantModels, projectId: string, key: string) {
  const rows = await from.spec.findMany({
    where: {
      projectId,
      OR: [
        { ownerKey: key },
        { specEvents: { some: { actorKey: key } } },
        { specFeedbacks: { some: { authorKey: key } } },
        { specRevisions: { some: { authorKey: key } } },
        { specReviewers: { some: { key } } },
        { specReadReceipts: { some: { key } } },
      ],
    },
    select: { id: true, kind: true, number: true },
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
  })
  return rows.map(({ id, ...row }) => ({ id, of: specNumber(row) }))
}

const kindOf = (action: unknown): string =>
  typeof action === 'object' && action !== null && 'kind' in action ? String(action.kind) : 'changed'
