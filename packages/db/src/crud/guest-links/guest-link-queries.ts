import { SPEC_KINDS, specName } from '@assay/domain/specs/spec'
import { z } from 'zod'
import { writeAudit } from '../audit/audit.ts'
import { rowTime } from '../notes/row-time.ts'
import { isUuid } from '../../is-uuid.ts'
import { readRows } from '../../scope/read-rows.ts'
import type { TenantScope } from '../../scope/tenant-scope.ts'
import type { GuestLink, GuestLinkQueries, LinkedGuest, OpenedLink } from './guest-link-types.ts'

/** Links by which guests review a spec. */
const GuestLinkRow: z.ZodType<GuestLink> = z.object({
  key: z.string(),
  isOpen: z.boolean(),
  linkedAt: z.string().nullable(),
  until: z.string().nullable(),
})

const LinkedGuestRow: z.ZodType<LinkedGuest> = z.object({
  name: z.string(),
  email: z.string().nullable(),
  until: z.string().nullable(),
  hasLink: z.boolean(),
})

export function guestLinkQueries(scoped: TenantScope): GuestLinkQueries {
  const { projectId, by } = scoped

  /** Updates the reviewer `r` by the SQL of `set` where the SQL of `where` holds, and writes the audit event. */
  const change = (
    specId: string,
    key: string,
    { action, set, where = 'true' }: { action: string; set: string; where?: string },
    values: readonly unknown[] = [],
  ) =>
    scoped.transaction<boolean>(async (tx) => {
      const rows = await readRows(
        tx,
        z.object({
          name: z.string(),
          kind: z.enum(['functional', 'design']),
          number: z.number(),
          until: z.string().nullable(),
        }),
        `update spec_reviewer r set ${set} from spec s
         where r.project_id = $1 and r.spec_id = $2 and r.key = $3 and ${where} and s.project_id = r.project_id and s.id = r.spec_id
         returning r.facts -> 'who' ->> 'name' as name, s.kind, s.number, ${rowTime('r.link_expires_at')} as until`,
        [projectId, specId, key, ...values],
      )
      const [row] = rows
      if (row === undefined) return { commit: false, answer: false }
      const object = { kind: 'spec', id: specId, name: specName(row) }
      await writeAudit(tx, projectId, by, { action, object, after: { reader: row.name, until: row.until } })
      return { commit: true, answer: true }
    })

  return {
    async list(specId) {
      const rows = await readRows(
        scoped,
        GuestLinkRow,
        `select key, secret_sha256 is not null as "isOpen", ${rowTime('link_created_at')} as "linkedAt",
           ${rowTime('link_expires_at')} as until
         from spec_reviewer where project_id = $1 and spec_id = $2 and link_created_at is not null order by key`,
        [projectId, specId],
      )
      return rows
    },

    async find(reviewerId, secretSha256) {
      if (!isUuid(reviewerId)) return null
      const { rows } = await scoped.query(
        `select s.kind, s.number, r.key, r.facts -> 'who' ->> 'name' as name, r.facts ->> 'email' as email,
           ${rowTime('r.link_expires_at')} as until
         from spec_reviewer r join spec s on s.project_id = r.project_id and s.id = r.spec_id
         where r.project_id = $1 and r.id = $2 and r.secret_sha256 = $3`,
        [projectId, reviewerId, secretSha256],
      )
      if (rows.length === 0) return null
      const { kind, number, key, name, email, until } = LinkRow.parse(rows[0])
      return { spec: { kind, number }, reviewer: { key, name, email }, until } satisfies OpenedLink
    },

    async findGuest(key) {
      const rows = await readRows(
        scoped,
        LinkedGuestRow,
        `select facts -> 'who' ->> 'name' as name, facts ->> 'email' as email, ${rowTime('link_expires_at')} as until,
           secret_sha256 is not null as "hasLink"
         from spec_reviewer where project_id = $1 and key = $2 and link_created_at is not null and link_revoked_at is null`,
        [projectId, key],
      )
      return rows[0] ?? null
    },

    async countMeetingChanges(specId) {
      const rows = await readRows(
        scoped,
        z.object({ count: z.number(), lastAt: z.string().nullable() }),
        `select count(*)::int as count, ${rowTime('max(at)')} as "lastAt" from spec_event
         where project_id = $1 and spec_id = $2 and action ->> 'kind' in ('schedule', 'postpone', 'withdraw')`,
        [projectId, specId],
      )
      return rows[0] ?? { count: 0, lastAt: null }
    },

    renew: (specId, { key, secretSha256, until }) =>
      change(
        specId,
        key,
        {
          action: 'spec.link-made',
          set: 'secret_sha256 = $4, link_expires_at = $5, link_created_at = clock_timestamp(), link_revoked_at = null',
        },
        [secretSha256, until],
      ),
    revoke: (specId, key) =>
      change(specId, key, {
        action: 'spec.link-taken-back',
        set: 'secret_sha256 = null, link_revoked_at = clock_timestamp()',
        where: 'r.secret_sha256 is not null',
      }),
  }
}

const LinkRow = z.object({
  kind: z.enum(SPEC_KINDS),
  number: z.int(),
  key: z.string(),
  name: z.string(),
  email: z.string().nullable(),
  until: z.string().nullable(),
})
