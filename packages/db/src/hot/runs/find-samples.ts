import { findKnownMetric } from '@assay/domain/run/metric'
import { z } from 'zod'
import { isUuid } from '../../is-uuid.ts'
import type { TenantScope } from '../../scope/tenant-scope.ts'
import type { SampleSeries } from '../../types.ts'

const SAMPLES = `
  select s.id, m.name, m.unit, m.better, m.about, s.interval_seconds, s.start_seconds, array_to_json(s.values) as values
  from sample_series s join metric m on m.project_id = $1 and m.id = s.metric_id
  where s.project_id = $1 and s.result_id = $2
  order by m.name`

const Row = z.object({
  id: z.string(),
  name: z.string(),
  unit: z.string(),
  better: z.enum(['higher', 'lower', 'neither']),
  about: z.string().nullable(),
  interval_seconds: z.number(),
  start_seconds: z.number(),
  // Up to 200,000 numbers or nulls, as the type and the check of the column guarantee.
  values: z.custom<(number | null)[]>(Array.isArray),
})

/** Reads the sample series of a result by metric; empty if it has none or this project has no such result. */
export async function findSamples(scoped: TenantScope, resultId: string): Promise<SampleSeries[]> {
  if (!isUuid(resultId)) return []
  const { rows } = await scoped.query(SAMPLES, [scoped.projectId, resultId])
  return rows.map((raw) => {
    const { id, name, unit, better, about, values, ...row } = Row.parse(raw)
    return {
      id,
      metric: { name, unit, better, about: about ?? findKnownMetric(name)?.about ?? '' },
      intervalSeconds: row.interval_seconds,
      startSeconds: row.start_seconds,
      count: values.length,
      values,
    }
  })
}
