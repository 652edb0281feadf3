import { Annotation } from '@assay/domain/findings/notes/annotation'
import { KnownBug } from '@assay/domain/findings/notes/known-bug'
import { z } from 'zod'
import type { TenantScope } from '../../scope/tenant-scope.ts'
import type { ResultNotes } from '../../types.ts'
import { ANNOTATION_JSON } from './annotations.ts'
import { KNOWN_BUG_JSON } from './known-bugs.ts'

const Row = z.object({ bugs: z.array(KnownBug), annotations: z.array(Annotation) })

const READ = `
  select
    (select coalesce(json_agg(${KNOWN_BUG_JSON} order by product, bug, id), '[]') from known_bug
      where project_id = $1) as bugs,
    (select coalesce(json_agg(${ANNOTATION_JSON} order by created_at, id), '[]') from annotation
      where project_id = $1) as annotations`

/** Everything that may mark a result, in one short statement: every comparison asks for it. */
export async function readResultNotes(scoped: TenantScope): Promise<ResultNotes> {
  const { rows } = await scoped.query({ name: 'result-notes', text: READ, values: [scoped.projectId] })
  return Row.parse(rows[0])
}
