import { byName } from '../compare/dimension-order.ts'
import { repeatsNeeded } from './judge.ts'
import {
  FEWEST_DEGREES,
  NOISE_LEVELS,
  type NoiseFloors,
  type NoiseLevel,
  noiseFloors,
  poolKey,
  type RepeatGroup,
} from './noise-floor.ts'

/** Noise pooled over some repeats. */
export type NoiseLine = {
  level: NoiseLevel
  /** What it is of; null where the level takes all together. */
  workload: string | null
  group: string | null
  test: string | null
  clients: string | null
  /** Standard deviation of ln(value) of one run. */
  sd: number
  degreesOfFreedom: number
  /** How many things were repeated. */
  repeated: number
  /** True when verdicts use it: it has the degrees of freedom, or is clearly noisier than what is wider. */
  isUsed: boolean
  /** Repeats on each side that tell a change of 5%. */
  repeatsNeeded: number | null
}

/** Noise of the repeats that ended in one quarter of a year, such as `2026 Q1`; those without a time are `undated`. */
export type NoisePeriod = { period: string; sd: number; degreesOfFreedom: number }

export type BenchmarkNoise = {
  benchmark: string
  metric: string
  /** The whole machine first, then groups, then tests, each by name. */
  lines: NoiseLine[]
  /** Oldest first. */
  history: NoisePeriod[]
}

const FIVE_PERCENT = { worse: 0.95, better: 1.05 }

/** What repeats say of the noise of a machine, for people: every floor with what it is made of, and over time. */
export function noiseReport(groups: readonly RepeatGroup[]): BenchmarkNoise[] {
  const floors = noiseFloors(groups)
  const byMetric = Map.groupBy(groups, ({ benchmark, metric }) => JSON.stringify([benchmark, metric]))
  return [...byMetric.values()]
    .flatMap((members): BenchmarkNoise[] => {
      const [first] = members
      if (first === undefined) return []
      const lines = NOISE_LEVELS.toReversed().flatMap((level) => linesOf(members, level, floors))
      return [{ benchmark: first.benchmark, metric: first.metric, lines, history: historyOf(members) }]
    })
    .sort((a, b) => byName(a.benchmark, b.benchmark) || byName(a.metric, b.metric))
}

function linesOf(groups: readonly RepeatGroup[], level: NoiseLevel, floors: NoiseFloors): NoiseLine[] {
  const pools = Map.groupBy(groups, (group) => poolKey(group, level))
  return [...pools]
    .flatMap(([key, members]): NoiseLine[] => {
      const [first] = members
      if (key === null || first === undefined) return []
      const { sd, degreesOfFreedom } = pool(members)
      const isUsed = sd > 0 && (degreesOfFreedom >= FEWEST_DEGREES || floors.at(first)?.source === level)
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
          repeatsNeeded: isUsed ? repeatsNeeded({ source: level, sd, degreesOfFreedom }, FIVE_PERCENT) : null,
        },
      ]
    })
    .sort((a, b) => byName(nameOf(a), nameOf(b)))
}

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
