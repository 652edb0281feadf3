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

export function projectDirectory({ pool, prisma }: Connection): ProjectDirectory {
  return {
    findBySlug: (slug): Promise<Project | null> => prisma.project.findUnique({ where: { slug }, select }),

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
