import { randomUUID } from 'node:crypto'
import type { Connection } from '../../connection.ts'
import { isUuid } from '../../is-uuid.ts'
import { SQL_STATE, sqlState } from '../../postgres-error.ts'
import { deletedRow } from '../../scope/deleted-row.ts'
import { lockRowAbove } from '../../scope/lock-row.ts'
import type { Prisma } from '../../scope/prisma.ts'
import type { Transaction } from '../../scope/tenant-client.ts'
import type { Actor, ScimFields, ScimFilter, ScimRefusal, ScimStore, ScimUser } from '../../types.ts'
import { writeDirectoryEvent } from '../audit/audit.ts'
import { isVerifiedAddress } from '../identity-providers/admit-person.ts'
import { revokeLeakedScimTokens } from './leaked-scim-tokens.ts'
import { addScimMember, removeScimMember, unlinkFromProvider } from './scim-members.ts'

/** Stores the directories of organizations. Each change, its membership and their audit events are one transaction. */
export function scimStore({ prisma }: Connection): ScimStore {
  return {
    setToken: (organizationId, tokenHmac, by) =>
      prisma.$transaction(async (tx) => {
        await lockRowAbove(tx, 'organization', organizationId)
        await tx.scimToken.deleteMany({ where: { organizationId } })
        await tx.scimToken.create({ data: { organizationId, tokenHmac } })
        await writeDirectoryEvent(tx, organizationId, by, { action: 'scim-token.created', object: TOKEN })
      }),

    removeToken: (organizationId, by) =>
      prisma.$transaction(async (tx) => {
        if ((await deletedRow(tx.scimToken.delete({ where: { organizationId } }))) === null) return false
        await writeDirectoryEvent(tx, organizationId, by, { action: 'scim-token.removed', object: TOKEN })
        return true
      }),

    revokeLeaked: (tokenHmacs, at, by) => prisma.$transaction((tx) => revokeLeakedScimTokens(tx, tokenHmacs, at, by)),

    async tokenState(organizationId) {
      const found = await prisma.scimToken.findUnique({ where: { organizationId } })
      return {
        since: found?.createdAt.toISOString() ?? null,
        leakedAt: found?.leakedAt?.toISOString() ?? null,
      }
    },

    async findByToken(tokenHmacs) {
      const select = { organization: { select: { id: true, slug: true, name: true } } }
      const found = await prisma.scimToken.findFirst({
        where: { tokenHmac: { in: [...tokenHmacs] }, leakedAt: null },
        select,
      })
      return found?.organization ?? null
    },

    async list(organizationId, { filter, skip, take }) {
      const where = { organizationId, ...whereOf(filter) }
      const [total, rows] = await Promise.all([
        prisma.scimUser.count({ where }),
        prisma.scimUser.findMany({ where, skip, take, orderBy: [{ userName: 'asc' }, { id: 'asc' }] }),
      ])
      return { total, users: rows.map(asUser) }
    },

    async find(organizationId, id) {
      if (!isUuid(id)) return null
      const row = await prisma.scimUser.findUnique({ where: { organizationId_id: { organizationId, id } } })
      return row && asUser(row)
    },

    create: (organizationId, fields, at, by) =>
      takenWhenUnique(
        prisma.$transaction(async (tx) => {
          await lockRowAbove(tx, 'organization', organizationId)
          if (!(await isVerifiedAddress(tx, organizationId, fields.email))) return 'foreign-address'
          const joined = fields.active ? await addScimMember(tx, organizationId, { ...fields, role: null }, by) : null
          if (typeof joined === 'string') return joined
          const data = { organizationId, id: randomUUID(), ...fields, userId: joined?.userId ?? null }
          const row = await tx.scimUser.create({ data: { ...data, createdAt: at, updatedAt: at } })
          const change = { object: objectOf(row), after: { active: row.active } }
          await writeDirectoryEvent(tx, organizationId, by, { action: 'scim-user.created', ...change })
          return asUser(row)
        }),
      ),

    change: (organizationId, { id, fields }, at, by) =>
      takenWhenUnique(
        prisma.$transaction(async (tx) => {
          const before = await lockUser(tx, organizationId, id)
          if (before === null) return 'not-there'
          if (!(await isVerifiedAddress(tx, organizationId, fields.email))) return 'foreign-address'
          const change = await changeMembership(tx, { before, fields, at }, by)
          if (typeof change === 'string') return change
          const where = { organizationId_id: { organizationId, id } }
          const row = await tx.scimUser.update({ where, data: { ...fields, ...change, updatedAt: at } })
          const audited = { object: objectOf(row), before: { active: before.active }, after: { active: row.active } }
          await writeDirectoryEvent(tx, organizationId, by, { action: 'scim-user.changed', ...audited })
          return asUser(row)
        }),
      ),

    remove: (organizationId, id, at, by) =>
      prisma.$transaction(async (tx) => {
        const before = await lockUser(tx, organizationId, id)
        if (before === null) return 'not-there'
        if (before.userId !== null) {
          const removed = await removeScimMember(tx, { organizationId, userId: before.userId, at }, by)
          if (removed === 'last-owner') return removed
          await unlinkFromProvider(tx, organizationId, before.userId)
        }
        await tx.scimUser.delete({ where: { organizationId_id: { organizationId, id } } })
        await writeDirectoryEvent(tx, organizationId, by, { action: 'scim-user.removed', object: objectOf(before) })
        return 'done'
      }),
  }
}

type Row = Prisma.ScimUserGetPayload<object>

/** Adds or removes the membership; returns the columns that change with it. */
async function changeMembership(
  tx: Transaction,
  { before, fields, at }: { before: Row; fields: ScimFields; at: Date },
  by: Actor,
): Promise<ScimRefusal | Partial<Pick<Row, 'userId' | 'role'>>> {
  const { organizationId, userId, role } = before
  if (fields.active && !before.active) return addScimMember(tx, organizationId, { ...fields, role, userId }, by)
  if (fields.active || !before.active || userId === null) return {}
  const removed = await removeScimMember(tx, { organizationId, userId, at }, by)
  return removed === 'last-owner' ? removed : { role: removed }
}

async function lockUser(tx: Transaction, organizationId: string, id: string): Promise<Row | null> {
  if (!isUuid(id)) return null
  await lockRowAbove(tx, 'organization', organizationId)
  return tx.scimUser.findUnique({ where: { organizationId_id: { organizationId, id } } })
}

function whereOf(filter: ScimFilter | null): Prisma.ScimUserWhereInput {
  if (filter === null) return {}
  const { field, value } = filter
  if (field === 'id') return isUuid(value) ? { id: value } : { id: { in: [] } }
  if (field === 'externalId') return { externalId: value }
  return { [field]: { equals: value, mode: 'insensitive' } }
}

/** The unique index is that of user names. */
async function takenWhenUnique<T>(storing: Promise<T>): Promise<T | 'taken'> {
  try {
    return await storing
  } catch (error) {
    if (sqlState(error) === SQL_STATE.uniqueViolation) return 'taken'
    throw error
  }
}

const asUser = ({ id, userName, externalId, name, email, active, createdAt, updatedAt }: Row): ScimUser => ({
  id,
  userName,
  externalId,
  name,
  email,
  active,
  createdAt: createdAt.toISOString(),
  updatedAt: updatedAt.toISOString(),
})

const TOKEN = { kind: 'scim-token', id: null, name: 'SCIM' }
const objectOf = ({ id, userName }: Pick<Row, 'id' | 'userName'>) => ({ kind: 'scim-user', id, name: userName })
