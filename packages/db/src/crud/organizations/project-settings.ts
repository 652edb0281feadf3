import { randomUUID } from 'node:crypto'
import type { Connection } from '../../connection.ts'
import { isUuid } from '../../is-uuid.ts'
import { lockRowAbove } from '../../scope/lock-row.ts'
import type { OrganizationStore } from '../../types.ts'
import { writeAudit, writeDirectoryEvent } from '../audit/audit.ts'
import { eraseProject } from './erase-project.ts'
import { asMember, MEMBER, removeFromProject } from './members.ts'

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

const PROJECT = {
  id: true,
  slug: true,
  name: true,
  description: true,
  visibility: true,
  organization: { select: { id: true, slug: true, name: true } },
} as const

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

    createProject: (organizationId, { slug, name, description, visibility }, by) =>
      prisma.$transaction(async (tx) => {
        const id = randomUUID()
        const data = [{ id, organizationId, slug, name, description, visibility }]
        const { count } = await tx.project.createMany({ data, skipDuplicates: true })
        if (count === 0) return null
        const object = { kind: 'project', id, name: slug }
        const made = { action: 'project.made', object, after: { name, visibility } }
        await writeAudit(tx, id, by, made)
        await writeDirectoryEvent(tx, organizationId, by, made)
        return tx.project.findUniqueOrThrow({ where: { id }, select: PROJECT })
      }),

    changeProject: (id, changes, by) =>
      prisma.$transaction(async (tx) => {
        await lockRowAbove(tx, 'project', id)
        const was = await tx.project.findUnique({ where: { id } })
        if (was === null) return
        const { slug, organizationId } = was
        const before = { name: was.name, description: was.description, visibility: was.visibility }
        const { name = was.name, description = was.description, visibility = was.visibility } = changes
        const after = { name, description, visibility }
        await tx.project.update({ where: { id }, data: after })
        const action = visibility === was.visibility ? 'project.changed' : 'project.visibility-changed'
        const changed = { action, object: { kind: 'project', id, name: slug }, before, after }
        await writeAudit(tx, id, by, changed)
        if (visibility !== was.visibility) await writeDirectoryEvent(tx, organizationId, by, changed)
      }),

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

    async projectMembers(projectId) {
      const rows = await prisma.projectMember.findMany({
        where: { projectId },
        select: MEMBER,
        orderBy: [{ role: 'asc' }, { user: { name: 'asc' } }, { userId: 'asc' }],
      })
      return rows.map(asMember)
    },

    nameOnProject: (projectId, { email, role }, by) =>
      prisma.$transaction(async (tx) => {
        const person = await tx.appUser.findFirst({
          where: {
            email: email.toLowerCase(),
            memberships: { some: { organization: { projects: { some: { id: projectId } } } } },
          },
          select: { id: true, name: true, projectMembers: { where: { projectId }, select: { role: true } } },
        })
        if (person === null) return false
        const key = { projectId, userId: person.id }
        await tx.projectMember.upsert({
          where: { projectId_userId: key },
          create: { ...key, role },
          update: { role },
        })
        const object = { kind: 'person', id: person.id, name: person.name }
        const [before] = person.projectMembers
        await writeAudit(tx, projectId, by, { action: 'project-member.named', object, before, after: { role } })
        return true
      }),

    async takeOffProject(projectId, personId, by) {
      if (!isUuid(personId)) return false
      return prisma.$transaction(async (tx) => {
        const person = await tx.appUser.findUnique({ where: { id: personId }, select: { name: true } })
        if (person === null) return false
        return removeFromProject(tx, projectId, { kind: 'person', id: personId, name: person.name }, by)
      })
    },
  }
}
