import type { Metric } from '../run/metric.ts'
import { type Comparison, DEFAULT_BANDS } from './comparison.ts'
import { axisOrder, type Order } from './dimension-order.ts'
import type { Grid } from './grid.ts'
import { NO_FLOORS, type NoiseFloors } from './noise/noise-floor.ts'
import { type Axes, createCoordinateLookup, type ReadCoordinate } from './pivot.ts'
import type { PointSet, TestInfo } from './point.ts'
import { type Judge, makeJudge } from './verdict/significance.ts'

/** Shared input of all steps of one comparison. */
export type Context = {
  comparison: Comparison
  axes: Axes
  show: Grid['show']
  read: ReadCoordinate
  orders: { [axis in keyof Axes]: Order<readonly string[]> }
  testList: readonly TestInfo[]
  tests: ReadonlyMap<string, TestInfo>
  metrics: ReadonlyMap<string, Metric>
  floors: NoiseFloors
  /** Limits of ratios for verdicts; quartile bands limit values instead of ratios. */
  limits: { worse: number; better: number }
  /** Null when the comparison asks for no verdicts. */
  judge: Judge | null
}

export function makeContext({ tests, metrics, floors = NO_FLOORS }: PointSet, comparison: Comparison): Context {
  const axes = axesOf(comparison)
  const limits = comparison.bands.kind === 'relative' ? comparison.bands : DEFAULT_BANDS
  return {
    comparison,
    axes,
    show: comparison.base.kind === 'none' ? 'absolute' : comparison.show,
    read: createCoordinateLookup(tests),
    orders: {
      tables: axisOrder(axes.tables, tests),
      rows: axisOrder(axes.rows, tests),
      columns: axisOrder(axes.columns, tests),
    },
    testList: tests,
    tests: new Map(tests.map((info) => [info.name, info])),
    metrics: new Map(metrics.map((metric) => [metric.name, metric])),
    floors,
    limits,
    judge: hasVerdicts(comparison) ? makeJudge(limits) : null,
  }
}

/** False for quartile bands: they color values by rank in a column, so their ratios have no verdicts. */
const hasVerdicts = ({ verdicts, base, bands }: Comparison): boolean =>
  verdicts !== 'off' && base.kind !== 'none' && bands.kind !== 'quartile'

/** The axes of a comparison. With `each`, repeats are added to the columns unless they are on another axis. */
export function axesOf({ tables, rows, columns, repeats }: Comparison): Axes {
  const placed = [...tables, ...rows, ...columns].includes('repeat')
  return { tables, rows, columns: repeats === 'each' && !placed ? [...columns, 'repeat'] : columns }
}
