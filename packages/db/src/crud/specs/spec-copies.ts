import { randomUUID } from 'node:crypto'
import { isUuid } from '../../is-uuid.ts'
import { lockRow } from '../../scope/lock-row.ts'
import type { TenantScope } from '../../scope/tenant-scope.ts'
import { writeAudit } from '../audit/audit.ts'
import type { SpecCopy } from './spec-types.ts'

type NewCopy = Omit<SpecCopy, 'id' | 'keptAt'>

/**
 * Stores a conflicting text once, because a client sends it again if the response was lost.
 *
 * @returns its id.
 */
export const keepCopy = ({ projectId, by, prisma }: TenantScope, specId: string, copy: NewCopy): Promise<string> =>
  prisma.$transaction(async (tx) => {
    await lockRow(tx, 'spec', projectId, specId)
    const { title, text, note, basedOn, author } = copy
    const of = { projectId, specId, text, basedOn, authorKey: author.key }
    const same = await tx.specCopy.findFirst({ where: of, select: { id: true } })
    if (same !== null) return same.id
    const id = randomUUID()
    await tx.specCopy.create({ data: { ...of, id, title, note, authorName: author.name } })
    const object = { kind: 'spec', id: specId, name: title }
    await writeAudit(tx, projectId, by, { action: 'spec.copy-kept', object, after: { basedOn } })
    return id
  })

export async function listCopies({ projectId, prisma }: TenantScope, specId: string): Promise<SpecCopy[]> {
  const rows = await prisma.specCopy.findMany({
    where: { projectId, specId },
    orderBy: [{ keptAt: 'asc' }, { id: 'asc' }],
  })
  return rows.map(({ id, title, text, note, basedOn, authorKey, authorName, keptAt }) => ({
    ...{ id, title, text, note, basedOn },
    author: { key: authorKey, name: authorName },
    keptAt: keptAt.toISOString(),
  }))
}

export async function removeCopy({ projectId, by, prisma }: TenantScope, specId: string, id: string) {
  if (!isUuid(id)) return false
  return prisma.$transaction(async (tx) => {
    const copy = await tx.specCopy.findFirst({ where: { projectId, specId, id } })
    const { count } = await tx.specCopy.deleteMany({ where: { projectId, specId, id } })
    if (copy === null || count === 0) return false
    const { title, text, authorName } = copy
    const object = { kind: 'spec', id: specId, name: title }
    const before = { title, text, author: authorName }
    await writeAudit(tx, projectId, by, { action: 'spec.copy-removed', object, before })
    return true
  })
}
