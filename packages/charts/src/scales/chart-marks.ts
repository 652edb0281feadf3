import {
  type ChartModel,
  type ChartPoint,
  type ChartSeries,
  SERIES_COLORS,
} from '@assay/domain/publish/chart/chart-model'
import { ninesTicks } from '@assay/domain/publish/chart/percentile-charts'
import { logTicks } from './log-ticks.ts'
import { niceTicks } from './nice-ticks.ts'

// The marks of a chart that do not depend on its size, for the interactive drawing and for the files alike.

/** Maximum points of a line with dots; above it, only points with notes have dots. */
const MAX_DOTS = 60
/** Maximum number of round x values that each get a tick. */
const MAX_TICKS = 12

/** Names of colors in tokens.css. */
export type SeriesToken = 'ink-faint' | `series-${1 | 2 | 3 | 4 | 5 | 6}`

const SERIES_TOKENS = ['series-1', 'series-2', 'series-3', 'series-4', 'series-5', 'series-6'] as const
export const TONE_TOKENS = { base: 'ink-soft', worse: 'worse', better: 'better', plain: 'ink-faint' } as const

/** The color of a series; one that is not measured, such as a target, is faint. */
export const seriesToken = ({ color, dashed }: Pick<ChartSeries, 'color' | 'dashed'>): SeriesToken =>
  dashed === true ? 'ink-faint' : (SERIES_TOKENS[(color - 1) % SERIES_COLORS] ?? 'ink-faint')

/** The pattern of a line: dashes where it is not measured, dots where its color is used again. */
export function dashOf({ dashed }: Pick<ChartSeries, 'dashed'>, index: number): string | undefined {
  if (dashed === true) return '6 4'
  return index < SERIES_COLORS ? undefined : '2 3'
}

/** Returns which points of a series have a dot: all of a short line, otherwise those with a note if they are few. */
export function dottedPoints(series: ChartSeries, draw: ChartModel['draw']): (point: ChartPoint) => boolean {
  if (series.dashed === true) return () => false
  if (draw === 'scatter' || draw === 'strip' || series.points.length <= MAX_DOTS) return ({ y }) => y !== null
  const noted = series.points.filter(({ note }) => note !== undefined).length
  return ({ y, note }) => y !== null && note !== undefined && noted <= MAX_DOTS
}

/** Only series that are not measured, such as a Pareto front, join the points of a scatter chart or a strip plot. */
export const isJoined = ({ dashed }: Pick<ChartSeries, 'dashed'>, draw: ChartModel['draw']): boolean =>
  (draw !== 'scatter' && draw !== 'strip') || dashed === true

/** Width of a line; one with many points is thinner. */
export const lineWidth = ({ points }: Pick<ChartSeries, 'points'>): number => (points.length <= MAX_DOTS ? 2 : 1.5)

/**
 * The ticks of a numeric axis, in ascending order and within its values: the values themselves where they are few and
 * round, such as numbers of clients, otherwise round numbers between them.
 */
export function numericTicks(kind: 'number' | 'log' | 'nines', values: readonly number[]): readonly number[] {
  const [low = 0, high = 1] = [values[0], values.at(-1)]
  if (kind === 'nines') return ninesTicks(high)
  if (low === high || (values.length <= MAX_TICKS && values.every(isRound))) return values
  const within = (ticks: readonly number[]) => ticks.filter((tick) => tick >= low && tick <= high)
  const logarithmic = kind === 'log' && low > 0 ? within(logTicks(low, high)) : []
  return logarithmic.length > 2 ? logarithmic : within(niceTicks(low, high, 8))
}

/** True for numbers that people choose: with two digits at most, or a power of two. */
const isRound = (value: number): boolean =>
  Number(value.toPrecision(2)) === value || (value > 0 && Number.isInteger(Math.log2(value)))
