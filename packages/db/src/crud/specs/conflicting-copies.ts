import { randomUUID } from 'node:crypto'
import { isUuid } from '../../is-uuid.ts'
import { lockRow } from '../../scope/lock-row.ts'
import type { TenantScope } from '../../scope/tenant-scope.ts'
import { writeAudit } from '../audit/audit.ts'
import type { ConflictingSpecCopy } from './spec-types.ts'

type NewCopy = Omit<ConflictingSpecCopy, 'id' | 'createdAt'>

/**
 * Stores a conflicting text once, because a client sends it again if the response was lost.
 *
 * @returns its id.
 */
export const createCopy = ({ projectId, by, prisma }: TenantScope, specId: string, copy: NewCopy): Promise<string> =>
  prisma.$transaction(async (tx) => {
    await lockRow(tx, 'spec', projectId, specId)
    const { title, text, note, basedOn, author } = copy
    const of = { projectId, specId, text, basedOn, authorKey: author.key }
    const same = await tx.specConflictingCopy.findFirst({ where: of, select: { id: true } })
    if (same !== null) return same.id
    const id = randomUUID()
    await tx.specConflictingCopy.create({ data: { ...of, id, title, note, authorName: author.name } })
    const object = { kind: 'spec', id: specId, name: title }
    await writeAudit(tx, projectId, by, { action: 'spec.copy-kept', object, after: { basedOn } })
    return id
  })

export async function listCopies({ projectId, prisma }: TenantScope, specId: string): Promise<ConflictingSpecCopy[]> {
  const rows = await prisma.specConflictingCopy.findMany({
    where: { projectId, specId },
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
  })
  return rows.map(({ id, title, text, note, basedOn, authorKey, authorName, createdAt }) => ({
    ...{ id, title, text, note, basedOn },
    author: { key: authorKey, name: authorName },
    createdAt: createdAt.toISOString(),
  }))
}

export async function removeCopy({ projectId, by, prisma }: TenantScope, specId: string, id: string) {
  if (!isUuid(id)) return false
  return prisma.$transaction(async (tx) => {
    const copy = await tx.specConflictingCopy.findFirst({ where: { projectId, specId, id } })
    const { count } = await tx.specConflictingCopy.deleteMany({ where: { projectId, specId, id } })
    if (copy === null || count === 0) return false
    const { title, text, authorName } = copy
    const object = { kind: 'spec', id: specId, name: title }
    const before = { title, text, author: authorName }
    await writeAudit(tx, projectId, by, { action: 'spec.copy-removed', object, before })
    return true
  })
}
