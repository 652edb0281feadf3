import { randomUUID } from 'node:crypto'
import type { Connection } from '../../connection.ts'
import { lockRowAbove } from '../../scope/lock-row.ts'
import type { OrganizationStore } from '../../types.ts'
import { writeAudit, writeDirectoryEvent } from '../audit/audit.ts'

export const PROJECT = {
  id: true,
  slug: true,
  name: true,
  description: true,
  visibility: true,
  organization: { select: { id: true, slug: true, name: true } },
} as const

/** Creates a project; null if the organization has one with this slug. */
export const createProject =
  (prisma: Connection['prisma']): OrganizationStore['createProject'] =>
  (organizationId, { slug, name, description, visibility }, by) =>
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
    })

/** Changes name, description and visibility, and writes what changed to the audit log. */
export const changeProject =
  (prisma: Connection['prisma']): OrganizationStore['changeProject'] =>
  (id, changes, by) =>
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
    })
