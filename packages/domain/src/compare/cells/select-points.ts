import type { Comparison } from '../comparison.ts'
import type { Context } from '../context.ts'
import type { ReadCoordinate } from '../pivot.ts'
import type { Point } from '../point.ts'
import { baseFilters, filterEntries, namedBase } from '../points-needed.ts'

/** The results that a comparison lists, and the candidates for a base that names values. */
export type Selection = { listed: readonly Point[]; base: readonly Point[] }

export function selectPoints(points: readonly Point[], { comparison, tests, read }: Context): Selection {
  const steps = comparison.allSteps
    ? points
    : points.filter(({ coordinates }) => (tests.get(coordinates.test ?? '')?.role ?? 'measured') === 'measured')
  const hasBase = namedBase(comparison.base).length > 0
  return {
    listed: steps.filter(passes(comparison.filters, read)),
    base: hasBase ? steps.filter(passes(baseFilters(comparison), read)) : [],
  }
}

function passes(filters: Comparison['filters'], read: ReadCoordinate): (point: Point) => boolean {
  const sets = filterEntries(filters).map(([dimension, values]) => ({ dimension, allowed: new Set(values) }))
  return (point) => sets.every(({ dimension, allowed }) => allowed.has(read(point, dimension)))
}
