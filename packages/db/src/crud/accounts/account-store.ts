import { randomUUID } from 'node:crypto'
import type { Connection } from '../../connection.ts'
import { SQL_STATE, sqlState } from '../../postgres-error.ts'
import type { Transaction } from '../../scope/tenant-client.ts'
import type { AccountStore, Actor, NewAccount } from '../../types.ts'
import { writeDirectoryEvent } from '../audit/audit.ts'
import { exportAccount, findProfile, listRecentEvents } from './account-profile.ts'
import { deleteAccount } from './delete-account.ts'
import { identityTransaction } from './identity-transaction.ts'
import { sessionQueries } from './sessions.ts'
import { signInMethodQueries } from './sign-in-methods.ts'

/** Key of the advisory lock that serializes the creation of the first owner. */
const FIRST_OWNER_LOCK = 4_201_126

/** Stores accounts. Each change and its audit event are written in one transaction. */
export function accountStore({ pool, prisma }: Connection): AccountStore {
  const hasOwner = async (client: Transaction = prisma) =>
    (await client.membership.findFirst({ where: { role: 'owner' }, select: { userId: true } })) !== null

  const findByEmail: AccountStore['findByEmail'] = (email) =>
    prisma.appUser.findUnique({ where: { email }, select: { id: true, name: true, emailVerified: true } })

  return {
    ...identityTransaction(prisma),
    ...sessionQueries(pool, prisma),
    ...signInMethodQueries(prisma),
    hasOwner: () => hasOwner(),

    addFirstOwner: (person, slug, by) =>
      prisma.$transaction(async (tx) => {
        await tx.$executeRaw`select pg_advisory_xact_lock(${FIRST_OWNER_LOCK})`
        if (await hasOwner(tx)) return null
        const id = await insertPerson(tx, person, by)
        await tx.organization.createMany({ data: [{ id: randomUUID(), slug, name: slug }], skipDuplicates: true })
        const organization = await tx.organization.findUniqueOrThrow({ where: { slug } })
        await tx.membership.create({ data: { organizationId: organization.id, userId: id, role: 'owner' } })
        const object = { kind: 'person', id, name: person.name }
        const after = { role: 'owner' }
        await writeDirectoryEvent(tx, organization.id, by, { action: 'member.added', object, after })
        return id
      }),

    add: (person, by) => nullWhenTaken(prisma.$transaction((tx) => insertPerson(tx, person, by))),

    findByEmail,

    async recordFailedSignIn(email, by) {
      const person = email === null ? null : await findByEmail(email)
      const object = { kind: 'person', id: person?.id ?? null, name: person?.name ?? '' }
      await writeDirectoryEvent(prisma, null, by, { action: 'person.sign-in-failed', object })
    },

    async findInvitation(secretSha256, at) {
      const found = await prisma.invitation.findFirst({
        where: { secretSha256, ...openAt(at) },
        select: { organization: { select: { name: true } }, email: true },
      })
      return found && { organization: found.organization.name, email: found.email }
    },

    async isInvited(email, at) {
      const ofEmail = { email: { equals: withoutWildcards(email), mode: 'insensitive' } } as const
      return (await prisma.invitation.findFirst({ where: { ...ofEmail, ...openAt(at) } })) !== null
    },

    findProfile: (personId) => findProfile(prisma, personId),
    listRecentEvents: (personId, limit) => listRecentEvents(prisma, personId, limit),

    rename: (id, name, by) =>
      prisma.$transaction(async (tx) => {
        const before = await tx.appUser.findUnique({ where: { id }, select: { name: true } })
        await tx.appUser.updateMany({ where: { id }, data: { name, updatedAt: new Date() } })
        const object = { kind: 'person', id, name }
        await writeDirectoryEvent(tx, null, by, { action: 'person.renamed', object, before, after: { name } })
      }),

    async changeEmail(id, email, by) {
      const change = prisma.$transaction(async (tx) => {
        await tx.appUser.updateMany({ where: { id }, data: { email, emailVerified: false, updatedAt: new Date() } })
        const object = { kind: 'person', id, name: by.name }
        await writeDirectoryEvent(tx, null, by, { action: 'person.email-changed', object })
        return true
      })
      return (await nullWhenTaken(change)) ?? false
    },

    export: (personId) => exportAccount(prisma, personId),
    delete: (personId, by) => prisma.$transaction((tx) => deleteAccount(tx, personId, by)),
  }
}

const openAt = (at: Date) => ({ acceptedAt: null, revokedAt: null, expiresAt: { gt: at } })

/** Prisma compares case-insensitively with ILIKE, in which these characters are wildcards. */
const withoutWildcards = (text: string) => text.replace(/[\\%_]/g, '\\$&')

/** Returns null if another account has the address. */
async function nullWhenTaken<T>(storing: Promise<T>): Promise<T | null> {
  try {
    return await storing
  } catch (error) {
    if (sqlState(error) === SQL_STATE.uniqueViolation) return null
    throw error
  }
}

async function insertPerson(tx: Transaction, person: NewAccount, by: Actor): Promise<string> {
  const id = randomUUID()
  const { name, email, emailVerified, passwordHash } = person
  await tx.appUser.create({ data: { id, email, name, emailVerified } })
  const credential = { providerId: 'credential', accountId: id, password: passwordHash }
  await tx.account.create({ data: { id: randomUUID(), userId: id, ...credential } })
  const self: Actor = { ...by, kind: 'person', id, name }
  await writeDirectoryEvent(tx, null, self, { action: 'person.signed-up', object: { kind: 'person', id, name } })
  return id
}
