import type { Pool, PoolClient } from 'pg'
import { z } from 'zod'
import { isUuid } from '../../is-uuid.ts'
import type { Member, MemberOutcome, MemberRole, OrganizationStore } from '../../types.ts'
import { writeAudit, writeDirectoryEvent } from '../audit/audit.ts'
import { revokeMadeBy } from '../tokens/revoke-made-by.ts'
import { type Change, HOLD_ORGANIZATION } from './in-change.ts'

const time = z.date().transform((date) => date.toISOString())

const MemberRow: z.ZodType<Member> = z.object({
  personId: z.string(),
  name: z.string(),
  email: z.string(),
  role: z.enum(['owner', 'maintainer', 'author', 'viewer']),
  since: time,
  lastSeenAt: time.nullable(),
})

/** Columns of a person `p` with a role `m`. */
const MEMBER = `p.id as "personId", p.name, p.email, m.role, m.created_at as since,
    (select max(last_seen_at) from session where session.user_id = p.id) as "lastSeenAt"`

export const asMembers = (rows: unknown[]): Member[] => rows.map((row) => MemberRow.parse(row))

export const MEMBERS_OF = {
  organization: `select ${MEMBER} from membership m join app_user p on p.id = m.user_id
    where m.organization_id = $1 order by m.role, p.name, p.id`,
  project: `select ${MEMBER} from project_member m join app_user p on p.id = m.user_id
    where m.project_id = $1 order by m.role, p.name, p.id`,
}

type Held = { name: string; role: MemberRole }

export function memberQueries(
  pool: Pool,
  change: Change,
): Pick<OrganizationStore, 'members' | 'setRole' | 'removeMember'> {
  /** The member, held until the end; an outcome when nothing may be done to them. */
  const hold = async (
    client: PoolClient,
    id: string,
    { personId, of, staysOwner }: { personId: string; of: readonly MemberRole[]; staysOwner: boolean },
  ): Promise<Held | Exclude<MemberOutcome, 'done'>> => {
    await client.query(HOLD_ORGANIZATION, [id])
    const { rows } = await client.query<Held & { owners: number }>(HELD, [id, personId])
    const [held] = rows
    if (held === undefined || !of.includes(held.role)) return 'not-there'
    return held.role === 'owner' && held.owners === 1 && !staysOwner ? 'last-owner' : held
  }

  return {
    async members(id) {
      const { rows } = await pool.query(MEMBERS_OF.organization, [id])
      return asMembers(rows)
    },

    async setRole(id, { personId, role, of }, by) {
      if (!isUuid(personId)) return 'not-there'
      return change(async (client) => {
        const held = await hold(client, id, { personId, of, staysOwner: role === 'owner' })
        if (typeof held === 'string') return held
        if (held.role === role) return 'done'
        await client.query('update membership set role = $3 where organization_id = $1 and user_id = $2', [
          id,
          personId,
          role,
        ])
        const object = { kind: 'person', id: personId, name: held.name }
        const before = { role: held.role }
        await writeDirectoryEvent(client, id, by, { action: 'member.role-changed', object, before, after: { role } })
        return 'done'
      })
    },

    async removeMember(id, { personId, of, at }, by) {
      const none = (outcome: MemberOutcome) => ({ outcome, revoked: [] })
      if (!isUuid(personId)) return none('not-there')
      return change(async (client) => {
        const held = await hold(client, id, { personId, of, staysOwner: false })
        if (typeof held === 'string') return none(held)
        const object = { kind: 'person', id: personId, name: held.name }
        await client.query('delete from membership where organization_id = $1 and user_id = $2', [id, personId])
        const { rows: left } = await client.query<{ project_id: string; role: MemberRole }>(LEAVE_PROJECTS, [
          id,
          personId,
        ])
        for (const { project_id, role } of left) {
          await writeAudit(client, project_id, by, { action: 'project-member.removed', object, before: { role } })
        }
        const revoked = await revokeMadeBy(client, { personId, name: held.name, organizationId: id, at }, by)
        const before = { role: held.role }
        const after = revoked.length === 0 ? undefined : { revokedTokens: revoked }
        await writeDirectoryEvent(client, id, by, { action: 'member.removed', object, before, after })
        return { outcome: 'done', revoked }
      })
    },
  }
}

const HELD = `
  select p.name, m.role, (select count(*)::int from membership o where o.organization_id = $1 and o.role = 'owner') as owners
  from membership m join app_user p on p.id = m.user_id
  where m.organization_id = $1 and m.user_id = $2 for update of m`

const LEAVE_PROJECTS = `
  delete from project_member using project
  where project.id = project_id and project.organization_id = $1 and user_id = $2
  returning project_id, role`
