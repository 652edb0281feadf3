import { randomUUID } from 'node:crypto'
import { Annotation } from '@assay/domain/findings/notes/annotation'
import { isUuid } from '../../is-uuid.ts'
import { SQL_STATE, sqlState } from '../../postgres-error.ts'
import { deletedRow } from '../../scope/deleted-row.ts'
import type { Prisma } from '../../scope/prisma.ts'
import type { TenantScope } from '../../scope/tenant-scope.ts'
import type { ProjectQueries } from '../../types.ts'
import { writeAudit } from '../audit/audit.ts'

export function annotationQueries({ projectId, by, prisma }: TenantScope): ProjectQueries['annotations'] {
  return {
    async list() {
      const orderBy: Prisma.AnnotationOrderByWithRelationInput[] = [{ createdAt: 'asc' }, { id: 'asc' }]
      return (await prisma.annotation.findMany({ where: { projectId }, orderBy })).map(asAnnotation)
    },

    async add({ runId = null, coordinates, text, author = null }) {
      try {
        return await prisma.$transaction(async (tx) => {
          const data = { projectId, id: randomUUID(), runId, coordinates, text, author }
          const after = asAnnotation(await tx.annotation.create({ data }))
          await writeAudit(tx, projectId, by, { action: 'note.added', object: named(after), after })
          return after
        })
      } catch (error) {
        // The only other referenced table is project, whose id the scope has verified.
        if (sqlState(error) === SQL_STATE.foreignKeyViolation) return null
        throw error
      }
    },

    async remove(id) {
      if (!isUuid(id)) return false
      return prisma.$transaction(async (tx) => {
        const row = await deletedRow(tx.annotation.delete({ where: { projectId_id: { projectId, id } } }))
        if (row === null) return false
        const before = asAnnotation(row)
        await writeAudit(tx, projectId, by, { action: 'note.removed', object: named(before), before })
        return true
      })
    },
  }
}

const asAnnotation = ({ createdAt, ...row }: Prisma.AnnotationGetPayload<object>): Annotation =>
  Annotation.parse({ ...row, createdAt: createdAt.toISOString() })

/** The audit log names an annotation by its first words. */
const named = ({ id, text }: Annotation) => ({ kind: 'note', id, name: text.slice(0, 60) })
