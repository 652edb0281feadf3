import { compare } from '@assay/domain/compare/compare'
import { DEFAULT_COMPARISON } from '@assay/domain/compare/comparison'
import type { Cell, Grid } from '@assay/domain/compare/grid'
import { neighborEstimates, neighborFloors } from '@assay/domain/compare/noise/neighbor-estimates'
import { type NoiseFloors, noiseFloors } from '@assay/domain/compare/noise/noise-floor'
import type { Point, TestInfo } from '@assay/domain/compare/point'
import { repeatGroups } from '@assay/domain/compare/verdict/repeat-groups'
import type { Noise } from '@assay/domain/compare/verdict/verdict'
import { KNOWN_METRICS } from '@assay/domain/run/metric'
import { normalFrom } from '../seeded-random.ts'
import { noiseOfEnvironment } from './noise-of-environment.ts'

export type NoiseTable = {
  rows: number
  /** Number of versions including the base. */
  columns: number
  repeats: number
  /** Number of repeats of each test on the same machine by another version, which is in no column. */
  history: number
  /** Standard deviation of ln(value), by test if tests differ. */
  sd: number | ((row: number) => number)
  /** Source of the noise estimates: repeats, the steps between versions, or the true values as an upper bound. */
  floorsFrom?: 'repeats' | 'neighbors' | 'truth'
  /** True ratios by row and column; 1 by default. */
  changed?: (row: number, column: number) => number
}

/** Judges a table of versions on one machine with lognormal noise. */
export function noiseTable(
  { rows, columns, repeats, history, sd, floorsFrom = 'repeats', changed = () => 1 }: NoiseTable,
  random: () => number,
): Grid {
  const tests = Array.from({ length: rows }, (_, order): TestInfo => {
    return { name: `t${order}`, group: `g${order % 4}`, order, role: 'measured', primaryMetric: 'qps' }
  })
  const sdOf = (test: string) => (typeof sd === 'number' ? sd : sd(Number(test.slice(1))))
  const point = (test: string, version: string, repeat: number, ratio: number): Point => ({
    runId: `${version} ${repeat}`,
    resultId: `${version} ${repeat} ${test}`,
    coordinates: {
      product: 'P',
      version,
      config: 'c',
      hardware: 'h',
      benchmark: 'b',
      workload: 'w',
      clients: '1',
      test,
      repeat: String(repeat),
    },
    values: { qps: 1000 * ratio * Math.exp(sdOf(test) * normal(random)) },
  })
  const times = (count: number) => Array.from({ length: count }, (_, i) => i)
  const points = times(rows).flatMap((row) =>
    times(columns).flatMap((column) =>
      times(repeats).map((repeat) => point(`t${row}`, `${column + 10}.0`, repeat + 1, changed(row, column))),
    ),
  )
  const others = times(rows).flatMap((row) => times(history).map((repeat) => point(`t${row}`, '9.0', repeat + 1, 1)))
  const floors = {
    repeats: () => noiseFloors(repeatGroups([...points, ...others], tests)),
    neighbors: () => neighborFloors(neighborEstimates([noiseOfEnvironment(points, tests)])),
    truth: (): NoiseFloors => truth(sdOf),
  }[floorsFrom]()
  return compare({ points, tests, metrics: KNOWN_METRICS, floors }, { ...DEFAULT_COMPARISON, columns: ['version'] })
}

function truth(sdOf: (test: string) => number): NoiseFloors {
  const known = new Map<string, Noise>()
  return {
    at({ test }) {
      const noise = known.get(test) ?? { source: 'machine', sd: sdOf(test), degreesOfFreedom: 1e6 }
      known.set(test, noise)
      return noise
    },
  }
}

/** The cells with verdicts, and their positions. */
export function judgedCells(grid: Grid): { row: number; column: number; cell: Cell }[] {
  const rows = grid.tables.flatMap(({ groups }) => groups.flatMap((group) => group.rows))
  return rows.flatMap(({ label, cells }) =>
    cells.flatMap((cell, column) => (cell.verdict === null ? [] : [{ row: Number(label.slice(1)), column, cell }])),
  )
}

const normal = (random: () => number) => normalFrom(random)()
