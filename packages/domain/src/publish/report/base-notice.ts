import { closestValues } from '../../compare/base/choose-base.ts'
import type { Comparison } from '../../compare/comparison.ts'
import { type DimensionName, inOrderOfChoice } from '../../compare/dimension.ts'
import type { Cell, Grid, GridRow, GridTable } from '../../compare/grid.ts'
import { dependentDimensions, type NamedBase, namedBase } from '../../compare/points-needed.ts'
import { flatElements } from '../../compare/studies/pages/study-page.ts'
import { plural } from '../../plural.ts'
import type { SharedFigure } from '../share/shared-content.ts'

/** Day since which a base resolves to one set of repeats for each cell (docs/decisions/120). */
const NOTICE_DATE = '2026-11-22'

/**
 * A dated notice for a figure that was frozen with ratios to another base than its table shows, or to one of several
 * bases that matched; otherwise null. It is derived from the frozen figure, which is not changed.
 */
export function baseNotice(figure: SharedFigure): string | null {
  const ratios = gridsOf(figure).reduce((count, { grid, comparison }) => count + wrongRatios(grid, comparison), 0)
  if (ratios === 0) return null
  const those = plural(ratios, 'ratio of this figure is', 'ratios of this figure are')
  return `Notice of ${NOTICE_DATE}: ${those} not relative to the base that the table shows, because several results matched the base. The frozen figures and their hash are unchanged; the comparison itself is corrected.`
}

function gridsOf(figure: SharedFigure): { grid: Grid; comparison: Comparison }[] {
  if (figure.format === 1) return [figure]
  return flatElements(figure.page.parts).flatMap(({ part }) => (part.kind === 'grid' ? [part] : []))
}

/** Number of ratios whose divisor is not the base shown in their table, or is one of several matching bases. */
function wrongRatios(grid: Grid, { base }: Comparison): number {
  const named = namedBase(base)
  if (named.length === 0) return 0
  const axes = { rows: grid.rowDimensions, columns: grid.columnDimensions }
  return grid.tables.reduce((count, table) => count + wrongIn(table, axes, named), 0)
}

type FrozenAxes = Record<'rows' | 'columns', readonly DimensionName[]>

function wrongIn(table: GridTable, axes: FrozenAxes, named: readonly NamedBase[]): number {
  const depends = dependentDimensions(named)
  const shown = [...axes.rows, ...axes.columns]
  const isNamed = (dimension: DimensionName) => named.some((entry) => entry.dimension === dimension)
  const rows = table.groups.flatMap((group) => group.rows)
  const cells = rows.flatMap((row) => row.cells.map((cell, column): BaseCell => ({ row, column, cell })))
  const bases = cells.filter(({ row, column, cell }) => isShownBase(table, row, column, cell))
  if (bases.length === 0) return 0
  return cells.filter((own) => own.cell.ratio !== null && !own.cell.isBase && isWrong(own, bases)).length

  function isWrong(own: BaseCell, all: readonly BaseCell[]): boolean {
    const fixed = shown.filter((dimension) => !isNamed(dimension) && !depends.has(dimension))
    let left = all.filter((base) => fixed.every((dimension) => valueAt(own, dimension) === valueAt(base, dimension)))
    for (const dimension of shown.filter(depends.has).sort(inOrderOfChoice)) {
      const values = closestValues(
        new Set(left.map((base) => valueAt(base, dimension))),
        dimension,
        valueAt(own, dimension),
      )
      left = left.filter((base) => values.has(valueAt(base, dimension)))
    }
    return left.length !== 1 || left[0]?.cell.value !== own.cell.baseValue
  }

  function valueAt({ row, column }: BaseCell, dimension: DimensionName): string {
    const at = axes.rows.indexOf(dimension)
    return (at >= 0 ? row.values[at] : table.columns[column]?.values[axes.columns.indexOf(dimension)]) ?? ''
  }
}

type BaseCell = { row: GridRow; column: number; cell: Cell }

const isShownBase = ({ columns }: GridTable, row: GridRow, column: number, { isBase, value }: Cell): boolean =>
  isBase && value !== null && (row.isBase || columns[column]?.isBase === true)
