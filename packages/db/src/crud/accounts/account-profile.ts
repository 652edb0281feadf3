import type { Connection } from '../../connection.ts'
import type { AccountEvent, AccountExport, AccountProfile } from '../../types.ts'
import { asSession, SESSION } from './sessions.ts'

type Prisma = Connection['prisma']

/** Maximum events of each kind in an export, newest first. */
const MAX_EXPORTED_EVENTS = 10_000

/** Lists events of an account: actions of its owner and failed sign-ins. */
export async function listRecentEvents(prisma: Prisma, personId: string, limit: number): Promise<AccountEvent[]> {
  const events = await prisma.directoryEvent.findMany({
    where: {
      OR: [
        { actorId: personId, organizationId: null },
        { objectId: personId, action: 'person.sign-in-failed' },
      ],
    },
    select: { id: true, at: true, action: true, objectName: true, address: true },
    orderBy: [{ at: 'desc' }, { id: 'asc' }],
    take: limit,
  })
  return events.map(({ id, at, action, objectName, address }) => ({
    id,
    at: at.toISOString(),
    action,
    name: objectName,
    address,
  }))
}

export async function findProfile(prisma: Prisma, id: string): Promise<AccountProfile | null> {
  const person = await prisma.appUser.findUnique({
    where: { id },
    select: {
      ...{ id: true, name: true, email: true, emailVerified: true, createdAt: true },
      passkeys: { orderBy: [{ createdAt: 'asc' }, { id: 'asc' }] },
      accounts: {
        select: { id: true, providerId: true, accountId: true, createdAt: true },
        orderBy: [{ providerId: 'asc' }, { id: 'asc' }],
      },
    },
  })
  if (person === null) return null
  const { accounts, passkeys, createdAt, ...named } = person
  const linked = accounts.filter(({ providerId }) => providerId !== 'credential')
  return {
    ...named,
    createdAt: createdAt.toISOString(),
    hasPassword: linked.length < accounts.length,
    passkeys: passkeys.map((one) => ({
      id: one.id,
      name: one.name,
      createdAt: one.createdAt.toISOString(),
      backedUp: one.backedUp,
    })),
    linkedAccounts: linked.map((one) => ({
      id: one.id,
      provider: one.providerId,
      accountId: one.accountId,
      createdAt: one.createdAt.toISOString(),
    })),
  }
}

/** Exports all data that is stored about a person outside projects. */
export async function exportAccount(prisma: Prisma, userId: string): Promise<AccountExport | null> {
  const profile = await findProfile(prisma, userId)
  if (profile === null) return null
  const sessions = await prisma.session.findMany({
    where: { userId },
    select: SESSION,
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
  })
  const named = { select: { slug: true, name: true } }
  const memberships = await prisma.membership.findMany({
    where: { userId },
    select: { role: true, createdAt: true, organization: named },
    orderBy: { organization: { slug: 'asc' } },
  })
  const projects = await prisma.projectMember.findMany({
    where: { userId },
    select: { role: true, createdAt: true, project: named },
    orderBy: { project: { slug: 'asc' } },
  })
  const since = ({ role, createdAt }: Pick<(typeof projects)[number], 'role' | 'createdAt'>) => ({
    role,
    since: createdAt.toISOString(),
  })
  return {
    profile,
    sessions: sessions.map(asSession),
    organizations: memberships.map((one) => ({ ...one.organization, ...since(one) })),
    projects: projects.map((one) => ({ ...one.project, ...since(one) })),
    events: await exportEvents(prisma, userId),
  }
}

/** Newest first. */
async function exportEvents(prisma: Prisma, actorId: string): Promise<AccountExport['events']> {
  const newest = { where: { actorId }, orderBy: { at: 'desc' }, take: MAX_EXPORTED_EVENTS } as const
  const event = { at: true, action: true, objectKind: true, objectName: true } as const
  const above = await prisma.directoryEvent.findMany({ ...newest, select: event })
  const below = await prisma.auditEvent.findMany({
    ...newest,
    select: { ...event, project: { select: { slug: true } } },
  })
  return [...above.map((one) => ({ ...one, project: null })), ...below]
    .sort((a, b) => b.at.getTime() - a.at.getTime())
    .map(({ at, action, objectKind, objectName, project }) => ({
      at: at.toISOString(),
      action,
      kind: objectKind,
      name: objectName,
      project: project?.slug ?? null,
    }))
}
