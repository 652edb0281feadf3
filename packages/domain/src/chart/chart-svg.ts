import { escapeHtml } from '../compare/escape-html.ts'
import type { ChartModel } from './chart-model.ts'
import { rowShapes } from './chart-shapes.ts'

/** A chart of rows as one SVG that needs no script, style sheet or font beside it; every text is escaped. */
export function chartSvg(model: ChartModel): string {
  const { width, height, boxes, rules, labels } = rowShapes(model)
  const number = (value: number) => String(Math.round(value * 10) / 10)
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-label="${escapeHtml(`${model.title}. ${model.summary}`)}" font-family="Inter, system-ui, sans-serif">`,
    `<rect width="${width}" height="${height}" fill="#ffffff"/>`,
    ...rules.map(
      ({ x, top, bottom, color, isDashed }) =>
        `<line x1="${number(x)}" x2="${number(x)}" y1="${top}" y2="${bottom}" stroke="${color}"${isDashed ? ' stroke-dasharray="4 3"' : ''}/>`,
    ),
    ...boxes.map(
      ({ x, y, width: wide, height: high, fill }) =>
        `<rect x="${number(x)}" y="${number(y)}" width="${number(wide)}" height="${number(high)}" fill="${fill}"/>`,
    ),
    ...labels.map(
      ({ x, y, text, size, color, anchor }) =>
        `<text x="${number(x)}" y="${number(y)}" font-size="${size}" fill="${color}" text-anchor="${anchor}">${escapeHtml(text)}</text>`,
    ),
    '</svg>',
  ].join('\n')
}
