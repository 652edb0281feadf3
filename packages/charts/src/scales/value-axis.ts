import type { ChartModel } from '@assay/domain/publish/chart/chart-model'
import { logTicks } from './log-ticks.ts'
import { niceTicks } from './nice-ticks.ts'

/** Factors around the values that an axis near them includes, so that noise of 1% does not look like a regression. */
const MIN_ROOM = { low: 0.9, high: 1.1 }

/**
 * The start of an axis that nobody chose: near the values for ratios to a base, whose distance to zero means nothing, and
 * at zero for all others and for vertical bars; logarithmic where the model demands it.
 */
export function usualStart({ draw, y }: Pick<ChartModel, 'draw' | 'y'>): AxisStart {
  if (y.start === 'log') return 'log'
  const isNear = y.start === 'near' || (y.format === 'ratio' && y.unit === '' && (y.room?.low ?? 1) > 0)
  return isNear && draw !== 'bar' ? 'cropped' : 'zero'
}

/** Where horizontal bars begin: at the base for ratios near it, whose length is then the change, and else at zero. */
export const rowsStart = (model: Pick<ChartModel, 'draw' | 'y'>): 0 | 1 => (usualStart(model) === 'zero' ? 0 : 1)

/**
 * Start of the vertical axis: at zero, so that small variations look small, or just below the lowest value, also on a
 * logarithmic scale.
 */
export type AxisStart = 'zero' | 'cropped' | 'log'

/** Ratio of the largest and the smallest value from which a logarithmic axis shows more than a linear one. */
const MIN_LOG_RATIO = 4

type Values = Pick<ChartModel, 'series' | 'marks' | 'areas' | 'y'>

/** True where all values are positive, which a logarithmic axis needs, and far enough apart. */
export function suitsLog(model: Values): boolean {
  const { low, high } = extremes(model)
  return low > 0 && high / low >= MIN_LOG_RATIO
}

/**
 * The chart as it is drawn with an axis: bars become points unless it starts at zero, because the length of a bar is
 * its value.
 */
export const drawnWith = (model: ChartModel, start: AxisStart): ChartModel =>
  model.draw === 'bar' && start !== 'zero' ? { ...model, draw: 'scatter' } : model

/** The chosen axis where the chart can have it, otherwise its usual one. Horizontal bars have no other one. */
export function possibleStart(model: ChartModel, chosen: AxisStart | null): AxisStart {
  const usual = usualStart(model)
  if (chosen === null || model.draw === 'rows') return usual
  return chosen === 'log' && extremes(model).low <= 0 ? usual : chosen
}

/**
 * Ticks of the vertical axis; the first and the last are its ends. They include every value, range of repeats,
 * horizontal mark and band of the chart, and its padding.
 */
export function valueAxis(model: Values & Pick<ChartModel, 'draw'>, start: AxisStart): number[] {
  const { low, high } = extremes(model)
  if (low > high) return niceTicks(0, 1)
  if (start === 'log' && low > 0) return logTicks(low, high)
  if (start === 'zero' || start === 'log') return niceTicks(Math.min(0, low), Math.max(0, high))
  return usualStart(model) === 'zero'
    ? niceTicks(low, high)
    : niceTicks(...withRoom(low, high, model.y.format === 'ratio'))
}

/** The lowest and the highest value that the axis includes; the lowest is higher where there is none. */
function extremes({ series, marks = [], areas = [], y }: Values): { low: number; high: number } {
  let low = y.room?.low ?? Number.POSITIVE_INFINITY
  let high = y.room?.high ?? Number.NEGATIVE_INFINITY
  const hold = (value: number) => {
    if (value < low) low = value
    if (value > high) high = value
  }
  for (const { points } of series) {
    for (const point of points) {
      if (point.y === null) continue
      hold(point.low ?? point.y)
      hold(point.high ?? point.y)
      hold(point.y)
    }
  }
  for (const { axis, at } of marks) if (axis === 'y') hold(at)
  for (const area of areas) {
    hold(area.low)
    hold(area.high)
  }
  return { low, high }
}

/** Adds the least room around the values; ratios have it around 1. */
function withRoom(low: number, high: number, isRatio: boolean): [number, number] {
  const middle = isRatio ? 1 : (low + high) / 2
  return middle <= 0 ? [low, high] : [Math.min(low, middle * MIN_ROOM.low), Math.max(high, middle * MIN_ROOM.high)]
}
