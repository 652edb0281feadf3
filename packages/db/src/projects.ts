import { randomUUID } from 'node:crypto'
import type { Connection } from './connection.ts'
import type { NewProject, Project, ProjectDirectory } from './types.ts'

const select = {
  id: true,
  slug: true,
  name: true,
  description: true,
  visibility: true,
  organization: { select: { id: true, slug: true, name: true } },
} as const

const FIND_BY_SLUG = `
  select project.id, project.slug, project.name, description, visibility,
    json_build_object('id', organization.id, 'slug', organization.slug, 'name', organization.name) as organization
  from project join organization on organization.id = organization_id
  where project.slug = $1`

export function projectDirectory({ pool, prisma }: Connection): ProjectDirectory {
  return {
    // Every request asks this, so it is one prepared statement.
    async findBySlug(slug): Promise<Project | null> {
      const { rows } = await pool.query<Project>({ name: 'find-project', text: FIND_BY_SLUG, values: [slug] })
      return rows[0] ?? null
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
