import { projectKey } from '@assay/domain/projects/project-key'
import type { Transaction } from '../../scope/tenant-client.ts'
import type { Actor, LeakedToken } from '../../types.ts'
import { writeAudit } from '../audit/audit.ts'
import { PROJECT } from '../organizations/create-project.ts'

/** Revokes the usable tokens with these hashes, with an audit event in the project of each. */
export async function revokeLeaked(
  tx: Transaction,
  hashes: readonly string[],
  at: Date,
  by: Actor,
): Promise<LeakedToken[]> {
  const found = await tx.apiToken.findMany({
    where: { tokenSha256: { in: [...hashes] }, revokedAt: null },
    include: { project: { select: PROJECT } },
  })
  const leaked: LeakedToken[] = []
  for (const { projectId, id, name, createdBy, project } of found) {
    const { count } = await tx.apiToken.updateMany({
      where: { projectId, id, revokedAt: null },
      data: { revokedAt: at, leakedAt: at },
    })
    if (count === 0) continue
    const object = { kind: 'token', id, name }
    await writeAudit(tx, projectId, by, { action: 'token.leaked', object, after: { revoked: true } })
    leaked.push({
      id,
      name,
      project: projectKey(project),
      recipients: await ownersAnd(tx, project.organization.id, createdBy),
    })
  }
  return leaked
}

/** The owners of an organization, and the person who created the token. */
export function ownersAnd(tx: Transaction, organizationId: string, createdBy: string | null) {
  const isOwner = { memberships: { some: { organizationId, role: 'owner' as const } } }
  return tx.appUser.findMany({
    where: { OR: [isOwner, ...(createdBy === null ? [] : [{ id: createdBy }])] },
    select: { name: true, email: true },
    orderBy: { email: 'asc' },
  })
}
