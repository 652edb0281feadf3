import { deletedRow } from '../../scope/deleted-row.ts'
import type { TenantScope } from '../../scope/tenant-scope.ts'
import type { ImportProfileQueries } from '../../types.ts'
import { writeAudit } from '../audit/audit.ts'

/** The import profile of a project. The caller has checked that the YAML is a valid profile. */
export function importProfileQueries({ projectId, by, prisma }: TenantScope): ImportProfileQueries {
  const object = { kind: 'project', id: projectId, name: 'import profile' }
  return {
    async find() {
      const found = await prisma.importProfile.findUnique({ where: { projectId } })
      return found === null ? null : { yaml: found.yaml, updatedAt: found.updatedAt.toISOString() }
    },

    save: (yaml) =>
      prisma.$transaction(async (tx) => {
        const before = await tx.importProfile.findUnique({ where: { projectId } })
        await tx.importProfile.upsert({
          where: { projectId },
          create: { projectId, yaml },
          update: { yaml, updatedAt: new Date() },
        })
        await writeAudit(tx, projectId, by, {
          action: 'import-profile.saved',
          object,
          ...(before !== null && { before: { yaml: before.yaml } }),
          after: { yaml },
        })
      }),

    remove: () =>
      prisma.$transaction(async (tx) => {
        const before = await deletedRow(tx.importProfile.delete({ where: { projectId } }))
        if (before === null) return false
        await writeAudit(tx, projectId, by, { action: 'import-profile.removed', object, before: { yaml: before.yaml } })
        return true
      }),
  }
}
