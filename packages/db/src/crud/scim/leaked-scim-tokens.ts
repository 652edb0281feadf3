import type { Transaction } from '../../scope/tenant-client.ts'
import type { Actor, LeakedScimToken } from '../../types.ts'
import { writeDirectoryEvent } from '../audit/audit.ts'
import { ownersAnd } from '../tokens/leaked-tokens.ts'

/**
 * Ends the SCIM tokens with these hashes, with an audit event in the organization of each. The row remains, so that the
 * organization still has a directory and sign-ins create no members.
 */
export async function revokeLeakedScimTokens(
  tx: Transaction,
  tokenHmacs: readonly string[],
  at: Date,
  by: Actor,
): Promise<LeakedScimToken[]> {
  const found = await tx.scimToken.findMany({
    where: { tokenHmac: { in: [...tokenHmacs] }, leakedAt: null },
    include: { organization: { select: { id: true, slug: true } } },
  })
  const leaked: LeakedScimToken[] = []
  for (const { organizationId, organization } of found) {
    const { count } = await tx.scimToken.updateMany({
      where: { organizationId, tokenHmac: { in: [...tokenHmacs] }, leakedAt: null },
      data: { leakedAt: at },
    })
    if (count === 0) continue
    const object = { kind: 'scim-token', id: null, name: 'SCIM' }
    await writeDirectoryEvent(tx, organizationId, by, { action: 'scim-token.leaked', object, after: { revoked: true } })
    leaked.push({ organization: organization.slug, recipients: await ownersAnd(tx, organizationId, null) })
  }
  return leaked
}
