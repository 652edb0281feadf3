import { randomUUID } from 'node:crypto'
import { Annotation } from '@assay/domain/findings/notes/annotation'
import { isUuid } from '../../is-uuid.ts'
import { SQL_STATE, sqlState } from '../../postgres-error.ts'
import type { TenantScope } from '../../scope/tenant-scope.ts'
import type { ProjectQueries } from '../../types.ts'
import { writeAudit } from '../audit/audit.ts'
import { rowTime } from './row-parts.ts'

export const ANNOTATION_JSON = `json_build_object('id', id, 'runId', run_id, 'coordinates', coordinates, 'text', text,
  'author', author, 'createdAt', ${rowTime('created_at')})`

export function annotationQueries(scoped: TenantScope): ProjectQueries['annotations'] {
  const { projectId } = scoped
  return {
    async list() {
      const { rows } = await scoped.query<{ annotation: unknown }>(
        `select ${ANNOTATION_JSON} as annotation from annotation where project_id = $1 order by created_at, id`,
        [projectId],
      )
      return rows.map(({ annotation }) => Annotation.parse(annotation))
    },
    async add({ runId = null, coordinates, text, author = null }) {
      try {
        return await scoped.transaction(async (tx) => {
          const { rows } = await tx.query<{ annotation: unknown }>(
            `insert into annotation (project_id, id, run_id, coordinates, text, author) values ($1, $2, $3, $4, $5, $6)
             returning ${ANNOTATION_JSON} as annotation`,
            [projectId, randomUUID(), runId, JSON.stringify(coordinates), text, author],
          )
          const after = Annotation.parse(rows[0]?.annotation)
          await writeAudit(tx, projectId, scoped.by, { action: 'note.added', object: named(after), after })
          return { commit: true, answer: after }
        })
      } catch (error) {
        // The only other table that it refers to is project, whose id the scope has verified.
        if (sqlState(error) === SQL_STATE.foreignKeyViolation) return null
        throw error
      }
    },
    async remove(id) {
      if (!isUuid(id)) return false
      return scoped.transaction(async (tx) => {
        const { rows } = await tx.query<{ annotation: unknown }>(
          `delete from annotation where project_id = $1 and id = $2 returning ${ANNOTATION_JSON} as annotation`,
          [projectId, id],
        )
        if (rows[0] === undefined) return { commit: false, answer: false }
        const before = Annotation.parse(rows[0].annotation)
        await writeAudit(tx, projectId, scoped.by, { action: 'note.removed', object: named(before), before })
        return { commit: true, answer: true }
      })
    },
  }
}

/** Called by its first words. */
const named = ({ id, text }: Annotation) => ({ kind: 'note', id, name: text.slice(0, 60) })
