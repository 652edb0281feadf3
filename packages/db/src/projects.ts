import { randomUUID } from 'node:crypto'
import type { Connection } from './connection.ts'
import type { NewProject, Project, ProjectDirectory, ProjectWithRoles } from './types.ts'

const select = {
  id: true,
  slug: true,
  name: true,
  description: true,
  visibility: true,
  organization: { select: { id: true, slug: true, name: true } },
} as const

const COLUMNS = `project.id, project.slug, project.name, description, visibility,
    json_build_object('id', organization.id, 'slug', organization.slug, 'name', organization.name) as organization`

const FIND_BY_SLUG = `
  select ${COLUMNS}
  from project join organization on organization.id = organization_id
  where project.slug = $1`

/** $1 is a person, who has at most one membership and is named at most once on a project. */
const WITH_ROLES = `
  select ${COLUMNS}, json_build_object('organization', membership.role, 'project', project_member.role) as roles
  from project join organization on organization.id = organization_id
    left join membership on membership.organization_id = organization.id and membership.user_id = $1
    left join project_member on project_member.project_id = project.id and project_member.user_id = $1`

export function projectDirectory({ pool, prisma }: Connection): ProjectDirectory {
  return {
    // Every request asks this, so it is one prepared statement.
    async findBySlug(slug): Promise<Project | null> {
      const { rows } = await pool.query<Project>({ name: 'find-project', text: FIND_BY_SLUG, values: [slug] })
      return rows[0] ?? null
    },

    async findFor(slug, personId): Promise<ProjectWithRoles | null> {
      const { rows } = await pool.query<ProjectWithRoles>({
        name: 'find-project-for',
        text: `${WITH_ROLES} where project.slug = $2`,
        values: [personId, slug],
      })
      return rows[0] ?? null
    },

    async listFor(personId): Promise<ProjectWithRoles[]> {
      const { rows } = await pool.query<ProjectWithRoles>(`${WITH_ROLES} order by project.slug`, [personId])
      return rows
    },

    list: (): Promise<Project[]> => prisma.project.findMany({ select, orderBy: { slug: 'asc' } }),

    // Not Prisma's upsert, which looks first and then inserts: two starts at once would collide.
    async ensure({ organization, slug, name, description, visibility }: NewProject): Promise<Project> {
      await pool.query('insert into organization (id, slug, name) values ($1, $2, $2) on conflict (slug) do nothing', [
        randomUUID(),
        organization,
      ])
      await pool.query(
        `insert into project (id, organization_id, slug, name, description, visibility)
         select $1, id, $3, $4, $5, $6 from organization where slug = $2
         on conflict (slug) do nothing`,
        [randomUUID(), organization, slug, name, description, visibility],
      )
      return prisma.project.findUniqueOrThrow({ where: { slug }, select })
    },
  }
}
