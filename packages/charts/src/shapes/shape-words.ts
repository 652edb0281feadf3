import type { ChartModel, ChartPoint, ChartSeries } from '@assay/domain/publish/chart/chart-model'
import { seriesToken, TONE_TOKENS } from '../scales/chart-marks.ts'
import { FIGURE_THEMES } from '../scales/figure-theme.ts'
import type { Box, Label } from './chart-shapes.ts'

export const WIDTH = 720
// Files have the colors of the light theme.
const { light } = FIGURE_THEMES
export const PAPER = light.surface
export const INK = light.ink
export const SOFT = light['ink-soft']
export const LINE = light.line
export const AREA = light['accent-tint']
export const MARK = light.accent

/** Width in pixels on a phone, and of two charts side by side. */
export const NARROW_WIDTH = 360
const SIDE = 12
const SMALL = 11
const SMALL_LINE = 16
const TITLE_LINE = 20
/** Approximate width in pixels of a small character; TITLE_CHARACTER is that of a title. */
export const CHARACTER = 6
const TITLE_CHARACTER = 7.3

/** Number of small characters that fit on a line. */
export const charactersOf = (width: number): number => Math.floor((width - 2 * SIDE) / CHARACTER)

export const seriesFill = (series: Pick<ChartSeries, 'color' | 'dashed'>): string => light[seriesToken(series)]

export const toneFill = (tone: NonNullable<ChartPoint['tone']>): string => light[TONE_TOKENS[tone]]

export const word = (label: Pick<Label, 'x' | 'y' | 'text'> & Partial<Label>): Label => ({
  size: SMALL,
  color: SOFT,
  anchor: 'start',
  ...label,
})

export const cut = (text: string, limit: number): string =>
  text.length <= limit ? text : `${text.slice(0, Math.max(1, limit - 1))}…`

/**
 * Lays out the title and the summary in as many lines as needed.
 *
 * @returns the labels, and the y position below them.
 */
export function headWords(
  { title, summary, left }: Pick<ChartModel, 'title' | 'summary' | 'left'>,
  width: number,
): {
  labels: Label[]
  bottom: number
} {
  const titles = wrapped(title, Math.floor((width - 2 * SIDE) / TITLE_CHARACTER))
  const lines = wrapped([summary, left ?? ''].filter((part) => part !== '').join(' '), charactersOf(width))
  const below = 22 + Math.max(0, titles.length - 1) * TITLE_LINE
  return {
    labels: [
      ...titles.map((text, at) => word({ x: SIDE, y: 22 + at * TITLE_LINE, text, size: 14, color: INK })),
      ...lines.map((text, at) => word({ x: SIDE, y: below + 20 + at * SMALL_LINE, text })),
    ],
    bottom: below + 42 + Math.max(0, lines.length - 1) * SMALL_LINE,
  }
}

/** Lays out the names of several series with their colors; nothing for a single series. */
export function legendWords(
  series: readonly ChartSeries[],
  { top, width }: { top: number; width: number },
): { boxes: Box[]; labels: Label[]; height: number } {
  if (series.length < 2) return { boxes: [], labels: [], height: 0 }
  const boxes: Box[] = []
  const labels: Label[] = []
  let x = SIDE
  let y = top
  for (const one of series) {
    const text = cut(one.name, Math.min(60, charactersOf(width) - 3))
    const wide = 16 + text.length * CHARACTER + 16
    if (x > SIDE && x + wide > width) {
      x = SIDE
      y += SMALL_LINE
    }
    boxes.push({ x, y: y - 8, width: 10, height: 10, fill: seriesFill(one) })
    labels.push(word({ x: x + 16, y: y + 1, text }))
    x += wide
  }
  return { boxes, labels, height: y - top + SMALL_LINE }
}

/** Splits a text between words into lines of limited length. */
function wrapped(text: string, max: number): string[] {
  const lines: string[] = []
  let line = ''
  for (const part of text.split(/\s+/)) {
    if (line !== '' && line.length + 1 + part.length > max) {
      lines.push(line)
      line = part
    } else line = line === '' ? part : `${line} ${part}`
  }
  return [...lines, cut(line, max)].filter((one) => one !== '')
}
