import { z } from 'zod'
import { byName } from '../dimension-order.ts'
import { repeatsNeeded } from '../verdict/repeats-needed.ts'
import type { Noise } from '../verdict/verdict.ts'
import { type FloorEntry, noiseOfEntry } from './neighbor-estimates.ts'
import { type NoiseFloors, noiseFloors } from './noise-floor.ts'
import { NOISE_LEVELS, type NoiseKey, type NoiseLevel, poolKey, type RepeatGroup } from './noise-levels.ts'

/** Noise pooled over repeats. */
export type NoiseLine = {
  level: NoiseLevel
  /** Dimension values of the estimate; null for dimensions that its level pools. */
  workload: string | null
  group: string | null
  test: string | null
  clients: string | null
  /** Standard deviation of ln(value) of one run. */
  sd: number
  degreesOfFreedom: number
  /** Number of distinct results with repeats. */
  repeated: number
  /** True if verdicts use it: it has enough degrees of freedom, or is clearly noisier than the wider levels. */
  isUsed: boolean
  /** The noise that verdicts use; for a group or machine, that of a test without repeats. Null if there is none. */
  used: Noise | null
  /** Number of repeats on each side that a verdict on a change of 5% needs. */
  repeatsNeeded: number | null
}

/** Noise of the repeats whose last run was in one quarter, such as `2026 Q1`, or `undated`. */
export type NoisePeriod = { period: string; sd: number; degreesOfFreedom: number }

export type BenchmarkNoise = {
  benchmark: string
  metric: string
  /** The machine first, then groups, then tests, each by name. */
  lines: NoiseLine[]
  /** Estimates from neighboring versions in the same order, which are used if there are no repeats. */
  neighbors: NoiseLine[]
  /** Oldest first. */
  history: NoisePeriod[]
}

const FIVE_PERCENT = { worse: 0.95, better: 1.05 }

/**
 * Reports the noise of a machine: every floor with its data, and its history.
 *
 * @param steps floors from neighboring versions on this machine.
 */
export function noiseReport(all: readonly RepeatGroup[], steps: readonly FloorEntry[] = []): BenchmarkNoise[] {
  // Repeats of a single session have no degrees of freedom.
  const groups = all.filter(({ degreesOfFreedom }) => degreesOfFreedom > 0)
  const floors = noiseFloors(groups)
  const nameOfGroup = ({ benchmark, metric }: RepeatGroup) => JSON.stringify([benchmark, metric])
  const nameOfStep = ([[, , benchmark, metric]]: FloorEntry) => JSON.stringify([benchmark, metric])
  const byMetric = Map.groupBy(groups, nameOfGroup)
  const stepsByMetric = Map.groupBy(steps, nameOfStep)
  return [...new Set([...byMetric.keys(), ...stepsByMetric.keys()])]
    .map((name): BenchmarkNoise => {
      const [benchmark = '', metric = ''] = z.array(z.string()).parse(JSON.parse(name))
      const members = byMetric.get(name) ?? []
      const lines = NOISE_LEVELS.toReversed().flatMap((level) => linesOf(members, level, floors))
      const neighbors = (stepsByMetric.get(name) ?? []).map(lineOfSteps).sort(byLevel)
      return { benchmark, metric, lines, neighbors, history: historyOf(members) }
    })
    .sort((a, b) => byName(a.benchmark, b.benchmark) || byName(a.metric, b.metric))
}

/** The components of the key are those of `poolKey`. */
function lineOfSteps(entry: FloorEntry): NoiseLine {
  const [[level = '', , , , workload, name, clients], sd, degreesOfFreedom] = entry
  const isTest = level === 'test'
  const noise = noiseOfEntry(entry)
  return {
    level: isTest ? 'test' : level === 'group' ? 'group' : 'machine',
    workload: workload ?? null,
    group: level === 'group' ? (name ?? null) : null,
    test: isTest ? (name ?? null) : null,
    clients: clients ?? null,
    sd,
    degreesOfFreedom,
    repeated: 0,
    isUsed: true,
    used: noise,
    repeatsNeeded: repeatsNeeded(noise, FIVE_PERCENT),
  }
}

const byLevel = (a: NoiseLine, b: NoiseLine) =>
  NOISE_LEVELS.indexOf(b.level) - NOISE_LEVELS.indexOf(a.level) || byName(nameOf(a), nameOf(b))

function linesOf(groups: readonly RepeatGroup[], level: NoiseLevel, floors: NoiseFloors): NoiseLine[] {
  const pools = Map.groupBy(groups, (group) => poolKey(group, level))
  return [...pools]
    .flatMap(([key, members]): NoiseLine[] => {
      const [first] = members
      if (key === null || first === undefined) return []
      const { sd, degreesOfFreedom } = pool(members)
      const found = floors.at(level === 'test' ? first : unrepeated(first, level))
      const isUsed = found !== null && (found.source === level || (level === 'test' && found.source === 'alike'))
      const used = level === 'test' || isUsed ? found : null
      return [
        {
          level,
          workload: level === 'machine' ? null : first.workload,
          group: level === 'machine' ? null : first.group,
          test: level === 'test' ? first.test : null,
          clients: level === 'test' ? first.clients : null,
          sd,
          degreesOfFreedom,
          repeated: members.length,
          isUsed,
          used,
          repeatsNeeded: used === null ? null : repeatsNeeded(used, FIVE_PERCENT),
        },
      ]
    })
    .sort((a, b) => byName(nameOf(a), nameOf(b)))
}

/** The key of a test without repeats in the same group, or without a group. */
const unrepeated = (group: RepeatGroup, level: NoiseLevel): NoiseKey => ({
  ...group,
  test: '',
  clients: '',
  group: level === 'group' ? group.group : null,
})

function historyOf(groups: readonly RepeatGroup[]): NoisePeriod[] {
  return [...Map.groupBy(groups, ({ at }) => quarterOf(at))]
    .map(([period, members]) => ({ period, ...pool(members) }))
    .sort((a, b) => byName(a.period, b.period))
}

function quarterOf(at: number | null): string {
  if (at === null) return 'undated'
  const date = new Date(at)
  return `${date.getUTCFullYear()} Q${Math.floor(date.getUTCMonth() / 3) + 1}`
}

function pool(groups: readonly RepeatGroup[]): { sd: number; degreesOfFreedom: number } {
  const degreesOfFreedom = groups.reduce((sum, group) => sum + group.degreesOfFreedom, 0)
  const squares = groups.reduce((sum, group) => sum + group.squares, 0)
  return { sd: Math.sqrt(squares / degreesOfFreedom), degreesOfFreedom }
}

const nameOf = ({ workload, group, test, clients }: NoiseLine) =>
  [workload, group, test, clients].map((part) => part ?? '').join(' ')
