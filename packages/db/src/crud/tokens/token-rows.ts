import { z } from 'zod'
import type { ApiToken, Project } from '../../types.ts'

/** Columns of a token `t`. */
export const TOKEN_COLUMNS = `t.project_id as "projectId", t.id, t.name, t.prefix, t.last_four as "lastFour",
    t.scopes::text[] as scopes, t.created_at as "createdAt", t.created_by_name as "createdBy", t.expires_at as "expiresAt",
    t.last_used_at as "lastUsedAt", t.last_used_address as "lastUsedAddress", t.last_used_client as "lastUsedClient",
    t.revoked_at as "revokedAt", t.successor_id as "successorId", t.leaked_at as "leakedAt"`

const time = z.date().transform((date) => date.toISOString())

const columns = {
  projectId: z.string(),
  id: z.string(),
  name: z.string(),
  prefix: z.string(),
  lastFour: z.string(),
  scopes: z.array(z.enum(['read', 'upload', 'write'])),
  createdAt: time,
  createdBy: z.string().nullable(),
  expiresAt: time.nullable(),
  lastUsedAt: time.nullable(),
  lastUsedAddress: z.string().nullable(),
  lastUsedClient: z.string().nullable(),
  revokedAt: time.nullable(),
  successorId: z.string().nullable(),
  leakedAt: time.nullable(),
}

export const TokenRow: z.ZodType<ApiToken> = z.object(columns)

export const TokenRowWithSlug: z.ZodType<ApiToken & { project: string }> = z.object({ ...columns, project: z.string() })

export const FoundToken: z.ZodType<ApiToken & { project: Project; hash: string }> = z.object({
  ...columns,
  hash: z.string(),
  project: z.object({
    id: z.string(),
    slug: z.string(),
    name: z.string(),
    description: z.string(),
    visibility: z.enum(['public', 'internal', 'private']),
    organization: z.object({ id: z.string(), slug: z.string(), name: z.string() }),
  }),
})
