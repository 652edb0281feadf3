import type { Connection } from '../../connection.ts'
import { isUuid } from '../../is-uuid.ts'
import type { OrganizationStore } from '../../types.ts'
import { writeAudit } from '../audit/audit.ts'
import { asMember, MEMBER, removeFromProject } from './members.ts'

/** People with a role on one project. */
export const projectMembers = (
  prisma: Connection['prisma'],
): Pick<OrganizationStore, 'projectMembers' | 'nameOnProject' | 'takeOffProject'> => ({
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
})
