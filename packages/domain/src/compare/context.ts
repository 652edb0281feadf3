import type { Metric } from '../run/metric.ts'
import type { Comparison } from './comparison.ts'
import { axisOrder, type Order } from './dimension-order.ts'
import type { Grid } from './grid.ts'
import { type Axes, coordinateReader, type ReadCoordinate } from './pivot.ts'
import type { PointSet, TestInfo } from './point.ts'

/** What every step of one comparison needs to know. */
export type Context = {
  comparison: Comparison
  axes: Axes
  show: Grid['show']
  read: ReadCoordinate
  orders: { [axis in keyof Axes]: Order<readonly string[]> }
  testList: readonly TestInfo[]
  tests: ReadonlyMap<string, TestInfo>
  metrics: ReadonlyMap<string, Metric>
}

export function makeContext({ tests, metrics }: PointSet, comparison: Comparison): Context {
  const axes = axesOf(comparison)
  return {
    comparison,
    axes,
    show: comparison.base.kind === 'none' ? 'absolute' : comparison.show,
    read: coordinateReader(tests),
    orders: {
      tables: axisOrder(axes.tables, tests),
      rows: axisOrder(axes.rows, tests),
      columns: axisOrder(axes.columns, tests),
    },
    testList: tests,
    tests: new Map(tests.map((info) => [info.name, info])),
    metrics: new Map(metrics.map((metric) => [metric.name, metric])),
  }
}

/** With `each`, every repeat needs a place of its own: the columns, when the comparison gives it none. */
function axesOf({ tables, rows, columns, repeats }: Comparison): Axes {
  const placed = [...tables, ...rows, ...columns].includes('repeat')
  return { tables, rows, columns: repeats === 'each' && !placed ? [...columns, 'repeat'] : columns }
}
