import type { NoiseFloors } from '@assay/domain/compare/noise/noise-floor'
import type { Point, PointSet } from '@assay/domain/compare/point'
import { PRIMARY_METRIC } from '@assay/domain/run/metric'
import type { TenantScope } from '../../scope/tenant-scope.ts'
import type { RunIndex } from '../run-index/run-index.ts'
import { type KnownNoises, withSampleNoise } from './sample-noises.ts'

const sampled = new WeakMap<RunIndex, KnownNoises>()

/** Adds noise to results: the floors of their machines, or else the noise of their interval samples. */
export async function withNoise(
  scoped: TenantScope,
  runIndex: RunIndex,
  { set, metrics, floors }: { set: PointSet; metrics: readonly string[]; floors: NoiseFloors },
): Promise<PointSet> {
  const known: KnownNoises = sampled.get(runIndex) ?? new Map()
  sampled.set(runIndex, known)
  const primary = new Map(set.tests.map(({ name, primaryMetric }) => [name, primaryMetric]))
  const metricsOf = ({ coordinates: { test = '' } }: Point) =>
    metrics.map((name) => (name === PRIMARY_METRIC ? (primary.get(test) ?? name) : name))
  return { ...(await withSampleNoise(scoped, known, { set, floors, metricsOf })), floors }
}
