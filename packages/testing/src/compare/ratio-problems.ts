import { RATIO_DIGITS } from '@assay/domain/compare/band'
import { PER_CLIENT_NOTE } from '@assay/domain/compare/cells/per-client'
import type { Comparison } from '@assay/domain/compare/comparison'
import { formatRatio } from '@assay/domain/compare/format-cell'
import type { Cell, Grid, GridTable } from '@assay/domain/compare/grid'
import { dependentDimensions, namedBase } from '@assay/domain/compare/points-needed'
import { cellFormatter } from '@assay/domain/compare/render/shown-table'
import { roundHalfEven } from '@assay/domain/stats/round-half-even'

/**
 * Sentences about violations of the rule that a ratio is the value divided by the base that is shown:
 *
 * - the unrounded ratio is the unrounded value / the unrounded base value (rounded values with `asPublished`);
 * - the base value is the value of a cell that is marked as base: in the same row if columns are marked, in the same
 *   column if rows are, anywhere in the marked lines or table if a dependent dimension or `first-cell` allows it;
 * - a base is 1.00 to itself;
 * - the shown ratio agrees with the shown value and base value within the rounding of all three.
 *
 * For ratios of totals (per-client.ts) any factor is accepted, because the cell states it.
 */
export function ratioProblems(grid: Grid, comparison: Pick<Comparison, 'asPublished' | 'base'>): string[] {
  return grid.tables.flatMap((table) => tableProblems(grid, table, comparison))
}

/** Number of ratios in a grid. */
export const countRatios = ({ tables }: Grid): number =>
  tables.flatMap(rowsOf).reduce((count, { cells }) => count + cells.filter(({ ratio }) => ratio !== null).length, 0)

const rowsOf = ({ groups }: GridTable) => groups.flatMap(({ rows }) => rows)

function tableProblems(
  { rowDimensions, columnDimensions }: Grid,
  table: GridTable,
  { asPublished, base }: Pick<Comparison, 'asPublished' | 'base'>,
): string[] {
  const depends = dependentDimensions(namedBase(base))
  const rows = rowsOf(table)
  const format = cellFormatter(table)
  const bases = rows.flatMap(({ cells }) => cells.filter(({ isBase, value }) => isBase && value !== null))
  return rows.flatMap((row) =>
    row.cells.flatMap((cell, column) => {
      if (cell.ratio === null || cell.value === null || cell.baseValue === null) return []
      const at = `${table.key.label} | ${row.label} | ${table.columns[column]?.label}: `
      const inRow = rowDimensions.some(depends.has)
        ? bases
        : row.cells.filter(({ isBase, value }) => isBase && value !== null)
      const inColumn = columnDimensions.some(depends.has)
        ? bases
        : rows.flatMap(({ cells }) => cells[column] ?? []).filter((one) => one.isBase && one.value !== null)
      const shownBases = table.columns.some(({ isBase }) => isBase)
        ? inRow
        : rows.some(({ isBase }) => isBase)
          ? inColumn
          : base.kind === 'first-cell'
            ? bases
            : null
      return [
        ...divisionProblems(cell, asPublished),
        ...(shownBases !== null && !shownBases.some(({ value }) => value === cell.baseValue)
          ? [`divided by ${cell.baseValue}, but the base in the table is ${shownBases.map(({ value }) => value)}`]
          : []),
        ...(isMarked(table, row.isBase, column) && cell.ratio !== 1 ? [`a base is ${cell.ratio} to itself`] : []),
        ...roundingProblems(cell, format(cell, 'absolute'), format({ ...cell, value: cell.baseValue }, 'absolute')),
      ].map((problem) => at + problem)
    }),
  )
}

const isMarked = ({ columns }: GridTable, isBaseRow: boolean, column: number) =>
  isBaseRow || columns[column]?.isBase === true

const isOfTotals = ({ footnotes }: Cell) => footnotes.some(({ code }) => code === PER_CLIENT_NOTE.code)

function divisionProblems(cell: Cell, asPublished: boolean): string[] {
  const { value, baseValue, ratio } = cell
  if (isOfTotals(cell) || value === null || baseValue === null) return []
  const exact = value / baseValue
  const expected = asPublished ? roundHalfEven(exact, RATIO_DIGITS) : exact
  return ratio === expected ? [] : [`${value} / ${baseValue} is ${expected}, not ${ratio}`]
}

/** Checks that the shown ratio is within the rounding of value and base value. */
function roundingProblems(cell: Cell, shownValue: string, shownBase: string): string[] {
  if (isOfTotals(cell)) return []
  const [value, base] = [intervalOf(shownValue), intervalOf(shownBase)]
  if (base.low <= 0 || value.low < 0) return []
  const ratio = intervalOf(formatRatio(cell.ratio))
  const slack = 1e-9
  const [low, high] = [value.low / base.high, value.high / base.low]
  return ratio.low <= high + slack && ratio.high >= low - slack
    ? []
    : [`${formatRatio(cell.ratio)} is shown for ${shownValue} / ${shownBase}`]
}

function intervalOf(shown: string): { low: number; high: number } {
  const half = 0.5 * 10 ** -(shown.split('.')[1]?.length ?? 0)
  return { low: Number(shown) - half, high: Number(shown) + half }
}
