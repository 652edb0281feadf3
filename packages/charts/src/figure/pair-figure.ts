import type { MarkState, PairMark, PairTable } from '@assay/domain/compare/pairs/pair-table'
import type { FigureColor, FigureTheme } from '../scales/figure-theme.ts'
import { type FigurePen, figurePen, fitText } from './figure-svg.ts'
import { shortLabels } from './short-labels.ts'

const PADDING = 20
const NAME = 230
const PLOT = 380
const OLDER = 58
const NEWEST = 72
const COMPANION = 76
const ROW = 22
const GROUP = 30

export type FigureText = { title: string; subtitle: string }

/** Draws the plot and table of two to four versions as one figure for a blog, with the marks of the page. */
export function pairFigure(tables: readonly PairTable[], { title, subtitle }: FigureText, theme: FigureTheme): string {
  const pen = figurePen(theme)
  const width = Math.max(...tables.map(widthOf))
  pen.text({ x: PADDING, y: 34 }, fitText(title, width - 2 * PADDING, 17), { size: 17, weight: 650 })
  pen.text({ x: PADDING, y: 54 }, fitText(subtitle, width - 2 * PADDING), { color: 'ink-soft' })
  let y = 72
  for (const table of tables) y = drawTable(pen, table, y)
  return pen.finish({ width, height: y + PADDING - 8 }, title)
}

const widthOf = ({ candidates, companions }: PairTable) =>
  2 * PADDING + NAME + PLOT + OLDER * (candidates.length - 1) + NEWEST + COMPANION * companions.length

const plotX = (at: number) => PADDING + NAME + 10 + at * (PLOT - 30)

/** Right edges of the columns of candidates and companions. */
function edgesOf({ candidates, companions }: PairTable): { candidates: number[]; companions: number[] } {
  const start = PADDING + NAME + PLOT
  const newest = start + OLDER * (candidates.length - 1) + NEWEST
  return {
    candidates: candidates.map((_, at) => (at === candidates.length - 1 ? newest : start + OLDER * (at + 1))),
    companions: companions.map((_, at) => newest + COMPANION * (at + 1)),
  }
}

type Edges = ReturnType<typeof edgesOf>

function drawTable(pen: FigurePen, table: PairTable, top: number): number {
  const { title, groups } = table
  const edges = edgesOf(table)
  const right = edges.companions.at(-1) ?? edges.candidates.at(-1) ?? 0
  const height = groups.reduce((sum, { name, rows: own }) => sum + own.length * ROW + (name === null ? 0 : GROUP), 0)
  const head = top + (title === '' ? 26 : 46)
  if (title !== '') pen.text({ x: PADDING, y: top + 14 }, title, { size: 13, weight: 600 })
  drawScale(pen, table, { head, height })
  drawHeads(pen, table, edges, head)
  pen.line({ x: PADDING, y: head }, { x: right, y: head }, 'line-strong')
  let y = head
  for (const { name, rows, means } of groups) {
    if (name !== null) {
      drawGroupHead(pen, { name, means }, edges, y)
      y += GROUP
    }
    for (const row of rows) {
      drawRow(pen, row, edges, y)
      y += ROW
      pen.line({ x: PADDING, y }, { x: right, y }, 'line')
    }
  }
  return y + 30
}

/** The band without changes, the line of the base, and the ratios above the plot. */
function drawScale(
  pen: FigurePen,
  { metric, baseLabel, scale }: PairTable,
  { head, height }: { head: number; height: number },
): void {
  const { band, ticks } = scale
  const from = plotX(band.from)
  pen.rect({ x: from, y: head, width: plotX(band.to) - from, height: height + 6 }, 'hover')
  pen.line({ x: plotX(0.5), y: head }, { x: plotX(0.5), y: head + height + 6 }, 'line-strong')
  pen.text({ x: PADDING, y: head - 8 }, fitText(`${metric} ÷ ${baseLabel}`, NAME), { color: 'ink-faint', size: 11 })
  for (const { ratio, at } of ticks) {
    const style = ratio === 1 ? { color: 'ink' as const, weight: 650 } : { color: 'ink-faint' as const, weight: 400 }
    pen.text({ x: plotX(at), y: head - 8 }, ratio.toFixed(1), { anchor: 'middle', size: 11, ...style })
  }
}

