import type { Noise } from '@assay/domain/compare/verdict/verdict'
import { histogramQuantile } from '@assay/domain/histograms/histogram'
import { readQuantileMetric } from '@assay/domain/histograms/quantile-metric'
import { quantileNoise } from '@assay/domain/histograms/quantile-noise'
import { readStoredHistogram } from '@assay/domain/histograms/stored-histogram'
import { unwrap } from '@assay/domain/result'
import { z } from 'zod'
import { readRows } from '../../scope/statements.ts'
import type { TenantScope } from '../../scope/tenant-scope.ts'
import type { CellPlan } from './plan-cells.ts'

/** Quantiles of one result by metric, and their noise where it is known. */
export type ResultQuantiles = { values: Record<string, number>; noise: Record<string, Noise> }

const HISTOGRAMS = `
  select h.result_id as "resultId", h.operation, h.unit_ms as "unitMs", encode(h.content, 'base64') as content
  from unnest($2::uuid[]) as c (run_id)
  cross join lateral (select id from result where project_id = $1 and run_id = c.run_id offset 0) r
  join histogram h on h.project_id = $1 and h.result_id = r.id
  where h.operation = any($3)`

const Row = z.object({ resultId: z.string(), operation: z.string(), unitMs: z.number(), content: z.string() })

/** Computes the quantiles of a plan that are not stored as values, from the histograms of its results. */
export async function readQuantiles(
  scoped: TenantScope,
  { quantiles, runs }: Pick<CellPlan, 'quantiles' | 'runs'>,
): Promise<ReadonlyMap<string, ResultQuantiles>> {
  const found = new Map<string, ResultQuantiles>()
  if (quantiles.length === 0) return found
  const wanted = quantiles.flatMap((name) => {
    const metric = readQuantileMetric(name)
    return metric === null ? [] : [{ name, ...metric }]
  })
  const operations = [...new Set(wanted.map(({ operation }) => operation ?? ''))]
  const rows = await readRows(scoped, Row, {
    name: 'quantiles',
    text: HISTOGRAMS,
    values: [scoped.projectId, runs.map(({ id }) => id), operations],
  })
  for (const { resultId, operation, unitMs, content } of rows) {
    const histogram = unwrap(readStoredHistogram(Buffer.from(content, 'base64')))
    const result = found.get(resultId) ?? { values: {}, noise: {} }
    found.set(resultId, result)
    for (const metric of wanted) {
      if ((metric.operation ?? '') !== operation) continue
      const value = histogramQuantile(histogram, metric.quantile)
      if (value === null) continue
      result.values[metric.name] = (value * unitMs) / metric.unitMs
      const noise = quantileNoise(histogram, metric.quantile)
      if (noise !== null) result.noise[metric.name] = noise
    }
  }
  return found
}
