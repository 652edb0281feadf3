import type { FigureColor, FigureTheme } from '../scales/figure-theme.ts'
import { pixels, type SvgElement, svgDrawing, svgText } from '../svg/svg-element.ts'

type TextStyle = {
  size?: number
  color?: FigureColor
  weight?: number
  anchor?: 'start' | 'middle' | 'end'
}

/** Marks of a figure, collected from top to bottom, in the colors of a theme. Every text is escaped here. */
export type FigurePen = {
  text: (at: { x: number; y: number }, content: string, style?: TextStyle) => void
  rect: (box: { x: number; y: number; width: number; height: number }, fill: FigureColor, stroke?: FigureColor) => void
  line: (from: { x: number; y: number }, to: { x: number; y: number }, stroke: FigureColor, width?: number) => void
  circle: (at: { x: number; y: number }, radius: number, fill: FigureColor, stroke?: FigureColor) => void
  path: (d: string, fill: FigureColor) => void
  /** Closes the figure with its size. */
  finish: (size: { width: number; height: number }, label: string) => string
}

/** Returns a pen that writes SVG without script, style sheet or font. */
export function figurePen(theme: FigureTheme): FigurePen {
  const marks: SvgElement[] = []
  const add = (tag: SvgElement['tag'], attributes: SvgElement['attributes'], content?: string) => {
    marks.push(content === undefined ? { tag, attributes } : { tag, attributes, content })
  }
  const painted = (color: FigureColor | undefined) => (color === undefined ? undefined : theme[color])
  return {
    text: ({ x, y }, content, { size = 12, color = 'ink', weight = 400, anchor = 'start' } = {}) => {
      const style = { fontSize: size, fontWeight: weight, fill: theme[color], textAnchor: anchor }
      add('text', { x: pixels(x), y: pixels(y), ...style }, content)
    },
    rect: ({ x, y, width, height }, fill, stroke) => {
      const box = { x: pixels(x), y: pixels(y), width: pixels(width), height: pixels(height) }
      add('rect', { ...box, fill: theme[fill], stroke: painted(stroke) })
    },
    line: (from, to, stroke, strokeWidth = 1) => {
      const ends = { x1: pixels(from.x), y1: pixels(from.y), x2: pixels(to.x), y2: pixels(to.y) }
      add('line', { ...ends, stroke: theme[stroke], strokeWidth })
    },
    circle: ({ x, y }, r, fill, stroke) => {
      const edge = stroke === undefined ? {} : { stroke: theme[stroke], strokeWidth: 1.5 }
      add('circle', { cx: pixels(x), cy: pixels(y), r, fill: theme[fill], ...edge })
    },
    path: (d, fill) => add('path', { d, fill: theme[fill] }),
    finish: ({ width, height }, label) => {
      const size = { width: pixels(width), height: pixels(height) }
      const attributes = { fontVariantNumeric: 'tabular-nums' }
      return `${svgText(svgDrawing({ ...size, label, background: theme.surface, content: marks, attributes }))}\n`
    },
  }
}

/** Width of a text in pixels, a little more than Inter needs. */
export const textWidth = (content: string, size = 12): number => content.length * size * 0.56

/** Shortens a text that is wider than its room. */
export function fitText(content: string, room: number, size = 12): string {
  const maxLength = Math.max(1, Math.floor(room / (size * 0.56)))
  return content.length <= maxLength ? content : `${content.slice(0, maxLength - 1)}…`
}
