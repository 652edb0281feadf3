import { SAMPLES_PERCENT } from '../../../companion-files/perf/perf-metrics.ts'
import { findKnownMetric } from '../../../run/metric.ts'
import { type Comparison, DEFAULT_COMPARISON } from '../../comparison.ts'
import type { DimensionName } from '../../dimension.ts'
import type { Point, PointSet, TestInfo } from '../../point.ts'
import type { Study } from '../../study.ts'

/** Groups of functions are a dimension with the name of a parameter. */
export const FUNCTIONS: DimensionName = 'param:functions'

/** Metrics that exist only for results with a profile; published tables have the shares themselves. */
export const PROFILE_METRICS = [SAMPLES_PERCENT, 'profile_functions'] as const

/** Shares of one result by group of functions, in percent. */
export type GroupShares = ReadonlyMap<string, number>

/**
 * Creates the points of the study: one for each group of functions of each result, with the share of samples as value.
 * Results with stored published shares are included.
 *
 * @param sharesOf shares by result id; a result without an entry has no readable profile and gets no point.
 */
export function groupPoints(set: PointSet, sharesOf: ReadonlyMap<string, GroupShares>): PointSet {
  const used = groupsOfProducts(set, sharesOf)
  const points = set.points.flatMap((point): Point[] => {
    if (point.values[SAMPLES_PERCENT] !== undefined) return [point]
    const shares = [...(sharesOf.get(point.resultId) ?? [])]
    return shares
      .filter(([group]) => used.get(point.coordinates.product)?.has(group))
      .map(([group, percent]) => ({
        ...point,
        coordinates: { ...point.coordinates, [FUNCTIONS]: group },
        values: { [SAMPLES_PERCENT]: percent },
      }))
  })
  const metric = findKnownMetric(SAMPLES_PERCENT)
  const tests = set.tests.map((info): TestInfo => ({ ...info, role: 'measured', primaryMetric: SAMPLES_PERCENT }))
  return { points, tests, metrics: metric === undefined ? [] : [metric] }
}

/**
 * Groups that have samples in at least one result of a product, so that rules for other products add no rows of zeros.
 */
function groupsOfProducts({ points }: PointSet, sharesOf: ReadonlyMap<string, GroupShares>) {
  const used = new Map<string | undefined, Set<string>>()
  for (const { resultId, coordinates } of points) {
    const groups = used.get(coordinates.product) ?? new Set<string>()
    used.set(coordinates.product, groups)
    for (const [group, percent] of sharesOf.get(resultId) ?? []) if (percent > 0) groups.add(group)
  }
  return used
}

/** Compares exact shares of samples, of all steps. */
export const ofShares = (comparison: Comparison): Comparison => ({
  ...comparison,
  metrics: [SAMPLES_PERCENT],
  asPublished: false,
  allSteps: true,
})

/** Filters without the one on groups of functions, because stored results have no such dimension. */
export function filtersOfResults({ filters }: Comparison): Comparison['filters'] {
  const { [FUNCTIONS]: _groups, ...others } = filters
  return others
}

const APART: readonly DimensionName[] = ['benchmark', 'workload', 'hardware']
const BESIDE: readonly DimensionName[] = ['product', 'version', 'compiler', 'config', 'test', 'clients', 'repeat']

/** The study of a project's profiles: groups of functions by the dimensions in which the profiled results differ. */
export function profileStudy({ points }: PointSet): Study[] {
  if (points.length === 0) return []
  const varies = (dimension: DimensionName) => new Set(points.map(({ coordinates }) => coordinates[dimension])).size > 1
  const columns = BESIDE.filter(varies)
  return [
    {
      kind: 'profiles',
      name: 'profiles',
      title: 'Profiles',
      sentence: 'CPU time: percent of samples by function group, with a flame graph of each result.',
      comparison: ofShares({
        ...DEFAULT_COMPARISON,
        rows: [FUNCTIONS],
        columns: columns.length > 0 ? columns : ['test'],
        tables: APART.filter(varies),
        base: { kind: 'none' },
        show: 'absolute',
        sort: { kind: 'column', column: 0, direction: 'descending' },
      }),
    },
  ]
}
