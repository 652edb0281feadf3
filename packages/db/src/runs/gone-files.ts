import { z } from 'zod'
import { readRows } from '../scope/statements.ts'
import type { TenantScope } from '../scope/tenant-scope.ts'
import type { GoneFileQueries } from './run-types.ts'

const WAITING = `
  select id, files from run_removal where project_id = $1 and files_gone_at is null order by removed_at, id`

const STILL_USED = 'select distinct sha256 from attachment where project_id = $1 and sha256 = any($2)'

/** Raw files of runs that were removed. A file that another run has too is that run's, and stays. */
export function goneFileQueries(scoped: TenantScope): GoneFileQueries {
  const { projectId } = scoped
  return {
    async waiting() {
      return readRows(scoped, z.object({ id: z.string(), files: z.array(z.string()) }), WAITING, [projectId])
    },
    async used(files) {
      const rows = await readRows(scoped, z.object({ sha256: z.string() }), STILL_USED, [projectId, files])
      return new Set(rows.map(({ sha256 }) => sha256))
    },
    async done(id) {
      await scoped.query(
        'update run_removal set files_gone_at = coalesce(files_gone_at, now()) where project_id = $1 and id = $2',
        [projectId, id],
      )
    },
  }
}
