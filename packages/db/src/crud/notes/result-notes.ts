import { Annotation } from '@assay/domain/findings/notes/annotation'
import { KnownBug } from '@assay/domain/findings/notes/known-bug'
import { z } from 'zod'
import type { TenantScope } from '../../scope/tenant-scope.ts'
import type { ResultNotes } from '../../types.ts'
import { rowTime } from './row-time.ts'

const Row = z.object({ bugs: z.array(KnownBug), annotations: z.array(Annotation) })

const KNOWN_BUG = `json_build_object('id', id, 'slug', slug, 'bug', bug, 'product', product, 'title', title,
  'about', about, 'link', link, 'affectedFrom', affected_from, 'fixedIn', fixed_in, 'tests', tests, 'workloads', workloads,
  'source', case when source_name is not null then json_build_object('name', source_name, 'url', source_url) end,
  'createdAt', ${rowTime('created_at')}, 'updatedAt', ${rowTime('updated_at')})`

const ANNOTATION = `json_build_object('id', id, 'runId', run_id, 'coordinates', coordinates, 'text', text,
  'author', author, 'createdAt', ${rowTime('created_at')})`

const READ = `
  select
    (select coalesce(json_agg(${KNOWN_BUG} order by product, bug, id), '[]') from known_bug
      where project_id = $1) as bugs,
    (select coalesce(json_agg(${ANNOTATION} order by created_at, id), '[]') from annotation
      where project_id = $1) as annotations`

/** Reads the known bugs and annotations of a project in one short statement, because every comparison needs them. */
export async function readResultNotes(scoped: TenantScope): Promise<ResultNotes> {
  const { rows } = await scoped.query({ name: 'result-notes', text: READ, values: [scoped.projectId] })
  return Row.parse(rows[0])
}
