import { randomUUID } from 'node:crypto'
import type { Connection } from '../../connection.ts'
import { isUuid } from '../../is-uuid.ts'
import { lockRow } from '../../scope/lock-row.ts'
import { SERVER_ACTOR } from '../../scope/server-actor.ts'
import type { Transaction } from '../../scope/tenant-client.ts'
import type { Actor, ApiToken, NewApiToken, TokenStore } from '../../types.ts'
import { writeAudit } from '../audit/audit.ts'
import { findByHash, findToken, listMadeBy, listTokens } from './find-tokens.ts'
import { revokeLeaked } from './leaked-tokens.ts'
import { asToken, TOKEN } from './token-rows.ts'

const TOUCH_EVERY_MS = 5 * 60 * 1000

/** Queries for tokens of all projects, without a tenant scope, because a request is authenticated before its project is known. */
export function tokenStore(connection: Connection): TokenStore {
  const { prisma } = connection
  const touchedAt = new Map<string, number>()
  return {
    findByHash: (hash, formerly = []) => findByHash(connection, hash, formerly),
    find: (token) => findToken(prisma, token),
    list: (projectId) => listTokens(prisma, projectId),
    listMadeBy: (personId) => listMadeBy(prisma, personId),
    insert: (token) => ensureToken(prisma, token),
    make: (token, by) => prisma.$transaction((tx) => insertMade(tx, token, randomUUID(), by)),
    rotate: (token, successor, times, by) => rotateToken(prisma, token, { successor, ...times, by }),
    touch: (token, at, from = { address: null, client: null }) => touchToken(prisma, touchedAt, token, { at, ...from }),
    revoke: (token, at, by = SERVER_ACTOR) => revokeToken(prisma, token, at, by),
    revokeLeaked: (hashes, at, by) => prisma.$transaction((tx) => revokeLeaked(tx, hashes, at, by)),
  }
}

type Client = Connection['prisma']
type TokenKey = Pick<ApiToken, 'projectId' | 'id'>

/** Returns the token with that hash, which is created if it is missing. */
async function ensureToken(prisma: Client, token: NewApiToken): Promise<ApiToken> {
  const { projectId, tokenSha256 } = token
  await prisma.apiToken.createMany({ data: [newRow(token, randomUUID(), null)], skipDuplicates: true })
  const where = { projectId_tokenSha256: { projectId, tokenSha256 } }
  return asToken(await prisma.apiToken.findUniqueOrThrow({ where, select: TOKEN }))
}

type Rotation = { successor: NewApiToken; at: Date; until: Date; by: Actor }

/** Creates the successor of a token, which itself expires soon; null if the token is no longer usable. */
async function rotateToken(
  prisma: Client,
  { projectId, id }: TokenKey,
  { successor, at, until, by }: Rotation,
): Promise<ApiToken | null> {
  if (!isUuid(id)) return null
  return prisma.$transaction(async (tx) => {
    await lockRow(tx, 'api_token', projectId, id)
    const usable = { revokedAt: null, successorId: null, OR: [{ expiresAt: null }, { expiresAt: { gt: at } }] }
    const held = await tx.apiToken.findFirst({ where: { projectId, id, ...usable } })
    if (held === null) return null
    const replacement = await insertMade(tx, successor, randomUUID(), by)
    const expiresAt = held.expiresAt !== null && held.expiresAt < until ? held.expiresAt : until
    const data = { successorId: replacement.id, expiresAt }
    await tx.apiToken.updateMany({ where: { projectId, id }, data })
    const after = { successor: replacement.id, until: until.toISOString() }
    await writeAudit(tx, projectId, by, { action: 'token.replaced', object: named(id, held.name), after })
    return replacement
  })
}

/** Records time and address of a token's use, at most once in five minutes. */
async function touchToken(
  prisma: Client,
  touchedAt: Map<string, number>,
  { projectId, id }: TokenKey,
  { at, address, client }: { at: Date; address: string | null; client: string | null },
): Promise<void> {
  if (at.getTime() - (touchedAt.get(id) ?? 0) < TOUCH_EVERY_MS) return
  touchedAt.set(id, at.getTime())
  // Other processes serve the same token, so the stored time decides.
  const before = { lte: new Date(at.getTime() - TOUCH_EVERY_MS) }
  await prisma.apiToken.updateMany({
    where: { projectId, id, OR: [{ lastUsedAt: null }, { lastUsedAt: before }] },
    data: { lastUsedAt: at, lastUsedAddress: address, lastUsedClient: client },
  })
}

/** Returns false if there is no such token; a revoked token keeps its first time of revocation. */
const revokeToken = (prisma: Client, { projectId, id }: TokenKey, at: Date, by: Actor): Promise<boolean> =>
  prisma.$transaction(async (tx) => {
    const token = await tx.apiToken.findUnique({ where: { projectId_id: { projectId, id } } })
    if (token === null) return false
    // Only one of two concurrent revocations changes the row.
    const { count } = await tx.apiToken.updateMany({
      where: { projectId, id, revokedAt: null },
      data: { revokedAt: at },
    })
    if (count > 0) await writeAudit(tx, projectId, by, { action: 'token.revoked', object: named(id, token.name) })
    return true
  })

async function insertMade(tx: Transaction, token: NewApiToken, id: string, by: Actor): Promise<ApiToken> {
  // The row is read by a second statement, because a distributed Postgres returns no array of enums from a write.
  await tx.apiToken.createMany({ data: [newRow(token, id, by)] })
  const where = { projectId_id: { projectId: token.projectId, id } }
  const row = await tx.apiToken.findUniqueOrThrow({ where, select: TOKEN })
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
