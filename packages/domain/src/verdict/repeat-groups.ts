import { takesNoPart } from '../compare/band.ts'
import type { Point, TestInfo } from '../compare/point.ts'
import { momentsOf } from '../stats/moments.ts'
import type { NoisePlace, RepeatGroup } from './noise-floor.ts'

/** Where the noise of a result is looked up. */
export function noisePlace({ coordinates }: Point, testInfo: TestInfo | undefined, metric: string): NoisePlace {
  return {
    hardware: coordinates.hardware ?? '',
    benchmark: coordinates.benchmark ?? '',
    workload: coordinates.workload ?? '',
    test: coordinates.test ?? '',
    group: testInfo?.group ?? coordinates.group ?? null,
    clients: coordinates.clients ?? '',
    metric,
  }
}

/** True when two results differ in nothing but which repeat they are. */
export function areRepeats(a: Point, b: Point): boolean {
  if (a === b) return true
  const [own, other] = [a.coordinates, b.coordinates]
  for (const name in own) if (name !== 'repeat' && own[name as 'test'] !== other[name as 'test']) return false
  for (const name in other) if (name !== 'repeat' && !(name in own)) return false
  return true
}

/** Dimensions whose noise is estimated separately (see `NoisePlace`). */
const ENVIRONMENT = ['hardware', 'benchmark', 'workload', 'test', 'clients'] as const

/**
 * True when the noise of both results is the same: they ran the same test on the same machine, though perhaps with
 * another config or build. Their average still has a known error, because a fixed mix has no noise but that of its runs.
 */
export const shareEnvironment = (a: Point, b: Point): boolean =>
  ENVIRONMENT.every((name) => a.coordinates[name] === b.coordinates[name])

/**
 * The repeats among some results, metric by metric. Results with a badge that excludes them, and values that are not
 * above 0, take no part.
 */
export function repeatGroups(points: readonly Point[], tests: readonly TestInfo[]): RepeatGroup[] {
  const infos = new Map(tests.map((info) => [info.name, info]))
  const byThing = new Map<string, { point: Point; logs: Map<string, number[]> }>()
  for (const point of points) {
    const { repeat: _repeat, ...thing } = point.coordinates
    const key = JSON.stringify(Object.entries(thing).sort(([a], [b]) => (a < b ? -1 : 1)))
    const found = byThing.get(key) ?? { point, logs: new Map<string, number[]>() }
    byThing.set(key, found)
    for (const [metric, value] of Object.entries(point.values)) {
      if (value <= 0 || takesNoPart((point.footnotes ?? []).filter((note) => isAbout(note, metric)))) continue
      const logs = found.logs.get(metric) ?? []
      logs.push(Math.log(value))
      found.logs.set(metric, logs)
    }
  }
  return [...byThing.values()].flatMap(({ point, logs }) =>
    [...logs].flatMap(([metric, values]): RepeatGroup[] => {
      if (values.length < 2) return []
      const place = noisePlace(point, infos.get(point.coordinates.test ?? ''), metric)
      return [{ ...place, degreesOfFreedom: values.length - 1, squares: momentsOf(values).squares, at: null }]
    }),
  )
}

const isAbout = ({ metrics }: { metrics?: readonly string[] }, metric: string) => metrics?.includes(metric) ?? true
