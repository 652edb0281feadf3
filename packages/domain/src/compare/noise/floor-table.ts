import { AS_PUBLISHED_PREFIX } from '../../run/metric.ts'
import type { Comparison } from '../comparison.ts'
import type { Point, PointSet } from '../point.ts'
import { measuredPrimaries } from '../primary-metric.ts'
import { noiseKeyOf } from '../verdict/repeat-groups.ts'
import type { Noise } from '../verdict/verdict.ts'
import type { Nearest, ResultKey } from './nearest-release.ts'
import type { NoiseFloors } from './noise-floor.ts'
import type { NoiseKey } from './noise-levels.ts'
import { lineOf } from './pair-steps.ts'

/** The noise floors for the results of one comparison as data that can be sent to another thread. */
export type FloorTable = { at: ReadonlyMap<string, Noise>; nearest: ReadonlyMap<string, Nearest> }

/** Results that are looked up between two pauses, which takes a few milliseconds. */
const STEP = 1_000

/**
 * Looks up the floors for all results of a comparison. Structured cloning of a message preserves shared objects, which
 * the verdicts need.
 *
 * @param pause awaited after every `step` results, such as `setImmediate` of `node:timers/promises`.
 */
export async function tabulateFloors(
  set: PointSet,
  { metrics }: Pick<Comparison, 'metrics'>,
  pause: () => Promise<unknown>,
  step = STEP,
): Promise<FloorTable> {
  const at = new Map<string, Noise>()
  const nearest = new Map<string, Nearest>()
  const { floors } = set
  if (floors === undefined) return { at, nearest }
  // A fallback metric has its own tables next to those of the primary one, so the floors of both are needed.
  const [tests, measured] = [byName(set.tests), byName(measuredPrimaries(set))]
  const known = new Set<string>()
  for (const [index, point] of set.points.entries()) {
    if (index > 0 && index % step === 0) await pause()
    const test = point.coordinates.test ?? ''
    const primaries = [tests.get(test)?.primaryMetric, measured.get(test)?.primaryMetric]
    // The text of the environment is made once for all metrics of a result.
    const environment = noiseKeyOf(point, tests.get(test), '')
    const text = environmentText(environment)
    for (const metric of metricsOf(point, [...metrics, ...primaries.filter((name) => name !== undefined)])) {
      const key = `${text}${metric}`
      if (!known.has(key)) {
        known.add(key)
        const floor = floors.at({ ...environment, metric })
        if (floor !== null) at.set(key, floor)
      }
      if (at.get(key)?.shape === undefined) continue
      const result = resultKeyOf(point, { ...environment, metric })
      const distance = floors.nearest?.(result) ?? null
      if (distance !== null) nearest.set(resultText(result), distance)
    }
  }
  return { at, nearest }
}

/** The floors of a table; null for results that the table does not cover. */
export const floorsOfTable = ({ at, nearest }: FloorTable): NoiseFloors => ({
  at: (key) => at.get(noiseText(key)) ?? null,
  nearest: (key) => nearest.get(resultText(key)) ?? null,
})

/** Values as published are compared under the name of the exact metric. */
function metricsOf({ values }: Point, requested: readonly string[]): Set<string> {
  const names = Object.keys(values)
  return new Set([
    ...requested,
    ...names.map((name) => (name.startsWith(AS_PUBLISHED_PREFIX) ? name.slice(AS_PUBLISHED_PREFIX.length) : name)),
    ...names,
  ])
}

function resultKeyOf({ coordinates }: Point, { group: _group, ...key }: NoiseKey): ResultKey {
  const { product = '', version = '' } = coordinates
  return { ...key, product, version, line: lineOf(coordinates) }
}

const byName = <T extends { name: string }>(all: readonly T[]): Map<string, T> =>
  new Map(all.map((one) => [one.name, one]))

/** Names cannot contain NUL, so different keys have different texts. The metric is the last part. */
const noiseText = (key: NoiseKey): string => `${environmentText(key)}${key.metric}`

const environmentText = ({ hardware, benchmark, workload, test, group, clients }: NoiseKey): string =>
  `${hardware}\u0000${benchmark}\u0000${workload}\u0000${test}\u0000${group ?? '\u0001'}\u0000${clients}\u0000`

const resultText = ({ product, hardware, benchmark, workload, test, clients, metric, line, version }: ResultKey) =>
  [product, hardware, benchmark, workload, test, clients, metric, line, version].join('\u0000')
