import { escapeHtml } from '../../compare/render/escape-html.ts'
import type { FigureColor, FigureTheme } from './figure-theme.ts'

type TextStyle = {
  size?: number
  color?: FigureColor
  weight?: number
  anchor?: 'start' | 'middle' | 'end'
}

/** Marks of a figure, collected from top to bottom, in the colours of a theme. Every text is escaped here. */
export type FigurePen = {
  text: (at: { x: number; y: number }, content: string, style?: TextStyle) => void
  rect: (box: { x: number; y: number; width: number; height: number }, fill: FigureColor, stroke?: FigureColor) => void
  line: (from: { x: number; y: number }, to: { x: number; y: number }, stroke: FigureColor, width?: number) => void
  circle: (at: { x: number; y: number }, radius: number, fill: FigureColor, stroke?: FigureColor) => void
  path: (d: string, fill: FigureColor) => void
  /** Closes the figure with its size. */
  finish: (size: { width: number; height: number }, label: string) => string
}

const FONT = 'Inter, system-ui, sans-serif'

/** Returns a pen that writes SVG without script, style sheet or font. */
export function figurePen(theme: FigureTheme): FigurePen {
  const marks: string[] = []
  return {
    text: ({ x, y }, content, { size = 12, color = 'ink', weight = 400, anchor = 'start' } = {}) => {
      marks.push(
        `<text x="${short(x)}" y="${short(y)}" font-size="${size}" font-weight="${weight}" fill="${theme[color]}" text-anchor="${anchor}">${escapeHtml(content)}</text>`,
      )
    },
    rect: ({ x, y, width, height }, fill, stroke) => {
      const edge = stroke === undefined ? '' : ` stroke="${theme[stroke]}"`
      marks.push(
        `<rect x="${short(x)}" y="${short(y)}" width="${short(width)}" height="${short(height)}" fill="${theme[fill]}"${edge}/>`,
      )
    },
    line: (from, to, stroke, width = 1) => {
      marks.push(
        `<line x1="${short(from.x)}" y1="${short(from.y)}" x2="${short(to.x)}" y2="${short(to.y)}" stroke="${theme[stroke]}" stroke-width="${width}"/>`,
      )
    },
    circle: ({ x, y }, radius, fill, stroke) => {
      const edge = stroke === undefined ? '' : ` stroke="${theme[stroke]}" stroke-width="1.5"`
      marks.push(`<circle cx="${short(x)}" cy="${short(y)}" r="${radius}" fill="${theme[fill]}"${edge}/>`)
    },
    path: (d, fill) => {
      marks.push(`<path d="${d}" fill="${theme[fill]}"/>`)
    },
    finish: ({ width, height }, label) =>
      [
        `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${short(width)} ${short(height)}" width="${short(width)}" height="${short(height)}" role="img" aria-label="${escapeHtml(label)}" font-family="${FONT}" font-variant-numeric="tabular-nums">`,
        `<rect width="${short(width)}" height="${short(height)}" fill="${theme.surface}"/>`,
        ...marks,
        '</svg>\n',
      ].join('\n'),
  }
}

const short = (value: number) => String(Math.round(value * 10) / 10)

/** Width of a text in pixels, a little more than Inter needs. */
export const textWidth = (content: string, size = 12): number => content.length * size * 0.56

/** Shortens a text that is wider than its room. */
export function fitText(content: string, room: number, size = 12): string {
  const most = Math.max(1, Math.floor(room / (size * 0.56)))
  return content.length <= most ? content : `${content.slice(0, most - 1)}…`
}
