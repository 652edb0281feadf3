import { RELATIVE_QPS } from '../benchmarks/iibench/iibench-metrics.ts'
import { AS_PUBLISHED_PREFIX } from '../run/metric.ts'
import type { Point, TestInfo } from './point.ts'

/** Fallbacks for results without their primary metric, in order of preference. */
export const FALLBACK_METRICS: readonly string[] = ['qps', 'ops/s', 'tps', 'rows/s', RELATIVE_QPS]

/** The primary metric if it was measured or published, otherwise the first fallback that was. */
export function measuredMetric(primaryMetric: string, isMeasured: (metric: string) => boolean): string {
  const has = (name: string) => isMeasured(name) || isMeasured(`${AS_PUBLISHED_PREFIX}${name}`)
  return has(primaryMetric) ? primaryMetric : (FALLBACK_METRICS.find(has) ?? primaryMetric)
}

/** True when a result has a metric, exact or as published. */
export const hasMetric = ({ values }: Pick<Point, 'values'>, metric: string): boolean =>
  Object.hasOwn(values, metric) || Object.hasOwn(values, `${AS_PUBLISHED_PREFIX}${metric}`)

/**
 * The tests of some results with the metric that `primary` means for them: the primary metric of the test if at least
 * one result has it, otherwise the first fallback that one has (for example when only ratios were published). Pages,
 * exports, findings, series and the gate all use this function.
 */
export function measuredPrimaries({
  points,
  tests,
}: {
  points: readonly Point[]
  tests: readonly TestInfo[]
}): TestInfo[] {
  const measured = new Map<string, Set<string>>()
  for (const { coordinates, values } of points) {
    const names = measured.get(coordinates.test ?? '') ?? new Set<string>()
    measured.set(coordinates.test ?? '', names)
    for (const name of Object.keys(values)) names.add(name)
  }
  return tests.map((info) => {
    const names = measured.get(info.name)
    if (names === undefined) return info
    const primaryMetric = measuredMetric(info.primaryMetric, (name) => names.has(name))
    return primaryMetric === info.primaryMetric ? info : { ...info, primaryMetric }
  })
}

/**
 * Groups results that lack the primary metric of their test by the fallback that they have, if other results of the
 * test have the primary metric. Each fallback gets separate tables, so that no ratio divides one metric by another.
 *
 * @param primaryOf returns the metric that `primary` means for a test.
 */
export function byFallback(
  points: readonly Point[],
  primaryOf: (point: Point) => string | undefined,
): Map<string, readonly Point[]> {
  const found = new Map<string, Point[]>()
  for (const point of points) {
    const primary = primaryOf(point)
    if (primary === undefined || hasMetric(point, primary)) continue
    const metric = FALLBACK_METRICS.find((name) => hasMetric(point, name))
    if (metric === undefined) continue
    const all = found.get(metric) ?? []
    all.push(point)
    found.set(metric, all)
  }
  return found
}
