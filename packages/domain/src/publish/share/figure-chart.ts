import { changeBand } from '../../compare/change-band.ts'
import type { Grid, GridTable } from '../../compare/grid.ts'
import { tableTitle } from '../../compare/render/shown-table.ts'
import { rowsOf } from '../../compare/tldr/tldr-blocks.ts'
import type { ChartModel } from '../chart/chart-model.ts'

/** Maximum bars of a readable chart; the table has all rows. */
const MAX_BARS = 40
/** Maximum charts of one figure. */
const MAX_CHARTS = 6

/** Charts of a frozen comparison: a bar for each row of the last column, as a ratio if it has a base. */
export function figureCharts(grid: Grid): ChartModel[] {
  return grid.tables.slice(0, MAX_CHARTS).flatMap((table, index) => chartOf(grid, table, index) ?? [])
}

function chartOf(grid: Grid, table: GridTable, index: number): ChartModel | null {
  const column = table.columns.findLastIndex(({ isBase }) => !isBase)
  const head = table.columns[column]
  if (head === undefined) return null
  const isRelative = grid.show !== 'absolute'
  const bars = rowsOf(table).flatMap(({ label, cells }) => {
    const cell = cells[column]
    const value = isRelative ? cell?.ratio : cell?.value
    return cell === undefined || value == null ? [] : [{ label, value, band: changeBand(cell) }]
  })
  if (bars.length < 2) return null
  const shown = bars.slice(0, MAX_BARS)
  const title = [tableTitle(grid, table), head.label].filter((part) => part !== '').join(': ')
  return {
    id: `chart-${index + 1}`,
    title,
    summary:
      isRelative && table.baseLabel !== null ? `Relative to ${table.baseLabel}.` : `${table.metric}, ${table.unit}.`,
    draw: 'rows',
    x: { kind: 'ordered', label: 'row', places: shown.map(({ label }) => ({ name: label })) },
    y: {
      label: table.metric,
      unit: isRelative ? '' : table.unit,
      better: table.better,
      format: isRelative ? 'ratio' : 'value',
    },
    series: [
      {
        name: head.label,
        color: 1,
        points: shown.map(({ value, band }, x) => ({
          x,
          y: value,
          tone: band === 'worse' || band === 'better' ? band : 'plain',
        })),
      },
    ],
    ...(isRelative ? { marks: [{ axis: 'y', at: 1, label: '1.00' }] } : {}),
    ...(bars.length > shown.length ? { left: `${shown.length} of ${bars.length} rows are drawn.` } : {}),
  }
}
