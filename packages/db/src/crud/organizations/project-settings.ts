import type { Connection } from '../../connection.ts'
import type { OrganizationStore } from '../../types.ts'
import { changeProject, createProject, PROJECT } from './create-project.ts'
import { eraseProject } from './erase-project.ts'
import { projectMembers } from './project-members.ts'

type ProjectSettings = Pick<
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

/** Changes of a project itself: settings, visibility, members and deletion. */
export function projectSettings({
  prisma,
  ownerPrisma,
  runIndexes,
  jobDebouncer,
}: Pick<Connection, 'prisma' | 'ownerPrisma' | 'runIndexes' | 'jobDebouncer'>): ProjectSettings {
  return {
    projects: (organizationId) =>
      prisma.project.findMany({ where: { organizationId }, select: PROJECT, orderBy: { slug: 'asc' } }),

    createProject: createProject(prisma),
    changeProject: changeProject(prisma),

    async eraseProject(projectId, by) {
      await ownerPrisma.$transaction((tx) => eraseProject(tx, projectId, by))
      runIndexes.forget(projectId)
      jobDebouncer.request('remove-files', { projectId }, `${projectId} files`)
    },

    async erased(projectIds) {
      const erasures = await prisma.directoryEvent.findMany({
        where: { action: 'project.erased', objectId: { in: [...projectIds] } },
        distinct: 'objectId',
        select: { objectId: true },
      })
      const erased = erasures.flatMap(({ objectId }) => objectId ?? [])
      const stored = await prisma.project.findMany({ where: { id: { in: erased } }, select: { id: true } })
      const isStored = new Set(stored.map(({ id }) => id))
      return erased.filter((id) => !isStored.has(id))
    },

    ...projectMembers(prisma),
  }
}
