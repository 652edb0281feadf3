import { formatRatio, MISSING } from '@assay/domain/compare/format-cell'
import type { Cell, Grid, GridTable } from '@assay/domain/compare/grid'
import { columnHeaders } from '@assay/domain/compare/page-grid/header-levels'
import { cellTint } from '@assay/domain/compare/render/cell-tint'
import { heatCell } from '@assay/domain/compare/render/heat-map'
import { cellFormatter, tableTitle } from '@assay/domain/compare/render/shown-table'
import type { FigureColor, FigureTheme } from '../scales/figure-theme.ts'
import { type FigurePen, figurePen, fitText, textWidth } from './figure-svg.ts'
import type { FigureText } from './pair-figure.ts'

const PADDING = 20
const ROW = 20
const MAX_NAME = 280
const MIN_COLUMN = 48
const MAX_COLUMN = 110
const HEAT_COLUMN = 38
/** A table with more columns is a heat map, as on the page. */
const MAX_NUMBER_COLUMNS = 12
/** Rows of a figure; exports have all. */
const MAX_ROWS = 300

/** Draws the tables of a comparison as one figure, with the colors and numbers of the page. */
export function gridFigure(grid: Grid, { title, subtitle }: FigureText, theme: FigureTheme): string {
  const pen = figurePen(theme)
  const shapes = grid.tables.map((table) => shapeOf(grid, table))
  const width = Math.max(480, ...shapes.map((shape) => shape.right + PADDING))
  pen.text({ x: PADDING, y: 34 }, fitText(title, width - 2 * PADDING, 17), { size: 17, weight: 650 })
  pen.text({ x: PADDING, y: 54 }, fitText(subtitle, width - 2 * PADDING), { color: 'ink-soft' })
  let y = 66
  let left = MAX_ROWS
  let drawn = 0
  for (const [index, table] of grid.tables.entries()) {
    const shape = shapes[index]
    const rows = table.groups.reduce((sum, group) => sum + group.rows.length, 0)
    if (shape === undefined || rows > left) break
    left -= rows
    drawn += 1
    y = drawTable(pen, { grid, table, shape, top: y })
  }
  const undrawn = grid.tables.length - drawn
  if (undrawn > 0) {
    const note = `${undrawn} of ${grid.tables.length} tables are not drawn: a figure has at most ${MAX_ROWS} rows.`
    pen.text({ x: PADDING, y: y + 14 }, note, { color: 'ink-faint' })
    y += 14
  }
  return pen.finish({ width, height: y + PADDING }, title)
}

type Shape = { isHeat: boolean; name: number; column: number; right: number }

function shapeOf({ show, rowDimensions }: Grid, { columns, groups }: GridTable): Shape {
  const isHeat = show === 'relative' && columns.length > MAX_NUMBER_COLUMNS
  const names = groups.flatMap(({ rows }) => rows.map(({ label }) => label)).concat(rowDimensions.join(', '))
  const name = Math.min(MAX_NAME, Math.max(80, ...names.map((label) => textWidth(label) + 16)))
  const heads = columns.map(({ values }) => textWidth(values.at(-1) ?? '', 11) + 14)
  const widest = Math.min(MAX_COLUMN, Math.max(MIN_COLUMN, ...heads)) * (show === 'both' ? 1.6 : 1)
  const column = isHeat ? HEAT_COLUMN : widest
  return { isHeat, name, column, right: PADDING + name + column * columns.length }
}

type Drawing = { grid: Grid; table: GridTable; shape: Shape; top: number }

