import { randomUUID } from 'node:crypto'
import type { Pool } from 'pg'
import { isUuid } from '../../is-uuid.ts'
import type { JobDebouncer } from '../../jobs/job-debouncer.ts'
import type { RunIndexCache } from '../../run-index/run-index-cache.ts'
import type { MemberRole, OrganizationStore, Project, Visibility } from '../../types.ts'
import { writeAudit, writeDirectoryEvent } from '../audit/audit.ts'
import { eraseProject } from './erase-project.ts'
import type { Change } from './in-change.ts'
import { asMembers, MEMBERS_OF } from './members.ts'

type Settings = Pick<
  OrganizationStore,
  | 'projects'
  | 'createProject'
  | 'changeProject'
  | 'eraseProject'
  | 'erased'
  | 'projectMembers'
  | 'nameOnProject'
  | 'takeOffProject'
>

const PROJECT = `p.id, p.slug, p.name, p.description, p.visibility,
  json_build_object('id', o.id, 'slug', o.slug, 'name', o.name) as organization
  from project p join organization o on o.id = p.organization_id`

/** What people change of projects themselves, rather than of what lies below them. */
export function projectSettings(
  { pool, runIndexes, jobDebouncer }: { pool: Pool; runIndexes: RunIndexCache; jobDebouncer: JobDebouncer },
  change: Change,
): Settings {
  return {
    async projects(id) {
      const text = `select ${PROJECT} where p.organization_id = $1 order by p.slug`
      const { rows } = await pool.query<Project>(text, [id])
      return rows
    },

    createProject: (id, { slug, name, description, visibility }, by) =>
      change(async (client) => {
        const projectId = randomUUID()
        const { rowCount } = await client.query(
          `insert into project (id, organization_id, slug, name, description, visibility) values ($1, $2, $3, $4, $5, $6)
           on conflict (slug) do nothing`,
          [projectId, id, slug, name, description, visibility],
        )
        if (rowCount !== 1) return null
        const object = { kind: 'project', id: projectId, name: slug }
        const made = { action: 'project.made', object, after: { name, visibility } }
        await writeAudit(client, projectId, by, made)
        await writeDirectoryEvent(client, id, by, made)
        const { rows } = await client.query<Project>(`select ${PROJECT} where p.id = $1`, [projectId])
        return rows[0] ?? null
      }),

    changeProject: (projectId, changes, by) =>
      change(async (client) => {
        const { rows } = await client.query<Stored>(HOLD, [projectId])
        const [was] = rows
        if (was === undefined) return
        const { slug, organization_id, ...before } = was
        const { name = was.name, description = was.description, visibility = was.visibility } = changes
        const text = 'update project set name = $2, description = $3, visibility = $4 where id = $1'
        await client.query(text, [projectId, name, description, visibility])
        const action = visibility === was.visibility ? 'project.changed' : 'project.visibility-changed'
        const object = { kind: 'project', id: projectId, name: slug }
        const changed = { action, object, before, after: { name, description, visibility } }
        await writeAudit(client, projectId, by, changed)
        if (visibility !== was.visibility) await writeDirectoryEvent(client, organization_id, by, changed)
      }),

    eraseProject: async (projectId, by) => {
      await eraseProject(change, projectId, by)
      runIndexes.forget(projectId)
      jobDebouncer.request('remove-files', { projectId }, `${projectId} files`)
    },

    async erased(projectIds) {
      const { rows } = await pool.query<{ id: string }>(
        `select distinct object_id as id from directory_event
         where action = 'project.erased' and object_id = any($1)
           and not exists (select from project where project.id::text = object_id)`,
        [projectIds],
      )
      return rows.map(({ id }) => id)
    },

    async projectMembers(projectId) {
      const { rows } = await pool.query(MEMBERS_OF.project, [projectId])
      return asMembers(rows)
    },

    nameOnProject: (projectId, { email, role }, by) =>
      change(async (client) => {
        const { rows } = await client.query<{ id: string; name: string; was: MemberRole | null }>(NAME, [
          projectId,
          email,
          role,
        ])
        const [person] = rows
        if (person === undefined) return false
        const { id, name, was } = person
        const object = { kind: 'person', id, name }
        const before = was === null ? undefined : { role: was }
        await writeAudit(client, projectId, by, { action: 'project-member.named', object, before, after: { role } })
        return true
      }),

    async takeOffProject(projectId, personId, by) {
      if (!isUuid(personId)) return false
      return change(async (client) => {
        const { rows } = await client.query<{ role: MemberRole; name: string }>(
          `delete from project_member m using app_user p where p.id = m.user_id and m.project_id = $1 and m.user_id = $2
           returning m.role, p.name`,
          [projectId, personId],
        )
        const [gone] = rows
        if (gone === undefined) return false
        const object = { kind: 'person', id: personId, name: gone.name }
        const before = { role: gone.role }
        await writeAudit(client, projectId, by, { action: 'project-member.removed', object, before })
        return true
      })
    },
  }
}

type Stored = { slug: string; organization_id: string; name: string; description: string; visibility: Visibility }

const HOLD = 'select slug, organization_id, name, description, visibility from project where id = $1 for update'

const NAME = `
  with person as (
    select u.id, u.name, (select role from project_member where project_id = $1 and user_id = u.id) as was
    from app_user u join membership m on m.user_id = u.id join project p on p.organization_id = m.organization_id
    where p.id = $1 and u.email = lower($2)
  ), named as (
    insert into project_member (project_id, user_id, role) select $1, id, $3::member_role from person
    on conflict (project_id, user_id) do update set role = excluded.role
  ) select id, name, was from person`
