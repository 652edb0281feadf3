import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import type { Connection } from '../../connection.ts'
import type { ProjectDirectory, ProjectWithRoles } from '../../types.ts'
import { PROJECT } from './create-project.ts'
import { PROJECT_COLUMNS, ProjectRow } from './project-row.ts'

const COLUMNS = `project.id, project.slug, project.name, description, visibility,
    json_build_object('id', organization.id, 'slug', organization.slug, 'name', organization.name) as organization`

const FROM = 'from project join organization on organization.id = organization_id'
const FIND = `select ${COLUMNS} ${FROM} where project.id = $1`
const FIND_IN_ORGANIZATION = `select ${COLUMNS} ${FROM} where project.slug = $1 and organization.slug = $2`
const FIND_BY_SHORT_ADDRESS = `select ${COLUMNS} ${FROM} where project.slug = $1 and has_short_address`

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

/** The projects that `NAME` can mean for a person: that with the short address, then the oldest one of a member. */
const NAMED_FOR_PERSON = `${WITH_ROLES}
  where project.slug = $2
    and (has_short_address or membership.role is not null or project_member.role is not null)
  order by has_short_address desc, project.created_at, project.id`

export function projectDirectory({ pool, prisma }: Connection): ProjectDirectory {
  const findOne = async (name: string, text: string, values: string[]) => {
    const { rows } = await pool.query({ name, text, values })
    return rows.length === 0 ? null : ProjectRow.parse(rows[0])
  }
  const listWithRoles = async (name: string, text: string, values: string[]) => {
    const { rows } = await pool.query({ name, text, values })
    return rows.map((row) => RowWithRoles.parse(row))
  }
  return {
    // These are prepared statements, because every request runs one of them.
    findById: (id) => findOne('find-project-by-id', FIND, [id]),
    find: ({ organization, name }) =>
      organization === null
        ? findOne('find-project-by-name', FIND_BY_SHORT_ADDRESS, [name])
        : findOne('find-project', FIND_IN_ORGANIZATION, [name, organization]),

    listNamed: ({ organization, name }, personId) =>
      organization === null
        ? listWithRoles('list-named-projects', NAMED_FOR_PERSON, [personId, name])
        : listWithRoles(
            'find-project-of-organization',
            `${WITH_ROLES} where project.slug = $2 and organization.slug = $3`,
            [...[personId, name, organization]],
          ),

    async findFor(id, personId) {
      const [found] = await listWithRoles('find-project-for', `${WITH_ROLES} where project.id = $2`, [personId, id])
      return found ?? null
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
      const fields = { organizationId, slug, name, description, visibility }
      // The second insert is for a name whose short address belongs to another organization.
      for (const hasShortAddress of [true, false]) {
        await prisma.project.createMany({
          data: [{ id: randomUUID(), ...fields, hasShortAddress }],
          skipDuplicates: true,
        })
      }
      return prisma.project.findUniqueOrThrow({
        where: { organizationId_slug: { organizationId, slug } },
        select: PROJECT,
      })
    },
  }
}