function drawTable(pen: FigurePen, { grid, table, shape, top }: Drawing): number {
  const { name, column, right, isHeat } = shape
  const base = grid.show === 'absolute' || table.baseLabel === null ? '' : `relative to ${table.baseLabel}`
  const caption = [tableTitle(grid, table), base].filter((part) => part !== '').join(', ')
  let y = top
  if (caption !== '') {
    pen.text({ x: PADDING, y: y + 18 }, fitText(caption, right - PADDING), { weight: 600 })
    y += 26
  }
  for (const { cells } of columnHeaders(table.columns).levels) {
    for (const { value, span, firstColumn } of cells) {
      const x = PADDING + name + column * (firstColumn + span / 2)
      pen.text({ x, y: y + 14 }, fitText(value, column * span - 4, isHeat ? 10 : 11), {
        anchor: 'middle',
        size: isHeat ? 10 : 11,
        color: 'ink-soft',
        weight: table.columns[firstColumn]?.isBase === true ? 650 : 400,
      })
    }
    y += 19
  }
  pen.line({ x: PADDING, y: y + 1 }, { x: right, y: y + 1 }, 'line-strong')
  const format = cellFormatter(table)
  const textOf = (cell: Cell) =>
    grid.show === 'both' ? `${format(cell, 'absolute')} (${format(cell, 'relative')})` : format(cell, grid.show)
  for (const group of table.groups) {
    if (group.name !== null) {
      pen.text({ x: PADDING, y: y + 19 }, group.name, { weight: 620 })
      y += 24
    }
    for (const { label, cells } of group.rows) {
      pen.text({ x: PADDING, y: y + 14 }, fitText(label, name))
      for (const [at, cell] of cells.entries()) {
        const box = { x: PADDING + name + column * at + 1, y: y + 1, width: column - 2, height: ROW - 2 }
        drawCell(pen, cell, box, isHeat ? null : textOf(cell))
      }
      y += ROW
    }
  }
  return y + 12
}

type Box = { x: number; y: number; width: number; height: number }

/** @param text of the cell; null in a heat map, which has the ratios of clear changes alone. */
function drawCell(pen: FigurePen, cell: Cell, box: Box, text: string | null): void {
  const { fill, ink, stroke } = text === null ? heatColors(cell) : tintColors(cell)
  if (fill !== null) pen.rect(box, fill, stroke)
  const at = { x: box.x + box.width / 2, y: box.y + 13 }
  if (text !== null) pen.text(at, cell.value === null ? MISSING : text, { anchor: 'middle', color: ink })
  else if (heatCell(cell).isNumbered)
    pen.text(at, formatRatio(cell.ratio), { anchor: 'middle', size: 10, color: ink, weight: 600 })
}

type Colors = { fill: FigureColor | null; ink: FigureColor; stroke?: FigureColor }

/** Colors of a cell in a heat map of a file. */
export function heatColors(cell: Cell): Colors {
  const { state, step, tone } = heatCell(cell)
  if (state === 'missing') return { fill: null, ink: 'ink-faint' }
  if (state === 'base' || state === 'nothing to compare' || state === 'not judged')
    return { fill: 'surface', ink: 'ink-faint', stroke: 'line-strong' }
  if (state === 'no change') return { fill: 'hover', ink: 'ink-faint' }
  // An inconclusive cell is outlined and not filled, because a file has no hatching.
  if (state === 'inconclusive')
    return { fill: 'surface', ink: 'ink-soft', stroke: tone === 'none' ? 'line-strong' : `${tone}-3` }
  if (tone === 'none') return { fill: 'hover', ink: 'ink-soft' }
  const tint = step === 4 ? 4 : step === 3 ? 3 : step === 2 ? 2 : 1
  return { fill: `${tone}-${tint}`, ink: tint === 4 ? `${tone}-4-on` : `${tone}-on` }
}

function tintColors(cell: Cell): Colors {
  const tint = cellTint(cell)
  if (cell.value === null || tint === 'plain') return { fill: null, ink: cell.value === null ? 'ink-faint' : 'ink' }
  if (tint === 'base' || tint === 'excluded') return { fill: 'hover', ink: 'ink-soft' }
  const tone = tint.startsWith('worse') ? 'worse' : 'better'
  const step = tint.endsWith('1') ? 1 : tint.endsWith('2') ? 2 : 3
  return { fill: `${tone}-${step}`, ink: `${tone}-on` }
}
