import type { Connection } from '../../connection.ts'

/** The organization and the address of an open invitation; null if there is none with this secret. */
export async function findOpenInvitation(
  prisma: Connection['prisma'],
  secretSha256: string,
  at: Date,
): Promise<{ organization: string; email: string | null } | null> {
  const found = await prisma.invitation.findFirst({
    where: { secretSha256, ...openAt(at) },
    select: { organization: { select: { name: true } }, email: true },
  })
  return found && { organization: found.organization.name, email: found.email }
}

export async function isEmailInvited(prisma: Connection['prisma'], email: string, at: Date): Promise<boolean> {
  const ofEmail = { email: { equals: withoutWildcards(email), mode: 'insensitive' } } as const
  return (await prisma.invitation.findFirst({ where: { ...ofEmail, ...openAt(at) } })) !== null
}

const openAt = (at: Date) => ({ acceptedAt: null, revokedAt: null, expiresAt: { gt: at } })

/** Prisma compares case-insensitively with ILIKE, in which these characters are wildcards. */
const withoutWildcards = (text: string) => text.replace(/[\\%_]/g, '\\$&')
