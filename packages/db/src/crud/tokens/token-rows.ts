import { z } from 'zod'
import type { Prisma } from '../../scope/prisma.ts'
import type { ApiToken, Project } from '../../types.ts'
import { PROJECT_COLUMNS } from '../organizations/project-row.ts'

/** Columns of a token without its hash. */
export const TOKEN = {
  projectId: true,
  id: true,
  name: true,
  prefix: true,
  lastFour: true,
  scopes: true,
  createdAt: true,
  createdByName: true,
  expiresAt: true,
  lastUsedAt: true,
  lastUsedAddress: true,
  lastUsedClient: true,
  revokedAt: true,
  successorId: true,
  leakedAt: true,
} satisfies Prisma.ApiTokenSelect

export function asToken({ createdByName, ...row }: Prisma.ApiTokenGetPayload<{ select: typeof TOKEN }>): ApiToken {
  return {
    ...row,
    createdAt: row.createdAt.toISOString(),
    createdBy: createdByName,
    expiresAt: row.expiresAt?.toISOString() ?? null,
    lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
    revokedAt: row.revokedAt?.toISOString() ?? null,
    leakedAt: row.leakedAt?.toISOString() ?? null,
  }
}

/**
 * Finds a token by either of two hashes, with its project, in one statement, because every request with a token runs
 * it.
 */
export const FIND_BY_HASH = `
  select t.project_id as "projectId", t.id, t.name, t.prefix, t.last_four as "lastFour", t.scopes::text[] as scopes,
    t.created_at as "createdAt", t.created_by_name as "createdBy", t.expires_at as "expiresAt",
    t.last_used_at as "lastUsedAt", t.last_used_address as "lastUsedAddress", t.last_used_client as "lastUsedClient",
    t.revoked_at as "revokedAt", t.successor_id as "successorId", t.leaked_at as "leakedAt", t.token_sha256 as hash,
    json_build_object('id', p.id, 'slug', p.slug, 'name', p.name, 'description', p.description,
      'visibility', p.visibility, 'organization', json_build_object('id', o.id, 'slug', o.slug, 'name', o.name)) as project
  from api_token t
  join project p on p.id = t.project_id
  join organization o on o.id = p.organization_id
  where t.token_sha256 = any ($1)`

const time = z.date().transform((date) => date.toISOString())

export const FoundToken: z.ZodType<ApiToken & { project: Project; hash: string }> = z.object({
  projectId: z.string(),
  id: z.string(),
  name: z.string(),
  prefix: z.string(),
  lastFour: z.string(),
  scopes: z.array(z.enum(['read', 'upload', 'write', 'audit'])),
  createdAt: time,
  createdBy: z.string().nullable(),
  expiresAt: time.nullable(),
  lastUsedAt: time.nullable(),
  lastUsedAddress: z.string().nullable(),
  lastUsedClient: z.string().nullable(),
  revokedAt: time.nullable(),
  successorId: z.string().nullable(),
  leakedAt: time.nullable(),
  hash: z.string(),
  project: z.object(PROJECT_COLUMNS),
})
