import { colorsOf, SERIES_COLORS } from '@assay/domain/chart/chart-model'
import type { MetricColumns } from '@assay/domain/studies/metric-columns'
import type { StepSamples } from '@assay/domain/studies/steps-details'
import { resultPath } from '../../../paths.ts'
import { api } from '../../../trpc/server.ts'

/** Interval samples of a step, of the newest run of each row; of more rows than there are colours, of the first. */
export async function findSamples(
  project: string,
  step: string,
  tables: readonly MetricColumns[],
): Promise<{ samples: StepSamples[]; left: number }> {
  const rows = tables.flatMap((table) =>
    table.rows.map(({ label, cells }) => ({
      server: tables.length > 1 ? `${label}, ${table.label}` : label,
      runId: cells.find(({ runIds }) => runIds.length > 0)?.runIds[0],
    })),
  )
  const colorOf = colorsOf(rows.map(({ server }) => server))
  const { runs } = await api()
  const found = await Promise.all(
    rows.slice(0, SERIES_COLORS).map(async ({ server, runId }): Promise<StepSamples[]> => {
      if (runId === undefined) return []
      const { results } = await runs.get({ project, runId })
      const result = results.find(({ test, samples }) => test === step && samples.length > 0)
      if (result === undefined) return []
      const series = await runs.samples({ project, resultId: result.id })
      const href = resultPath(project, runId, result.id)
      return series.map((one) => ({ ...one, server, color: colorOf(server), href }))
    }),
  )
  const samples = found.flat()
  return { samples, left: samples.length === 0 ? 0 : Math.max(0, rows.length - SERIES_COLORS) }
}
