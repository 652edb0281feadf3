import { z } from 'zod'
import { lockRowAbove } from '../../scope/lock-row.ts'
import type { Transaction } from '../../scope/tenant-client.ts'
import type { Actor } from '../../types.ts'
import { writeAudit, writeDirectoryEvent } from '../audit/audit.ts'
import type { DirectoryClient } from './directory-client.ts'
import type { LinkPolicy, LinkPolicyQueries } from './organization-types.ts'

const DAY_MS = 86_400_000

const Row: z.ZodType<LinkPolicy> = z
  .object({
    linkMinRole: z.enum(['author', 'maintainer', 'owner']),
    linkMaxDays: z.int().nullable(),
    linksByTokens: z.boolean(),
    linksOfRemoved: z.enum(['keep', 'revoke']),
  })
  .transform(({ linkMinRole, linkMaxDays, linksByTokens, linksOfRemoved }) => ({
    minRole: linkMinRole,
    maxDays: linkMaxDays,
    byTokens: linksByTokens,
    ofRemoved: linksOfRemoved,
  }))

const COLUMNS = { linkMinRole: true, linkMaxDays: true, linksByTokens: true, linksOfRemoved: true } as const

/** Queries for the rules of an organization on links that open without an account. */
export function linkPolicyQueries(prisma: DirectoryClient): LinkPolicyQueries {
  return {
    linkPolicy: async (id) =>
      Row.parse(await prisma.organization.findUniqueOrThrow({ where: { id }, select: COLUMNS })),

    setLinkPolicy: (id, policy, at, by) =>
      prisma.$transaction(async (tx) => {
        await lockRowAbove(tx, 'organization', id)
        const stored = await tx.organization.findUniqueOrThrow({ where: { id }, select: { name: true, ...COLUMNS } })
        const { minRole, maxDays, byTokens, ofRemoved } = policy
        const data = { linkMinRole: minRole, linkMaxDays: maxDays, linksByTokens: byTokens, linksOfRemoved: ofRemoved }
        await tx.organization.update({ where: { id }, data })
        const shortened = maxDays === null ? 0 : await shortenLinks(tx, id, new Date(at.getTime() + maxDays * DAY_MS))
        const object = { kind: 'organization', id, name: stored.name }
        const change = { object, before: Row.parse(stored), after: { ...policy, shortenedLinks: shortened } }
        await writeDirectoryEvent(tx, id, by, { action: 'organization.link-policy-changed', ...change })
        return shortened
      }),
  }
}

/**
 * Shortens open links to the expiry that a new link would have.
 *
 * @returns the number of shortened links.
 */
async function shortenLinks(tx: Transaction, organizationId: string, end: Date): Promise<number> {
  const projects = await tx.project.findMany({ where: { organizationId }, select: { id: true } })
  const open = {
    projectId: { in: projects.map(({ id }) => id) },
    revokedAt: null,
    OR: [{ expiresAt: null }, { expiresAt: { gt: end } }],
  }
  const shares = await tx.share.updateMany({ where: open, data: { expiresAt: end } })
  const links = await tx.specLink.updateMany({ where: open, data: { expiresAt: end } })
  return shares.count + links.count
}

/** The creator of links and the organization; null for all organizations. */
type CreatedBy = { personId: string; name: string; organizationId: string | null; at: Date }

/**
 * Revokes the open links of a removed member in organizations whose policy requires it.
 *
 * @returns the number of links.
 */
export async function revokeLinksOfRemoved(
  tx: Transaction,
  { personId, name, organizationId, at }: CreatedBy,
  by: Actor,
): Promise<number> {
  const projects = await tx.project.findMany({
    where: { organization: { linksOfRemoved: 'revoke', ...(organizationId !== null && { id: organizationId }) } },
    select: { id: true },
  })
  const open = { projectId: { in: projects.map(({ id }) => id) }, createdBy: personId, revokedAt: null }
  const after = { because: `${name} left` }
  const shares = await tx.share.updateManyAndReturn({
    where: open,
    // The slug can be used again.
    data: { revokedAt: at, slug: null },
    select: { projectId: true, id: true, title: true },
  })
  for (const { projectId, id, title } of shares) {
    await writeAudit(tx, projectId, by, {
      action: 'share.revoked',
      object: { kind: 'share', id, name: title },
      after,
    })
  }
  const links = await tx.specLink.updateManyAndReturn({
    where: open,
    data: { revokedAt: at },
    select: { projectId: true, id: true, specId: true },
  })
  for (const { projectId, id, specId } of links) {
    const object = { kind: 'spec', id: specId, name: '' }
    await writeAudit(tx, projectId, by, {
      action: 'spec.public-link-taken-back',
      object,
      after: { link: id, ...after },
    })
  }
  return shares.length + links.length
}
