import { randomUUID } from 'node:crypto'
import type { Connection } from '../../connection.ts'
import { isUuid } from '../../is-uuid.ts'
import { lockRow } from '../../scope/lock-row.ts'
import { SERVER_ACTOR } from '../../scope/server-actor.ts'
import type { Transaction } from '../../scope/tenant-client.ts'
import type { Actor, ApiToken, NewApiToken, TokenStore } from '../../types.ts'
import { writeAudit } from '../audit/audit.ts'
import { revokeLeaked } from './leaked-tokens.ts'
import { asToken, FIND_BY_HASH, FoundToken, TOKEN } from './token-rows.ts'

const TOUCH_EVERY_MS = 5 * 60 * 1000

/** Tokens of all projects: a request shows its token before anybody knows the project. */
export function tokenStore({ pool, prisma }: Connection): TokenStore {
  const touchedAt = new Map<string, number>()

  const find = async ({ projectId, id }: Pick<ApiToken, 'projectId' | 'id'>): Promise<ApiToken | null> => {
    if (!isUuid(id)) return null
    const row = await prisma.apiToken.findUnique({ where: { projectId_id: { projectId, id } }, select: TOKEN })
    return row && asToken(row)
  }

  return {
    async findByHash(hash, formerly = hash) {
      const { rows } = await pool.query({ name: 'find-token', text: FIND_BY_HASH, values: [hash, formerly] })
      if (rows.length === 0) return null
      const { hash: stored, ...token } = FoundToken.parse(rows[0])
      if (stored !== hash) {
        const { projectId, id } = token
        await prisma.apiToken.updateMany({ where: { projectId, id, tokenSha256: stored }, data: { tokenSha256: hash } })
      }
      return token
    },

    async insert(token) {
      const { projectId, tokenSha256 } = token
      await prisma.apiToken.createMany({ data: [newRow(token, randomUUID(), null)], skipDuplicates: true })
      const where = { projectId_tokenSha256: { projectId, tokenSha256 } }
      return asToken(await prisma.apiToken.findUniqueOrThrow({ where, select: TOKEN }))
    },

    make: (token, by) => prisma.$transaction((tx) => insertMade(tx, token, randomUUID(), by)),

    async rotate({ projectId, id }, successor, { at, until }, by) {
      if (!isUuid(id)) return null
      return prisma.$transaction(async (tx) => {
        await lockRow(tx, 'api_token', projectId, id)
        const usable = { revokedAt: null, successorId: null, OR: [{ expiresAt: null }, { expiresAt: { gt: at } }] }
        const held = await tx.apiToken.findFirst({ where: { projectId, id, ...usable } })
        if (held === null) return null
        const replacement = await insertMade(tx, successor, randomUUID(), by)
        const expiresAt = held.expiresAt !== null && held.expiresAt < until ? held.expiresAt : until
        const data = { successorId: replacement.id, expiresAt }
        await tx.apiToken.update({ where: { projectId_id: { projectId, id } }, data })
        const after = { successor: replacement.id, until: until.toISOString() }
        await writeAudit(tx, projectId, by, { action: 'token.replaced', object: named(id, held.name), after })
        return replacement
      })
    },

    find,

    async list(projectId) {
      const orderBy = [{ createdAt: 'asc' }, { id: 'asc' }] as const
      const rows = await prisma.apiToken.findMany({ where: { projectId }, select: TOKEN, orderBy: [...orderBy] })
      return rows.map(asToken)
    },

    async listMadeBy(personId) {
      const rows = await prisma.apiToken.findMany({
        where: { createdBy: personId },
        select: { ...TOKEN, project: { select: { slug: true } } },
        orderBy: [{ project: { slug: 'asc' } }, { createdAt: 'asc' }, { id: 'asc' }],
      })
      return rows.map(({ project, ...row }) => ({ ...asToken(row), project: project.slug }))
    },

    async touch({ projectId, id }, at, from = { address: null, client: null }) {
      if (at.getTime() - (touchedAt.get(id) ?? 0) < TOUCH_EVERY_MS) return
      touchedAt.set(id, at.getTime())
      // Other processes serve the same token, so the stored time decides.
      const before = { lte: new Date(at.getTime() - TOUCH_EVERY_MS) }
      await prisma.apiToken.updateMany({
        where: { projectId, id, OR: [{ lastUsedAt: null }, { lastUsedAt: before }] },
        data: { lastUsedAt: at, lastUsedAddress: from.address, lastUsedClient: from.client },
      })
    },

    revoke({ projectId, id }, at, by = SERVER_ACTOR) {
      return prisma.$transaction(async (tx) => {
        const token = await tx.apiToken.findUnique({ where: { projectId_id: { projectId, id } } })
        if (token === null) return false
        // Only one of two concurrent revocations changes the row.
        const { count } = await tx.apiToken.updateMany({
          where: { projectId, id, revokedAt: null },
          data: { revokedAt: at },
        })
        if (count === 0) return true
        await writeAudit(tx, projectId, by, { action: 'token.revoked', object: named(id, token.name) })
        return true
      })
    },

    revokeLeaked: (hashes, at, by) => prisma.$transaction((tx) => revokeLeaked(tx, hashes, at, by)),
  }
}

async function insertMade(tx: Transaction, token: NewApiToken, id: string, by: Actor): Promise<ApiToken> {
  const row = await tx.apiToken.create({ data: newRow(token, id, by), select: TOKEN })
  const { prefix, lastFour, scopes, expiresAt } = token
  const after = { prefix, lastFour, scopes, expiresAt }
  await writeAudit(tx, token.projectId, by, { action: 'token.made', object: named(id, token.name), after })
  return asToken(row)
}

function newRow(
  { projectId, tokenSha256, name, prefix, lastFour, scopes, expiresAt }: NewApiToken,
  id: string,
  by: Actor | null,
) {
  const person = by?.kind === 'person' ? by : null
  const madeBy = { createdBy: person?.id ?? null, createdByName: person?.name ?? null }
  return { projectId, id, tokenSha256, name, prefix, lastFour, scopes, expiresAt, ...madeBy }
}

const named = (id: string, name: string) => ({ kind: 'token', id, name })
