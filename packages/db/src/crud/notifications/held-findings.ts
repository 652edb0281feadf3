import type { StoredFinding } from '@assay/domain/findings/stored-finding'
import { z } from 'zod'
import { readRows } from '../../scope/statements.ts'
import type { TenantScope } from '../../scope/tenant-scope.ts'
import { asFinding } from '../findings/finding-rows.ts'

/** Maximum findings of one pass; the others follow a minute later. */
const MAX_FINDINGS = 100

/** Findings with a held message for which no plan was started. */
export async function listHeldFindings(scoped: TenantScope): Promise<StoredFinding[]> {
  const { projectId, prisma } = scoped
  const ids = await readRows(
    scoped,
    z.object({ id: z.string() }),
    `select distinct m.finding_id as id from message m where m.project_id = $1 and m.state = 'held' and not exists
       (select from run_plan p where p.project_id = $1 and p.settings ->> 'finding' = m.finding_id::text)
     order by id limit $2`,
    [projectId, MAX_FINDINGS],
  )
  if (ids.length === 0) return []
  const rows = await prisma.finding.findMany({
    where: { projectId, active: true, id: { in: ids.map(({ id }) => id) } },
  })
  return rows.map(asFinding)
}
