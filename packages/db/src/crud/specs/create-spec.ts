import { randomUUID } from 'node:crypto'
import { ok, type Result } from '@assay/domain/result'
import type { Refusal } from '@assay/domain/specs/actions/refusal'
import { type SpecKind, specName } from '@assay/domain/specs/spec'
import type { TenantTransaction } from '../../scope/tenant-client.ts'
import type { TenantScope } from '../../scope/tenant-scope.ts'
import { writeAudit } from '../audit/audit.ts'
import { findEarlierRequest, storeOnce } from './idempotency-keys.ts'
import { type ReadSpec, readSpec } from './spec-rows.ts'
import type { NewSpec } from './spec-types.ts'
import { storeRevision } from './store-revision.ts'

export type MadeSpec = Result<ReadSpec, Refusal> | null

/** Creates a spec with the next number of its kind; null if its parent does not exist. */
export const createSpec = ({ projectId, by, prisma }: TenantScope, spec: NewSpec): Promise<MadeSpec> =>
  storeOnce(prisma, async (tx): Promise<MadeSpec> => {
    const { kind, title, owner, baseRevision, revision, nextBlock, blockNames, at, sent } = spec
    await lockNumbers(tx, projectId, kind)
    const { made, note } = await findEarlierRequest(tx, { projectId, actorKey: owner.key }, sent)
    if (made !== null) return okOrNull(await readSpec(tx, projectId, made))
    const parent = await findParent(tx, projectId, spec.parent)
    if (parent === null) return null
    const specId = randomUUID()
    const number = 1 + (await greatestNumber(tx, projectId, kind))
    const times = at === undefined ? {} : { createdAt: at, updatedAt: at }
    const named = { projectId, id: specId, kind, number, title, ownerKey: owner.key, ownerName: owner.name }
    const row = { ...named, state: 'draft', revision: 1, parentId: parent.id, baseRevision, nextBlock, ...times }
    await tx.spec.create({ data: row, select: { id: true } })
    const first = { ...revision, title, number: 1, author: owner, state: 'draft' as const, baseRevision }
    await storeRevision(tx, { projectId, specId }, first, blockNames, at)
    await note(specId)
    const object = { kind: 'spec', id: specId, name: `${specName({ kind, number })} ${title}` }
    await writeAudit(tx, projectId, by, { action: 'spec.created', object })
    return okOrNull(await readSpec(tx, projectId, { kind, number }))
  })

export const okOrNull = (read: ReadSpec | null) => (read === null ? null : ok(read))

/** Serializes the assignment of numbers with an advisory lock on the kind, because there is no row to lock yet. */
export async function lockNumbers(tx: TenantTransaction, projectId: string, kind: SpecKind): Promise<void> {
  await tx.$executeRaw`select pg_advisory_xact_lock(hashtextextended(${`spec ${projectId} ${kind}`}, 0))`
}

/** Returns the greatest number of a kind, or 0. */
export async function greatestNumber(tx: TenantTransaction, projectId: string, kind: SpecKind): Promise<number> {
  const { _max } = await tx.spec.aggregate({ where: { projectId, kind }, _max: { number: true } })
  return _max.number ?? 0
}

/** Finds the functional spec of a design spec; its id is null if the spec has no parent. */
export async function findParent(
  tx: TenantTransaction,
  projectId: string,
  number: number | null,
): Promise<{ id: string | null } | null> {
  if (number === null) return { id: null }
  const where = { projectId_kind_number: { projectId, kind: 'functional', number } }
  return tx.spec.findUnique({ where, select: { id: true } })
}
