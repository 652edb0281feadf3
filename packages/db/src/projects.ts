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

export function projectDirectory({ prisma }: Connection): ProjectDirectory {
  return {
    findBySlug: (slug): Promise<Project | null> => prisma.project.findUnique({ where: { slug }, select }),

    list: (): Promise<Project[]> => prisma.project.findMany({ select, orderBy: { slug: 'asc' } }),

    async ensure({ organization: group, ...project }: NewProject): Promise<Project> {
      const organization = await prisma.organization.upsert({
        where: { slug: group },
        update: {},
        create: { id: randomUUID(), slug: group, name: group },
      })
      return prisma.project.upsert({
        where: { slug: project.slug },
        update: {},
        create: { id: randomUUID(), organizationId: organization.id, ...project },
        select,
      })
    },
  }
}
