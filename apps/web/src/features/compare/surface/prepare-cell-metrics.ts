import type { Metric } from '@assay/domain/run/metric'
import { median } from '@assay/domain/stats/median'

/** A result behind a cell, as the api returns it. */
export type CellResult = { runId: string; values: { metric: Metric; value: number }[] }

export type MetricLine = {
  name: string
  unit: string
  about: string
  value: number
  base: number | null
  /** value / base; null without a base, or when it is 0. */
  ratio: number | null
}

/** Prepares every metric of a cell vs its base, each as the median over its results. */
export function prepareCellMetrics({
  mine,
  base,
}: {
  mine: readonly CellResult[]
  base: readonly CellResult[]
}): MetricLine[] {
  const baseMedians = medians(base)
  return [...medians(mine)].map(([name, { metric, middle }]) => {
    const baseValue = baseMedians.get(name)?.middle ?? null
    return {
      name,
      unit: metric.unit,
      about: metric.about,
      value: middle,
      base: baseValue,
      ratio: baseValue === null || baseValue === 0 ? null : middle / baseValue,
    }
  })
}

function medians(results: readonly CellResult[]): Map<string, { metric: Metric; middle: number }> {
  const byMetric = new Map<string, { metric: Metric; values: number[] }>()
  for (const { metric, value } of results.flatMap(({ values }) => values)) {
    const known = byMetric.get(metric.name)
    if (known === undefined) byMetric.set(metric.name, { metric, values: [value] })
    else known.values.push(value)
  }
  // Each list has a value.
  return new Map([...byMetric].map(([name, { metric, values }]) => [name, { metric, middle: median(values) ?? 0 }]))
}
