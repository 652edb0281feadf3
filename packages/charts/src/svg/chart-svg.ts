import type { ChartModel } from '@assay/domain/publish/chart/chart-model'
import { type ChartShapes, chartShapes } from '../shapes/chart-shapes.ts'
import { PAPER } from '../shapes/shape-words.ts'
import { pixels, type SvgElement, svgDrawing, svgText } from './svg-element.ts'

/** Renders a chart as one SVG file. */
export const chartSvg = (model: ChartModel): string => shapesSvg(chartShapes(model))

/** Writes the shapes of a chart as a file, in the colors of print. */
export const shapesSvg = (shapes: ChartShapes): string => svgText(chartDrawing(shapes))

/** @param paint maps a color of the print theme to that of the page; the identity by default. */
export function chartDrawing(
  { width, height, label, boxes, rules, lines, dots, labels }: ChartShapes,
  paint: (color: string) => string = (color) => color,
): SvgElement {
  const content: SvgElement[] = [
    ...rules.map(({ x, top, bottom, color, isDashed }) => ({
      tag: 'line' as const,
      attributes: {
        ...{ x1: pixels(x), x2: pixels(x), y1: pixels(top), y2: pixels(bottom), stroke: paint(color) },
        strokeDasharray: dash(isDashed),
      },
    })),
    ...boxes.map((box) => ({
      tag: 'rect' as const,
      attributes: {
        ...{ x: pixels(box.x), y: pixels(box.y), width: pixels(box.width), height: pixels(box.height) },
        fill: paint(box.fill),
      },
    })),
    ...lines.map(({ points, color, width: strokeWidth, isDashed }) => ({
      tag: 'polyline' as const,
      attributes: {
        points: points.map(({ x, y }) => `${pixels(x)},${pixels(y)}`).join(' '),
        ...{ fill: 'none', stroke: paint(color), strokeWidth, strokeDasharray: dash(isDashed) },
      },
    })),
    ...dots.map(({ x, y, color }) => ({
      tag: 'circle' as const,
      attributes: { cx: pixels(x), cy: pixels(y), r: 3, fill: paint(color) },
    })),
    ...labels.map(({ x, y, text, size, color, anchor }) => ({
      tag: 'text' as const,
      attributes: { x: pixels(x), y: pixels(y), fontSize: size, fill: paint(color), textAnchor: anchor },
      content: text,
    })),
  ]
  return svgDrawing({ width, height, label, background: paint(PAPER), content })
}

const dash = (isDashed: boolean) => (isDashed ? '4 3' : undefined)
