import type { Better } from '../../run/metric.ts'

/**
 * A chart as plain data, prepared by a pure function. Drawing makes no decisions, so tests can check the visible
 * content here. Values are exact; the drawing rounds them as `y.format` requires.
 */
export type ChartModel = {
  /** Unique on its page; letters, digits and hyphens. */
  id: string
  title: string
  /** A sentence that describes the chart with its numbers, for screen readers. */
  summary: string
  /**
   * `scatter` draws points without lines between them; `rows` are horizontal bars, for ordered x values with long
   * names. `strip` draws the points of all series over ordered x values, before a box of their quartiles.
   */
  draw: 'line' | 'bar' | 'rows' | 'scatter' | 'strip'
  x: ChartXAxis
  y: ChartYAxis
  series: readonly ChartSeries[]
  /**
   * Reference lines across the chart, such as the base at 1.00, a target rate, or the second from which it is steady.
   */
  marks?: readonly ChartMark[]
  /** Bands behind the points, such as the noise around a level. */
  areas?: readonly ChartArea[]
  /** `6 of 9 series shown`; absent when all are. */
  left?: string
}

export type ChartXAxis =
  /** Named x values in a given order, such as versions; `x` of a point is an index into `places`. */
  | { kind: 'ordered'; label: string; places: readonly XValue[] }
  /**
   * Numbers at their true distance; `log` suits numbers that double from one to the next, such as clients. `nines` are
   * quantiles as 1 / (1 - quantile) on a logarithmic axis: 10 is p90, 100 is p99.
   */
  | { kind: 'number' | 'log' | 'nines'; label: string; unit: string }

/** `note` is shown next to the name, such as a release date. */
export type XValue = { name: string; note?: string }

export type ChartYAxis = {
  label: string
  unit: string
  better: Better
  /** `ratio` has two decimals everywhere, `value` about four digits, `percent` formats 0.15 as 15%. */
  format: 'value' | 'ratio' | 'percent'
  /** Range that the axis must include. Small multiples share it, so that they have the same scale. */
  room?: { low: number; high: number }
  /**
   * `near`: the axis of lines and points starts near the lowest value, because changes matter and not the distance to
   * zero. `log`: it is logarithmic, for positive values of different magnitudes.
   */
  start?: 'near' | 'log'
}

export type ChartSeries = {
  name: string
  /** Number of the theme color, from 1 to 6; the same build has the same color on all charts of a page. */
  color: number
  /** True for a line that is not measured, such as perfect scaling. */
  dashed?: boolean
  /** In ascending order of x. */
  points: readonly ChartPoint[]
}

export type ChartPoint = {
  x: number
  /** null is a gap in the line. */
  y: number | null
  /** Range of repeats around `y`, drawn as a bar. */
  low?: number
  high?: number
  /** URL of the cell, result or run of the value. */
  href?: string
  /** Text shown with the value: a footnote, an annotation, `highest`. A point with a note has a mark. */
  note?: string
  /** Text shown with the value without a mark, such as the absolute value of a ratio. */
  detail?: string
  /** Color of a bar by its meaning instead of its series: base, worse, better or neutral. */
  tone?: 'base' | 'worse' | 'better' | 'plain'
}

/** A rectangle between two x values and two y values, all inclusive. */
export type ChartArea = { from: number; to: number; low: number; high: number; color: number }

export type ChartMark = { axis: 'x' | 'y'; at: number; label: string }

/** Number of theme colors; further series repeat them. */
export const SERIES_COLORS = 6

/** Assigns colors to names by position, so that charts with the same names have the same colors. */
export function colorsOf(names: readonly string[]): (name: string) => number {
  const positions = new Map([...new Set(names)].map((name, index) => [name, index]))
  return (name) => ((positions.get(name) ?? 0) % SERIES_COLORS) + 1
}
