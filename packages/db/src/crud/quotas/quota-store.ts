import { z } from 'zod'
import type { Connection } from '../../connection.ts'
import { lockRowAbove } from '../../scope/lock-row.ts'
import { readRows } from '../../scope/statements.ts'
import type { Transaction } from '../../scope/tenant-client.ts'
import type { Change } from '../../types.ts'
import { writeAudit, writeDirectoryEvent } from '../audit/audit.ts'
import type { QuotaChanges, QuotaKind, QuotaStore, QuotaUse, StoredBytes } from './quota-types.ts'

const OF_ORGANIZATION: readonly QuotaKind[] = ['projects', 'members', 'runs', 'bytes', 'links']
const OF_PROJECT: readonly QuotaKind[] = ['members', 'runs', 'bytes', 'links']

// Sums of bytes above 2^53 are rounded, which does not matter.
const USE = `
  select requested.kind, quota_usage($1, $2, requested.kind)::float8 as used, quota.max::float8 as max
  from unnest($4::text[]) with ordinality as requested (kind, row_number)
    left join quota on quota.subject_id = $3 and quota.kind = requested.kind
  order by requested.row_number`

const Use: z.ZodType<QuotaUse> = z.object({
  kind: z.enum(['projects', 'members', 'runs', 'bytes', 'links']),
  used: z.number(),
  max: z.number().nullable(),
})

const STORED_BYTES = `
  select counted_project as "projectId", sum(value_bytes)::float8 as values, sum(sample_bytes)::float8 as samples,
    sum(file_bytes)::float8 as files
  from usage_counter where organization_id = $1 group by counted_project
  order by sum(value_bytes + sample_bytes + file_bytes) desc, counted_project`

const Stored: z.ZodType<StoredBytes & { projectId: string }> = z.object({
  projectId: z.string(),
  values: z.number(),
  samples: z.number(),
  files: z.number(),
})

/** Limits of organizations and projects, and their use. Triggers of the database enforce the limits. */
export function quotaStore({ pool, prisma }: Pick<Connection, 'pool' | 'prisma'>): QuotaStore {
  return {
    ofOrganization: (id) => readRows(pool, Use, USE, [id, null, id, OF_ORGANIZATION]),
    ofProject: ({ id, organization }) => readRows(pool, Use, USE, [organization.id, id, id, OF_PROJECT]),
    storedBytes: (organizationId) => readRows(pool, Stored, STORED_BYTES, [organizationId]),

    setForOrganization: (id, changes, by) =>
      prisma.$transaction(async (tx) => {
        await lockRowAbove(tx, 'organization', id)
        const { name } = await tx.organization.findUniqueOrThrow({ where: { id }, select: { name: true } })
        const object = { kind: 'organization', id, name }
        const changed = await change(tx, { organizationId: id, subjectId: id }, changes)
        await writeDirectoryEvent(tx, id, by, { action: 'organization.quotas-changed', object, ...changed })
      }),

    setForProject: ({ id, organization }, changes, by) =>
      prisma.$transaction(async (tx) => {
        await lockRowAbove(tx, 'project', id)
        const project = await tx.project.findUnique({ where: { id }, select: { slug: true } })
        if (project === null) return
        const object = { kind: 'project', id, name: project.slug }
        const changed = await change(tx, { organizationId: organization.id, subjectId: id }, changes)
        await writeAudit(tx, id, by, { action: 'project.quotas-changed', object, ...changed })
      }),
  }
}

async function change(
  tx: Transaction,
  key: { organizationId: string; subjectId: string },
  changes: QuotaChanges,
): Promise<Pick<Change, 'before' | 'after'>> {
  const { subjectId } = key
  const before = await limitsOf(tx, subjectId)
  for (const [kind, max] of Object.entries(changes)) {
    if (max === undefined) continue
    if (max === null) await tx.quota.deleteMany({ where: { subjectId, kind } })
    else {
      await tx.quota.upsert({
        where: { subjectId_kind: { subjectId, kind } },
        create: { ...key, kind, max },
        update: { max },
      })
    }
  }
  return { before, after: await limitsOf(tx, subjectId) }
}

async function limitsOf(tx: Transaction, subjectId: string): Promise<Record<string, number>> {
  const rows = await tx.quota.findMany({ where: { subjectId }, orderBy: { kind: 'asc' } })
  return Object.fromEntries(rows.map(({ kind, max }) => [kind, Number(max)]))
}

/** Stores the initial limits of a new organization. */
export async function insertQuotas(tx: Transaction, organizationId: string, quotas: QuotaChanges): Promise<void> {
  await change(tx, { organizationId, subjectId: organizationId }, quotas)
}
