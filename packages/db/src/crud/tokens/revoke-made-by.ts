import type { Transaction } from '../../scope/tenant-client.ts'
import type { Actor, RevokedToken } from '../../types.ts'
import { writeAudit } from '../audit/audit.ts'

/** The creator of tokens and the organization; null for all organizations. */
type MadeBy = { personId: string; name: string; organizationId: string | null; at: Date }

/** Revokes the tokens of a removed member. */
export async function revokeMadeBy(
  tx: Transaction,
  { personId, name: maker, organizationId, at }: MadeBy,
  by: Actor,
): Promise<RevokedToken[]> {
  const revoked = await tx.apiToken.updateManyAndReturn({
    where: {
      createdBy: personId,
      revokedAt: null,
      OR: [{ expiresAt: null }, { expiresAt: { gt: at } }],
      ...(organizationId !== null && { project: { organizationId } }),
    },
    data: { revokedAt: at },
    select: { projectId: true, id: true, name: true, project: { select: { slug: true } } },
  })
  for (const { projectId, id, name } of revoked) {
    const object = { kind: 'token', id, name }
    await writeAudit(tx, projectId, by, { action: 'token.revoked', object, after: { because: `${maker} left` } })
  }
  return revoked.map(({ name, project }) => ({ name, project: project.slug }))
}
