import { isNormal } from '../verdict/null-distribution.ts'
import type { Noise } from '../verdict/verdict.ts'
import type { Nearest, ResultKey } from './nearest-release.ts'
import { type NoiseKey, poolKey, type RepeatGroup } from './noise-levels.ts'
import { fitShape, type NoiseShape } from './noise-shape.ts'
import { pooledFloors, rounded } from './pooled-variance.ts'
import { degreesOfRuns } from './run-effect.ts'
import { repeatsWithin, type SessionShape, sessionShape, stepsOf } from './session-shape.ts'
import { sizeOfStep } from './step-grid.ts'

export type NoiseFloors = {
  /** The noise of the first level with 10 degrees of freedom, else of the level with the most; null below 2. */
  at(noiseKey: NoiseKey): Noise | null
  /** The outliers that repeats of the same session show; absent or undefined if their noise seems normal. */
  shapeWithin?(noiseKey: NoiseKey): SessionShape | undefined
  /** False if some repeats on the machine have no start times, so that their sessions are unknown. */
  areSessionsStated?(noiseKey: NoiseKey): boolean
  /** Distance of ln(value) of a single run from that of the nearer neighboring release; null if unknown. */
  nearest?(resultKey: ResultKey): Nearest | null
}

export const NO_FLOORS: NoiseFloors = { at: () => null }

/**
 * Noise floors of pooled repeats (pooled-variance.ts). If the differences between repeats have outliers (noise-shape.ts),
 * scales are those of the core instead, from the median difference, and include the shape of the outliers. If all tests
 * of a run shift together, the degrees of freedom are those of the runs (run-effect.ts).
 */
export function noiseFloors(groups: readonly RepeatGroup[]): NoiseFloors {
  const plain = pooledFloors(groups, false)
  const core = pooledFloors(groups, true)
  const machines = new Map(
    [...Map.groupBy(groups, (group) => poolKey(group, 'machine') ?? '')].map(([key, members]) => [
      key,
      describeMachine(members, plain, core),
    ]),
  )
  const within = new Map<string, SessionShape | undefined>()
  const unstated = new Set(groups.flatMap((group) => (group.isUnstated ? (poolKey(group, 'machine') ?? []) : [])))
  const byMachine = Map.groupBy(groups, (group) => poolKey(group, 'machine') ?? '')
  // Both sides of a ratio must get the same object, because then they share their degrees of freedom.
  const described = new Map<Noise, Noise>()
  return {
    at(noiseKey) {
      const { shape, factor, maxDegrees } = machines.get(poolKey(noiseKey, 'machine') ?? '') ?? NORMAL_MACHINE
      const floor = shape === undefined || shape.share === 0 ? plain.at(noiseKey) : core.at(noiseKey)
      if (floor === null) return null
      const degreesOfFreedom = Math.min(floor.degreesOfFreedom, maxDegrees)
      if (shape === undefined && degreesOfFreedom === floor.degreesOfFreedom) return floor
      const known = described.get(floor)
      if (known !== undefined) return known
      const made = {
        ...floor,
        sd: rounded(floor.sd * factor),
        degreesOfFreedom,
        ...(shape === undefined ? {} : { shape }),
      }
      described.set(floor, made)
      return made
    },
    shapeWithin(noiseKey) {
      const key = poolKey(noiseKey, 'machine') ?? ''
      if (!within.has(key)) within.set(key, shapeOfSessions(byMachine.get(key) ?? []))
      return within.get(key)
    },
    areSessionsStated: (key) => !unstated.has(poolKey(key, 'machine') ?? ''),
  }
}

function shapeOfSessions(members: readonly RepeatGroup[]): SessionShape | undefined {
  const floors = pooledFloors(members.map(repeatsWithin), true)
  return sessionShape(members, (member) => floors.at(member)?.sd)
}

/** Deviations of the repeats of a benchmark on a machine from independent normal values. */
type MachineNoise = { shape: NoiseShape | undefined; factor: number; maxDegrees: number }

const NORMAL_MACHINE: MachineNoise = { shape: undefined, factor: 1, maxDegrees: Number.POSITIVE_INFINITY }

function describeMachine(members: readonly RepeatGroup[], plain: NoiseFloors, core: NoiseFloors): MachineNoise {
  const maxDegrees = rounded(degreesOfRuns(members, plain))
  // Old summaries have no values, only their variance.
  if (members.every(({ logs }) => logs === undefined)) return { ...NORMAL_MACHINE, maxDegrees }
  const { shape } = fitShape(standardizedSteps(members, plain))
  // Too few repeats to show outliers do not exclude them.
  if (shape.share === 0) return { ...NORMAL_MACHINE, ...(isNormal(shape) ? {} : { shape }), maxDegrees }
  // The scales of plain floors contain the outliers, so the shape is estimated again with those of the core.
  const again = fitShape(standardizedSteps(members, core))
  return again.shape.share === 0 ? { ...NORMAL_MACHINE, maxDegrees } : { ...again, maxDegrees }
}

function standardizedSteps(members: readonly RepeatGroup[], floors: NoiseFloors): Map<number, number> {
  const counts = new Map<number, number>()
  for (const member of members) {
    const sd = floors.at(member)?.sd
    if (sd === undefined) continue
    for (const step of stepsOf(member)) {
      const size = sizeOfStep(step / sd)
      counts.set(size, (counts.get(size) ?? 0) + 1)
    }
  }
  return counts
}
