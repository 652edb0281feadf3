import type { ChartModel } from '@assay/domain/publish/chart/chart-model'
import { lineShapes } from './line-shapes.ts'
import { rowShapes } from './row-shapes.ts'

export type Box = { x: number; y: number; width: number; height: number; fill: string }
/** A vertical line from top to bottom. */
export type Rule = { x: number; top: number; bottom: number; color: string; isDashed: boolean }
/** A polyline. */
export type Line = { points: readonly Spot[]; color: string; width: number; isDashed: boolean }
export type Spot = { x: number; y: number }
export type Dot = Spot & { color: string }
/** `anchor` is the end of the text that is at x. */
export type Label = {
  x: number
  y: number
  text: string
  size: number
  color: string
  anchor: 'start' | 'middle' | 'end'
}

/** A chart as boxes, lines and texts with positions, from which both SVG and PNG are drawn. */
export type ChartShapes = {
  width: number
  height: number
  /** Description of the drawing for screen readers. */
  label: string
  boxes: Box[]
  rules: Rule[]
  lines: Line[]
  dots: Dot[]
  labels: Label[]
}

/** Width in pixels, 720 by default; labels are laid out within it. */
export type DrawnSize = { width?: number }

/**
 * The shapes of a chart, computed without a browser, in fixed colors on white for files. Bars are always horizontal, so
 * that their names are readable.
 */
export const chartShapes = (model: ChartModel, size: DrawnSize = {}): ChartShapes =>
  model.draw === 'rows' || model.draw === 'bar' ? rowShapes(model, size) : lineShapes(model, size)
