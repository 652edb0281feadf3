import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import type { Connection } from '../../connection.ts'
import type { ProjectDirectory, ProjectWithRoles } from '../../types.ts'
import { PROJECT } from './create-project.ts'
import { PROJECT_COLUMNS, ProjectRow } from './project-row.ts'

const COLUMNS = `project.id, project.slug, project.name, description, visibility,
    json_build_object('id', organization.id, 'slug', organization.slug, 'name', organization.name) as organization`

const FIND_BY_SLUG = `
  select ${COLUMNS}
  from project join organization on organization.id = organization_id
  where project.slug = $1`

/** $1 is a person, who has at most one role in the organization and one in the project. */
const WITH_ROLES = `
  select ${COLUMNS}, json_build_object('organization', membership.role, 'project', project_member.role) as roles
  from project join organization on organization.id = organization_id
    left join membership on membership.organization_id = organization.id and membership.user_id = $1
    left join project_member on project_member.project_id = project.id and project_member.user_id = $1`

const Role = z.enum(['owner', 'maintainer', 'author', 'viewer']).nullable()

const RowWithRoles: z.ZodType<ProjectWithRoles> = z.object({
  ...PROJECT_COLUMNS,
  roles: z.object({ organization: Role, project: Role }),
})

export function projectDirectory({ pool, prisma }: Connection): ProjectDirectory {
  return {
    // Both queries are prepared statements, because every request runs one of them.
    async findBySlug(slug) {
      const { rows } = await pool.query({ name: 'find-project', text: FIND_BY_SLUG, values: [slug] })
      return rows.length === 0 ? null : ProjectRow.parse(rows[0])
    },

    async findFor(slug, personId) {
      const text = `${WITH_ROLES} where project.slug = $2`
      const { rows } = await pool.query({ name: 'find-project-for', text, values: [personId, slug] })
      return rows.length === 0 ? null : RowWithRoles.parse(rows[0])
    },

    async listFor(personId) {
      const { rows } = await pool.query(`${WITH_ROLES} order by project.slug`, [personId])
      return rows.map((row) => RowWithRoles.parse(row))
    },

    list: () => prisma.project.findMany({ select: PROJECT, orderBy: { slug: 'asc' } }),

    // Two processes that start at once create one project, because an existing row is skipped.
    async ensure({ organization: owner, ...project }) {
      await prisma.organization.createMany({
        data: [{ id: randomUUID(), slug: owner, name: owner }],
        skipDuplicates: true,
      })
      const { id: organizationId } = await prisma.organization.findUniqueOrThrow({ where: { slug: owner } })
      const { slug, name, description, visibility } = project
      const data = [{ id: randomUUID(), organizationId, slug, name, description, visibility }]
      await prisma.project.createMany({ data, skipDuplicates: true })
      return prisma.project.findUniqueOrThrow({ where: { slug }, select: PROJECT })
    },
  }
}
