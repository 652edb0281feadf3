import { PROFILE_KINDS, PROFILE_UNITS } from '@assay/domain/run/cpu-profile/stack-profile'
import { z } from 'zod'
import { isUuid } from '../../is-uuid.ts'
import type { TenantScope } from '../../scope/tenant-scope.ts'
import type { ProfileQueries, StoredProfile } from '../../types.ts'

const READ = `
  select p.id, r.run_id, p.result_id, t.name as test, r.clients, p.name, p.sha256, p.kind, p.event, p.unit, p.total, p.functions
  from profile p
  join result r on r.project_id = $1 and r.id = p.result_id
  join test t on t.project_id = $1 and t.id = r.test_id
  where p.project_id = $1`

const ORDER = 'order by t.position, t.name, r.clients, p.name, p.event, p.id'

const Row = z.object({
  id: z.string(),
  run_id: z.string(),
  result_id: z.string(),
  test: z.string(),
  clients: z.number(),
  name: z.string(),
  sha256: z.string(),
  kind: z.enum(PROFILE_KINDS),
  event: z.string().nullable(),
  unit: z.enum(PROFILE_UNITS),
  total: z.number(),
  functions: z.number(),
})

export function profileQueries(scoped: TenantScope): ProfileQueries {
  const read = async (condition: string, value: unknown): Promise<StoredProfile[]> => {
    const { rows } = await scoped.query(`${READ} and ${condition} ${ORDER}`, [scoped.projectId, value])
    return rows.map(asProfile)
  }
  return {
    forRun: async (runId) => (isUuid(runId) ? read('r.run_id = $2', runId) : []),
    async forResults(resultIds) {
      const known = resultIds.filter(isUuid)
      return known.length === 0 ? [] : read('p.result_id = any ($2::uuid[])', known)
    },
    find: async (id) => (isUuid(id) ? ((await read('p.id = $2', id))[0] ?? null) : null),
  }
}

function asProfile(raw: unknown): StoredProfile {
  const { run_id: runId, result_id: resultId, name, ...rest } = Row.parse(raw)
  return { ...rest, runId, resultId, attachment: name }
}
