import { escapeHtml } from '../../compare/render/escape-html.ts'
import type { ChartModel } from './chart-model.ts'
import { type ChartShapes, chartShapes } from './chart-shapes.ts'
import { PAPER } from './shape-words.ts'

/** Renders a chart as one SVG that needs no script, style sheet or font; every text is escaped. */
export const chartSvg = (model: ChartModel): string => shapesSvg(chartShapes(model))

/** @param paint maps a color of the print theme to that of the page; the identity by default. */
export function shapesSvg(
  { width, height, label, boxes, rules, lines, dots, labels }: ChartShapes,
  paint: (color: string) => string = (color) => color,
): string {
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-label="${escapeHtml(label)}" font-family="Inter, system-ui, sans-serif">`,
    `<rect width="${width}" height="${height}" fill="${paint(PAPER)}"/>`,
    ...rules.map(
      ({ x, top, bottom, color, isDashed }) =>
        `<line x1="${number(x)}" x2="${number(x)}" y1="${number(top)}" y2="${number(bottom)}" stroke="${paint(color)}"${dash(isDashed)}/>`,
    ),
    ...boxes.map(
      ({ x, y, width: wide, height: high, fill }) =>
        `<rect x="${number(x)}" y="${number(y)}" width="${number(wide)}" height="${number(high)}" fill="${paint(fill)}"/>`,
    ),
    ...lines.map(
      ({ points, color, width: wide, isDashed }) =>
        `<polyline points="${points.map(({ x, y }) => `${number(x)},${number(y)}`).join(' ')}" fill="none" stroke="${paint(color)}" stroke-width="${wide}"${dash(isDashed)}/>`,
    ),
    ...dots.map(({ x, y, color }) => `<circle cx="${number(x)}" cy="${number(y)}" r="3" fill="${paint(color)}"/>`),
    ...labels.map(
      ({ x, y, text, size, color, anchor }) =>
        `<text x="${number(x)}" y="${number(y)}" font-size="${size}" fill="${paint(color)}" text-anchor="${anchor}">${escapeHtml(text)}</text>`,
    ),
    '</svg>',
  ].join('\n')
}

const number = (value: number) => String(Math.round(value * 10) / 10)
const dash = (isDashed: boolean) => (isDashed ? ' stroke-dasharray="4 3"' : '')
