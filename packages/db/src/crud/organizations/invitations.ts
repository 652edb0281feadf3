import { randomUUID } from 'node:crypto'
import type { Pool } from 'pg'
import { z } from 'zod'
import { isUuid } from '../../is-uuid.ts'
import type { Invitation, MemberRole, OrganizationStore } from '../../types.ts'
import { writeDirectoryEvent } from '../audit/audit.ts'
import { type Change, HOLD_ORGANIZATION } from './in-change.ts'

const time = z.date().transform((date) => date.toISOString())

const Row: z.ZodType<Invitation> = z.object({
  id: z.string(),
  email: z.string().nullable(),
  role: z.enum(['owner', 'maintainer', 'author', 'viewer']),
  invitedBy: z.string().nullable(),
  createdAt: time,
  expiresAt: time,
})

const COLUMNS = `i.id, i.email, i.role, p.name as "invitedBy", i.created_at as "createdAt", i.expires_at as "expiresAt"`
const IS_OPEN = 'accepted_at is null and revoked_at is null'

type Held = { id: string; email: string | null; role: MemberRole; organization_id: string; slug: string; name: string }

export function invitationQueries(
  pool: Pool,
  change: Change,
): Pick<OrganizationStore, 'invitations' | 'invite' | 'revokeInvitation' | 'accept'> {
  return {
    async invitations(id, at) {
      const { rows } = await pool.query(
        `select ${COLUMNS} from invitation i left join app_user p on p.id = i.invited_by
         where i.organization_id = $1 and ${IS_OPEN} and expires_at > $2::timestamptz order by i.created_at desc, i.id`,
        [id, at],
      )
      return rows.map((row) => Row.parse(row))
    },

    invite: (id, { email, role, expiresAt, secretSha256 }, by) =>
      change(async (client) => {
        const invitationId = randomUUID()
        const invitedBy = by.kind === 'person' ? by.id : null
        const { rows } = await client.query<{ created_at: Date }>(
          `insert into invitation (organization_id, id, email, role, secret_sha256, invited_by, expires_at)
           values ($1, $2, $3, $4, $5, $6, $7) returning created_at`,
          [id, invitationId, email, role, secretSha256, invitedBy, expiresAt],
        )
        const object = { kind: 'invitation', id: invitationId, name: email ?? 'whoever has the link' }
        await writeDirectoryEvent(client, id, by, { action: 'invitation.made', object, after: { role, expiresAt } })
        const createdAt = rows[0]?.created_at.toISOString() ?? ''
        return { id: invitationId, email, role, invitedBy: by.name, createdAt, expiresAt }
      }),

    async revokeInvitation(id, invitationId, at, by) {
      if (!isUuid(invitationId)) return false
      return change(async (client) => {
        const { rows } = await client.query<{ email: string | null }>(
          `update invitation set revoked_at = $3 where organization_id = $1 and id = $2 and ${IS_OPEN} returning email`,
          [id, invitationId, at],
        )
        const [gone] = rows
        if (gone === undefined) return false
        const object = { kind: 'invitation', id: invitationId, name: gone.email ?? 'whoever has the link' }
        await writeDirectoryEvent(client, id, by, { action: 'invitation.revoked', object })
        return true
      })
    },

    accept: (secretSha256, person, at, by) =>
      change(async (client) => {
        const { rows } = await client.query<Held>(HOLD_OPEN, [secretSha256, at])
        const [held] = rows
        if (held === undefined) return { outcome: 'not-there' }
        if (held.email !== null && held.email.toLowerCase() !== person.email.toLowerCase()) {
          return { outcome: 'other-address' }
        }
        const { organization_id: id, slug, name, role } = held
        await client.query(HOLD_ORGANIZATION, [id])
        const organization = { id, slug, name }
        const { rowCount } = await client.query(
          'insert into membership (organization_id, user_id, role) values ($1, $2, $3) on conflict do nothing',
          [id, person.id, role],
        )
        if (rowCount !== 1) return { outcome: 'member-already', organization }
        await client.query(
          'update invitation set accepted_at = $3, accepted_by = $4 where organization_id = $1 and id = $2',
          [id, held.id, at, person.id],
        )
        const object = { kind: 'person', id: person.id, name: by.name }
        const after = { role, invitation: held.id }
        await writeDirectoryEvent(client, id, by, { action: 'member.added', object, after })
        return { outcome: 'accepted', organization }
      }),
  }
}

const HOLD_OPEN = `
  select i.id, i.email, i.role, i.organization_id, o.slug, o.name
  from invitation i join organization o on o.id = i.organization_id
  where i.secret_sha256 = $1 and ${IS_OPEN} and i.expires_at > $2::timestamptz for update of i`
