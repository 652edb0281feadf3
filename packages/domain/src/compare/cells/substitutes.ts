import { PRIMARY_METRIC } from '../../run/metric.ts'
import type { Context } from '../context.ts'
import type { GridWarning } from '../grid.ts'
import type { Point, TestInfo } from '../point.ts'
import { byFallback, hasMetric } from '../primary-metric.ts'
import { listNames } from '../render/list-names.ts'
import type { Selection } from './select-points.ts'

/** Results that are shown by a fallback metric in separate tables, with their base. */
export type Substitute = { metric: string; selection: Selection }

/**
 * Moves results that lack the primary metric of their test but have a fallback to separate tables. A substitute lists
 * all results of these tests that have the fallback, so that the base is in the same table.
 */
export function splitByMetric(
  { listed, base }: Selection,
  { comparison, tests }: Context,
): { selection: Selection; substitutes: Substitute[] } {
  const primaryOf = ({ coordinates }: Point) => tests.get(coordinates.test ?? '')?.primaryMetric
  const [only, ...others] = comparison.metrics
  const moved = comparison.metrics.includes(PRIMARY_METRIC) ? byFallback(listed, primaryOf) : new Map<string, Point[]>()
  if (moved.size === 0) return { selection: { listed, base }, substitutes: [] }
  const without = new Set([...moved.values()].flat())
  const substitutes = [...moved].map(([metric, points]): Substitute => {
    const names = new Set(points.map(({ coordinates }) => coordinates.test))
    const have = (point: Point) => names.has(point.coordinates.test) && hasMetric(point, metric)
    return { metric, selection: { listed: listed.filter(have), base: base.filter(have) } }
  })
  // Other requested metrics may have values for these results.
  const isOnlyPrimary = only === PRIMARY_METRIC && others.length === 0
  if (!isOnlyPrimary) return { selection: { listed, base }, substitutes }
  const withoutBase = new Set([...byFallback(base, primaryOf).values()].flat())
  const remaining = {
    listed: listed.filter((point) => !without.has(point)),
    base: base.filter((point) => !withoutBase.has(point)),
  }
  return { selection: remaining, substitutes }
}

/** Warnings that name the results that are shown by a fallback metric. */
export function fallbackWarnings(
  listed: readonly Point[],
  tests: readonly TestInfo[],
  { comparison }: Context,
): GridWarning[] {
  if (!comparison.metrics.includes(PRIMARY_METRIC)) return []
  const declared = new Map(tests.map(({ name, primaryMetric }) => [name, primaryMetric]))
  const primaryOf = ({ coordinates }: Point) => declared.get(coordinates.test ?? '')
  return [...byFallback(listed, primaryOf)].map(([metric, points]) => {
    const lacking = listNames([...new Set(points.map((point) => primaryOf(point) ?? ''))])
    const [count, verb] =
      points.length === 1 ? ['1 result has', 'it is'] : [`${points.length} results have`, 'they are']
    return {
      code: 'fallback-metric',
      text: `${count} no value of the primary metric (${lacking}): ${verb} compared by ${metric}.`,
    }
  })
}
