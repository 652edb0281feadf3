import type { Pool } from 'pg'
import { z } from 'zod'
import type { Connection } from '../../connection.ts'
import { isUuid } from '../../is-uuid.ts'
import { deletedRow } from '../../scope/deleted-row.ts'
import type { Prisma } from '../../scope/prisma.ts'
import type { Transaction } from '../../scope/tenant-client.ts'
import type { AccountSession, AccountStore, Actor, FoundSession } from '../../types.ts'
import { writeDirectoryEvent } from '../audit/audit.ts'

const TOUCH_EVERY_MS = 5 * 60 * 1000

/** A prepared statement, because it runs for every request of a signed-in person. */
const FIND = `
  select session.id, session.created_at as "createdAt", expires_at as "expiresAt", last_seen_at as "lastSeenAt",
    second_factor as "hasSecondFactor",
    exists (select from totp where totp.user_id = session.user_id and confirmed_at is not null) as "hasTotp",
    exists (select from membership join organization on organization.id = organization_id
      where membership.user_id = session.user_id and require_second_factor) as "isRequired",
    exists (select from membership join organization on organization.id = organization_id
      where membership.user_id = session.user_id and require_identity_provider and not exists (
        select from identity_provider join session_provider on provider_id = identity_provider.id
        where identity_provider.organization_id = organization.id and session_id = session.id)) as "lacksProvider",
    json_build_object('id', app_user.id, 'name', app_user.name, 'email', app_user.email) as person
  from session join app_user on app_user.id = user_id
  where token = $1`

const time = z.date().transform((date) => date.toISOString())

const FoundRow: z.ZodType<FoundSession> = z.object({
  id: z.string(),
  createdAt: time,
  expiresAt: time,
  lastSeenAt: time,
  hasSecondFactor: z.boolean(),
  hasTotp: z.boolean(),
  isRequired: z.boolean(),
  lacksProvider: z.boolean(),
  person: z.object({ id: z.string(), name: z.string(), email: z.string() }),
})

/** Columns of a session for its owner. Its time of last use is the library's `updatedAt`. */
export const SESSION = { id: true, createdAt: true, updatedAt: true, ipAddress: true, userAgent: true } as const

export const asSession = ({
  id,
  createdAt,
  updatedAt,
  ipAddress,
  userAgent,
}: Prisma.SessionGetPayload<{ select: typeof SESSION }>): AccountSession => ({
  id,
  createdAt: createdAt.toISOString(),
  lastSeenAt: updatedAt.toISOString(),
  address: ipAddress,
  userAgent,
})

type SessionQueries = Pick<
  AccountStore,
  | 'findSession'
  | 'rehashSession'
  | 'touchSession'
  | 'deleteExpiredSession'
  | 'endSession'
  | 'endSessions'
  | 'listSessions'
>

export function sessionQueries(pool: Pool, prisma: Connection['prisma']): SessionQueries {
  return {
    async findSession(tokenHmac) {
      const { rows } = await pool.query({ name: 'find-session', text: FIND, values: [tokenHmac] })
      return rows.length === 0 ? null : FoundRow.parse(rows[0])
    },

    async rehashSession(before, after) {
      await prisma.session.updateMany({ where: { token: before }, data: { token: after } })
    },

    async touchSession({ id, lastSeenAt }, at) {
      if (at.getTime() - Date.parse(lastSeenAt) < TOUCH_EVERY_MS) return
      await prisma.session.updateMany({ where: { id, updatedAt: { lt: at } }, data: { updatedAt: at } })
    },

    async deleteExpiredSession(id) {
      await prisma.session.deleteMany({ where: { id } })
    },

    async endSession(userId, id, by, as = 'session.ended') {
      if (!isUuid(id)) return false
      return prisma.$transaction((tx) => endSession(tx, userId, id, by, as))
    },

    endSessions: (userId, exceptId, by) =>
      prisma.$transaction(async (tx) => {
        const where = { userId, ...(exceptId === null ? {} : { id: { not: exceptId } }) }
        const sessions = await tx.session.findMany({ where, select: { id: true } })
        const ended: boolean[] = []
        for (const { id } of sessions) ended.push(await endSession(tx, userId, id, by, 'session.ended'))
        return ended.filter(Boolean).length
      }),

    async listSessions(userId, seenAfter, at) {
      const rows = await prisma.session.findMany({
        where: { userId, updatedAt: { gt: seenAfter }, expiresAt: { gt: at } },
        select: SESSION,
        orderBy: [{ updatedAt: 'desc' }, { id: 'asc' }],
      })
      return rows.map(asSession)
    },
  }
}

/** Returns false if there is no such session, so that of two concurrent calls only one writes the audit event. */
async function endSession(tx: Transaction, userId: string, id: string, by: Actor, action: string) {
  if ((await deletedRow(tx.session.delete({ where: { userId, id } }))) === null) return false
  await writeDirectoryEvent(tx, null, by, { action, object: { kind: 'session', id, name: by.name } })
  return true
}
