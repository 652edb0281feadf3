import { compare } from '@assay/domain/compare/compare'
import { DEFAULT_COMPARISON } from '@assay/domain/compare/comparison'
import type { Grid } from '@assay/domain/compare/grid'
import { chooseNoiseFloor } from '@assay/domain/compare/noise/choose-noise-floor'
import { neighborEstimates, neighborFloors } from '@assay/domain/compare/noise/neighbor-estimates'
import { noiseFloors } from '@assay/domain/compare/noise/noise-floor'
import type { Point, TestInfo } from '@assay/domain/compare/point'
import { repeatGroups } from '@assay/domain/compare/verdict/repeat-groups'
import { KNOWN_METRICS } from '@assay/domain/run/metric'
import { noiseOfEnvironment } from './noise-of-environment.ts'

/** The position of a value in a simulated benchmark. */
export type SimulatedRun = { row: number; version: number; session: number; repeat: number }

/** Noise of ln(value); called once for each table, so that effects of sessions and runs are drawn once. */
export type NoiseModel = (random: () => number) => (run: SimulatedRun) => number

/**
 * Times of the repeats: each in a separate session, all repeats of a version in one session, or unstated (and measured
 * in one session).
 */
export type Times = 'sessions' | 'one-session' | 'unknown'

/** The kinds of noise with which verdicts are tested. */
export const NOISE_MODELS: Readonly<Record<string, NoiseModel>> = {
  'Gaussian 1.5%': gaussian(0.015),
  'Gaussian 3%': gaussian(0.03),
  'Gaussian 5%': gaussian(0.05),
  'Student t, 3 df, sd 1.5%': heavy(0.015),
  'Student t, 3 df, sd 3%': heavy(0.03),
  '1%, 5% of results 20% low': (random) => () => 0.01 * normal(random) + (random() < 0.05 ? Math.log(0.8) : 0),
  '1%, one test in 8 is 6 times as noisy': (random) => (at) => (at.row % 8 === 3 ? 0.06 : 0.01) * normal(random),
  'run shifts by 2%, plus 1%': (random) => {
    const shift = drawnOnce(random, ({ version, repeat }) => `${version} ${repeat}`)
    return (at) => 0.02 * shift(at) + 0.01 * normal(random)
  },
  'sessions alike (0.8), 2%': (random) => {
    const shift = drawnOnce(random, ({ row, version, session }) => `${row} ${version} ${session}`)
    return (at) => 0.02 * (Math.sqrt(0.8) * shift(at) + Math.sqrt(0.2) * normal(random))
  },
  'two regimes: 30% are 5% low, 0.7%': (random) => () => 0.007 * normal(random) + (random() < 0.3 ? Math.log(0.95) : 0),
  'drift within a session, 1% a run, plus 1%': (random) => {
    const slope = drawnOnce(random, ({ row, version, session }) => `${row} ${version} ${session}`)
    return (at) => 0.01 * slope(at) * (at.repeat % 5) + 0.01 * normal(random)
  },
}

export type ModelTable = {
  model: NoiseModel
  rows: number
  /** Number of versions including the base. */
  columns: number
  repeats: number
  times: Times
  /** Number of earlier versions with one run each, which are in no column. */
  history?: number
  /** True ratios by row and column; 1 by default. */
  changed?: (row: number, column: number) => number
}

const [MINUTES, DAYS] = [60_000, 86_400_000]

/** Judges versions on one machine with the noise of a model; the engine gets the noise estimates that pages use. */
export function modelTable(table: ModelTable, random: () => number): Grid {
  const { rows, columns, history = 0 } = table
  const tests = Array.from({ length: rows }, (_, order): TestInfo => {
    return { name: `t${order}`, group: `g${order % 4}`, order, role: 'measured', primaryMetric: 'qps' }
  })
  const noise = table.model(random)
  const versions = (from: number, count: number, repeats: number) =>
    tests.flatMap((_, row) =>
      Array.from({ length: count * repeats }, (_, at): Point => {
        const run = { row, version: from + Math.floor(at / repeats), repeat: at % repeats }
        const session = table.times === 'sessions' ? run.repeat : 0
        return modelPoint({ ...run, session }, noise({ ...run, session }), table)
      }),
    )
  const shown = versions(history, columns, table.repeats)
  const all = [...versions(0, history, 1), ...shown]
  const neighbors = neighborFloors(neighborEstimates([noiseOfEnvironment(all, tests)]))
  const floors = chooseNoiseFloor(noiseFloors(repeatGroups(all, tests)), neighbors)
  return compare(
    { points: shown, tests, metrics: KNOWN_METRICS, floors },
    { ...DEFAULT_COMPARISON, columns: ['version'] },
  )
}

function modelPoint(run: SimulatedRun, noise: number, { times, history = 0, changed = () => 1 }: ModelTable): Point {
  const { row, version, session, repeat } = run
  const startedAt = (version * 40 + session) * DAYS + repeat * 10 * MINUTES
  const ratio = version < history ? 1 : changed(row, version - history)
  return {
    runId: `${version} ${repeat}`,
    resultId: `${version} ${repeat} ${row}`,
    coordinates: {
      product: 'P',
      version: `${version + 10}.0`,
      config: 'c',
      hardware: 'h',
      benchmark: 'b',
      workload: 'w',
      clients: '1',
      test: `t${row}`,
      repeat: String(repeat + 1),
    },
    values: { qps: 1000 * ratio * Math.exp(noise) },
    ...(times === 'unknown' ? {} : { startedAt }),
  }
}

function gaussian(sd: number): NoiseModel {
  return (random) => () => sd * normal(random)
}

/** Student's t distribution with 3 degrees of freedom, whose variance is 3. */
function heavy(sd: number): NoiseModel {
  return (random) => () => {
    const squares = normal(random) ** 2 + normal(random) ** 2 + normal(random) ** 2
    return (sd * normal(random)) / Math.sqrt(squares)
  }
}

/** Returns one standard normal value for each key. */
function drawnOnce(random: () => number, keyOf: (run: SimulatedRun) => string): (run: SimulatedRun) => number {
  const drawn = new Map<string, number>()
  return (run) => {
    const key = keyOf(run)
    const value = drawn.get(key) ?? normal(random)
    drawn.set(key, value)
    return value
  }
}

/** The Box-Muller transform. */
const normal = (random: () => number) => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())
