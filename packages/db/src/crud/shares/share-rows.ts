import { Comparison, DEFAULT_COMPARISON } from '@assay/domain/compare/comparison'
import { z } from 'zod'
import type { FoundShare, Share, ShareSource } from './share-types.ts'

// Rows with the column frame_hosts are read and changed with SQL: null means any site and an empty list none, but
// Prisma reads both as an empty list.

const time = z.date().transform((date) => date.toISOString())

export const SHARE_COLUMNS = `
  id, title, name, sha256, slug, secret_sha256 is not null as "hasSecret", password_hash is not null as "hasPassword",
    jsonb_array_length(source -> 'masks') > 0 as "isMasked", expires_at as "expiresAt", embargo_until as "embargoUntil",
    created_at as "createdAt", created_by_name as "createdBy", revoked_at as "revokedAt", views::int as views,
    last_view_at as "lastViewAt", frame_hosts as "frameHosts"`

export const ShareRow: z.ZodType<Share> = z.object({
  id: z.string(),
  title: z.string(),
  name: z.string().nullable(),
  sha256: z.string(),
  slug: z.string().nullable(),
  hasSecret: z.boolean(),
  hasPassword: z.boolean(),
  isMasked: z.boolean(),
  expiresAt: time.nullable(),
  embargoUntil: time.nullable(),
  createdAt: time,
  createdBy: z.string(),
  revokedAt: time.nullable(),
  views: z.number(),
  lastViewAt: time.nullable(),
  frameHosts: z.array(z.string()).nullable(),
})

/** Shares of earlier versions lack options that were added later; their defaults apply. */
export const StoredComparison = z
  .record(z.string(), z.unknown())
  .transform((stored) => ({ ...DEFAULT_COMPARISON, ...stored }))
  .pipe(z.object(Comparison.shape))

export const StoredSource: z.ZodType<ShareSource> = z.object({
  comparisons: z.array(StoredComparison),
  studies: z.array(z.object({ kind: z.string(), own: z.record(z.string(), z.string()) }).nullable()).exactOptional(),
  masks: z.array(
    z.object({
      name: z.string(),
      shown: z.string(),
      kind: z.enum(['version', 'build', 'config', 'machine', 'workload', 'flags']).exactOptional(),
    }),
  ),
})

export const FOUND_COLUMNS = `
  s.id, s.project_id as "projectId", o.slug || '~' || p.slug as project, s.sha256, s.source, s.password_hash as "passwordHash",
    s.expires_at as "expiresAt", s.embargo_until as "embargoUntil", s.revoked_at as "revokedAt",
    s.created_by as "createdBy", s.frame_hosts as "frameHosts"`

export const FoundShareRow: z.ZodType<FoundShare> = z.object({
  id: z.string(),
  projectId: z.string(),
  project: z.string(),
  sha256: z.string(),
  source: StoredSource,
  passwordHash: z.string().nullable(),
  expiresAt: time.nullable(),
  embargoUntil: time.nullable(),
  revokedAt: time.nullable(),
  createdBy: z.string().nullable(),
  frameHosts: z.array(z.string()).nullable(),
})

/** The columns of a share that can be changed. */
export const ChangeableRow = z.object({
  title: z.string(),
  name: z.string().nullable(),
  passwordHash: z.string().nullable(),
  expiresAt: time.nullable(),
  embargoUntil: time.nullable(),
  slug: z.string().nullable(),
  frameHosts: z.array(z.string()).readonly().nullable(),
  secretSha256: z.string().nullable(),
})