function drawHeads(pen: FigurePen, { candidates, companions }: PairTable, edges: Edges, head: number): void {
  for (const [at, label] of shortLabels(candidates.map((one) => one.label)).entries()) {
    const isNewest = at === candidates.length - 1
    const style = { anchor: 'end', weight: isNewest ? 650 : 400, color: isNewest ? 'ink' : 'ink-faint' } as const
    pen.text({ x: edges.candidates[at] ?? 0, y: head - 8 }, fitText(label, isNewest ? NEWEST : OLDER), style)
  }
  for (const [at, { label }] of companions.entries()) {
    pen.text({ x: edges.companions[at] ?? 0, y: head - 8 }, label, { anchor: 'end', color: 'ink-faint', size: 11 })
  }
}

type Group = PairTable['groups'][number]

function drawGroupHead(
  pen: FigurePen,
  { name, means }: { name: string; means: Group['means'] },
  edges: Edges,
  y: number,
): void {
  pen.text({ x: PADDING, y: y + 21 }, name, { weight: 620 })
  const mean = means.at(-1)
  if (mean != null) drawDiamond(pen, plotX(mean.at), y + 17)
  for (const [at, one] of means.entries()) {
    if (one !== null) pen.text({ x: edges.candidates[at] ?? 0, y: y + 21 }, one.text, { anchor: 'end', weight: 600 })
  }
}

function drawRow(pen: FigurePen, { label, marks, companions }: Group['rows'][number], edges: Edges, y: number): void {
  pen.text({ x: PADDING, y: y + 16 }, fitText(label, NAME))
  for (const mark of marks.slice(0, -1)) drawOlder(pen, mark, y + ROW / 2)
  const newest = marks.at(-1)
  if (newest !== undefined) drawNewest(pen, newest, y + ROW / 2)
  for (const [at, mark] of marks.entries())
    drawRatio(pen, mark, { x: edges.candidates[at] ?? 0, y: y + 16 }, mark === newest)
  for (const [at, { text, state }] of companions.entries()) {
    const color = verdictColor(state, 'ink-soft')
    pen.text({ x: edges.companions[at] ?? 0, y: y + 16 }, text, { anchor: 'end', color })
  }
}

/** Only changes have the color of their verdict. */
export const verdictColor = (state: MarkState, otherwise: FigureColor): FigureColor =>
  state === 'regression' ? 'worse' : state === 'improvement' ? 'better' : otherwise

function drawRatio(pen: FigurePen, { text, state }: PairMark, at: { x: number; y: number }, isNewest: boolean): void {
  const isChange = state === 'regression' || state === 'improvement'
  pen.text(at, text, {
    anchor: 'end',
    color: verdictColor(state, isNewest ? 'ink' : 'ink-soft'),
    weight: isNewest && isChange ? 650 : 400,
  })
  if (!isNewest) return
  const x = at.x - 44
  if (state === 'regression') pen.path(`M${x - 4} ${at.y - 8}h8l-4 7z`, 'worse')
  if (state === 'improvement') pen.path(`M${x - 4} ${at.y - 1}h8l-4-7z`, 'better')
  if (state === 'inconclusive') pen.circle({ x, y: at.y - 4 }, 3, 'surface', 'ink-faint')
}

function drawOlder(pen: FigurePen, { at, outside }: PairMark, y: number): void {
  if (at !== null && outside === null) pen.circle({ x: plotX(at), y }, 3, 'surface', 'ink-faint')
}

function drawNewest(pen: FigurePen, { at, from, to, outside, state }: PairMark, y: number): void {
  if (at === null) return
  const color = verdictColor(state, 'ink-faint')
  const x = plotX(at)
  if (from !== null && to !== null) pen.line({ x: plotX(from), y }, { x: plotX(to), y }, color, 1.5)
  if (outside === 'left') pen.path(`M${x} ${y}l8-5v10z`, color)
  else if (outside === 'right') pen.path(`M${x} ${y}l-8-5v10z`, color)
  else if (state === 'inconclusive') pen.circle({ x, y }, 3.5, 'surface', 'ink-faint')
  else pen.circle({ x, y }, state === 'no change' || state === 'not judged' ? 3.5 : 4.5, color)
}

const drawDiamond = (pen: FigurePen, x: number, y: number) => pen.path(`M${x} ${y - 5}l5 5l-5 5l-5-5z`, 'ink-soft')
