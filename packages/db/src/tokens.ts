import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import type { Connection } from './connection.ts'
import type { ApiTokenModel } from './generated/models.ts'
import type { ApiToken, NewApiToken, Project, TokenStore } from './types.ts'

const TOUCH_EVERY_MS = 5 * 60 * 1000

export function tokenStore({ pool, prisma }: Connection): TokenStore {
  const touchedAt = new Map<string, number>()

  return {
    // Every request with a token asks this, so it is one statement.
    async findByHash(tokenSha256) {
      const { rows } = await pool.query({ name: 'find-token', text: FIND_BY_HASH, values: [tokenSha256] })
      return rows.length === 0 ? null : FoundToken.parse(rows[0])
    },

    async insert({
      projectId,
      tokenSha256,
      name,
      prefix,
      lastFour,
      scopes,
      expiresAt,
    }: NewApiToken): Promise<ApiToken> {
      await pool.query(
        `insert into api_token (project_id, id, token_sha256, name, prefix, last_four, scopes, expires_at)
         values ($1, $2, $3, $4, $5, $6, $7::text[]::token_scope[], $8)
         on conflict (project_id, token_sha256) do nothing`,
        [projectId, randomUUID(), tokenSha256, name, prefix, lastFour, scopes, expiresAt],
      )
      const where = { projectId_tokenSha256: { projectId, tokenSha256 } }
      return asApiToken(await prisma.apiToken.findUniqueOrThrow({ where }))
    },

    async list(projectId) {
      const tokens = await prisma.apiToken.findMany({
        where: { projectId },
        orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
      })
      return tokens.map(asApiToken)
    },

    async touch({ projectId, id }, at) {
      if (at.getTime() - (touchedAt.get(id) ?? 0) < TOUCH_EVERY_MS) return
      touchedAt.set(id, at.getTime())
      // Asked again here, because other processes serve the same token.
      await pool.query(
        `update api_token set last_used_at = $3::timestamptz
         where project_id = $1 and id = $2 and coalesce(last_used_at <= $3::timestamptz - $4 * interval '1 millisecond', true)`,
        [projectId, id, at, TOUCH_EVERY_MS],
      )
    },

    async revoke({ projectId, id }, at) {
      const { rowCount } = await pool.query(
        'update api_token set revoked_at = coalesce(revoked_at, $3::timestamptz) where project_id = $1 and id = $2',
        [projectId, id, at],
      )
      return rowCount === 1
    },
  }
}

const FIND_BY_HASH = `
  select t.project_id as "projectId", t.id, t.name, t.prefix, t.last_four as "lastFour", t.scopes::text[] as scopes,
    t.created_at as "createdAt", t.expires_at as "expiresAt", t.last_used_at as "lastUsedAt", t.revoked_at as "revokedAt",
    json_build_object('id', p.id, 'slug', p.slug, 'name', p.name, 'description', p.description,
      'visibility', p.visibility, 'organization', json_build_object('id', o.id, 'slug', o.slug, 'name', o.name)) as project
  from api_token t
  join project p on p.id = t.project_id
  join organization o on o.id = p.organization_id
  where t.token_sha256 = $1`

const time = z.date().transform((date) => date.toISOString())

const FoundToken: z.ZodType<ApiToken & { project: Project }> = z.object({
  projectId: z.string(),
  id: z.string(),
  name: z.string(),
  prefix: z.string(),
  lastFour: z.string(),
  scopes: z.array(z.enum(['read', 'upload', 'write'])),
  createdAt: time,
  expiresAt: time.nullable(),
  lastUsedAt: time.nullable(),
  revokedAt: time.nullable(),
  project: z.object({
    id: z.string(),
    slug: z.string(),
    name: z.string(),
    description: z.string(),
    visibility: z.enum(['public', 'internal', 'private']),
    organization: z.object({ id: z.string(), slug: z.string(), name: z.string() }),
  }),
})

function asApiToken(row: ApiTokenModel): ApiToken {
  const { tokenSha256: _secret, createdAt, expiresAt, lastUsedAt, revokedAt, ...rest } = row
  return {
    ...rest,
    createdAt: createdAt.toISOString(),
    expiresAt: expiresAt?.toISOString() ?? null,
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
    revokedAt: revokedAt?.toISOString() ?? null,
  }
}
