import { randomUUID } from 'node:crypto'
import type { Connection } from '../../connection.ts'
import { SQL_STATE, sqlState } from '../../postgres-error.ts'
import type { Transaction } from '../../scope/tenant-client.ts'
import type { Actor, NewAccount } from '../../types.ts'
import { writeDirectoryEvent } from '../audit/audit.ts'

/** Key of the advisory lock that serializes the creation of the first owner. */
const FIRST_OWNER_LOCK = 4_201_126

export const hasOwner = async (client: Transaction): Promise<boolean> =>
  (await client.membership.findFirst({ where: { role: 'owner' }, select: { userId: true } })) !== null

/** Adds an account that owns the organization `slug`; null if there is an owner already. */
export const addFirstOwner = (
  prisma: Connection['prisma'],
  { person, slug }: { person: NewAccount; slug: string },
  by: Actor,
): Promise<string | null> =>
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
  })

/** Adds an account; null if another one has its address. */
export const addAccount = (prisma: Connection['prisma'], person: NewAccount, by: Actor): Promise<string | null> =>
  nullWhenTaken(prisma.$transaction((tx) => insertPerson(tx, person, by)))

/** Returns null if another account has the address. */
export async function nullWhenTaken<T>(storing: Promise<T>): Promise<T | null> {
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
