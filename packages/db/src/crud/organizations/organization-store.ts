import { randomUUID } from 'node:crypto'
import type { Connection } from '../../connection.ts'
import { inTransaction, withClient } from '../../transaction.ts'
import type { Organization, OrganizationStore, OrganizationWithRole } from '../../types.ts'
import { writeDirectoryEvent } from '../audit/audit.ts'
import { ORGANIZATION_TRAIL, readAudit } from '../audit/read-audit.ts'
import type { Change } from './in-change.ts'
import { invitationQueries } from './invitations.ts'
import { memberQueries } from './members.ts'
import { projectSettings } from './project-settings.ts'

export function organizationStore({ pool, runIndexes, jobDebouncer }: Connection): OrganizationStore {
  const change: Change = (work, begin) =>
    withClient(pool, (client) =>
      inTransaction(client, async () => ({ commit: true, answer: await work(client) }), begin),
    )

  return {
    async findFor(slug, personId) {
      const { rows } = await pool.query<OrganizationWithRole>(`${WITH_ROLE} and slug = $2`, [personId, slug])
      return rows[0] ?? null
    },

    async listFor(personId) {
      const { rows } = await pool.query<OrganizationWithRole>(`${WITH_ROLE} order by slug`, [personId])
      return rows
    },

    create: ({ slug, name }, personId, by) =>
      change(async (client) => {
        const { rows } = await client.query<Organization>(
          'insert into organization (id, slug, name) values ($1, $2, $3) on conflict (slug) do nothing returning id, slug, name',
          [randomUUID(), slug, name],
        )
        const [made] = rows
        if (made === undefined) return null
        await client.query("insert into membership (organization_id, user_id, role) values ($1, $2, 'owner')", [
          made.id,
          personId,
        ])
        const object = { kind: 'organization', id: made.id, name }
        await writeDirectoryEvent(client, made.id, by, { action: 'organization.made', object, after: { slug, name } })
        return made
      }),

    rename: (id, name, by) =>
      change(async (client) => {
        const { rows } = await client.query<{ name: string }>(
          'select name from organization where id = $1 for update',
          [id],
        )
        await client.query('update organization set name = $2 where id = $1', [id, name])
        const object = { kind: 'organization', id, name }
        const before = { name: rows[0]?.name }
        await writeDirectoryEvent(client, id, by, { action: 'organization.renamed', object, before, after: { name } })
      }),

    ...memberQueries(pool, change),
    ...invitationQueries(pool, change),
    ...projectSettings({ pool, runIndexes, jobDebouncer }, change),
    events: (id, query) => readAudit(pool, ORGANIZATION_TRAIL, id, query),
  }
}

const WITH_ROLE = `
  select id, slug, name, role from organization join membership on organization_id = id where user_id = $1`
