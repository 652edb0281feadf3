import { isExcluded } from '../band.ts'
import type { DimensionName } from '../dimension.ts'
import type { AxisKey, Cell, Grid, GridRow, GridTable } from '../grid.ts'
import { labelSubjects } from './subject-labels.ts'
import type { CellRef } from './tldr.ts'

/** An item that was measured in every subject, such as a test, with its cells in the order of the subjects. */
export type Item = { label: string; group: string | null; cells: readonly (ItemCell | null)[] }

/** A cell that has a ratio and is not excluded. */
export type ItemCell = { cell: Cell; ratio: number; ref: CellRef }

export type Subject = AxisKey & { isBase: boolean }

/** Several subjects, such as versions, over the same items; sentences are derived from a block. */
export type Block = {
  /** Title that distinguishes it from other blocks: its table and metric. */
  title: string
  metric: string
  subjectDimensions: readonly DimensionName[]
  itemDimensions: readonly DimensionName[]
  /** True when labels repeat between groups, as tests do under each compiler. */
  groupsDiffer: boolean
  subjects: readonly Subject[]
  baseLabel: string | null
  items: readonly Item[]
}

/**
 * Splits a grid into blocks. Subjects are columns, or rows if the base is a row. Tables whose base is a row are one
 * block, because table and column distinguish their items.
 */
export function blocksOf(grid: Grid): Block[] {
  const judged = grid.tables.map((table, index) => ({ table, index })).filter(({ table }) => table.better !== 'neither')
  const severalMetrics = new Set(grid.tables.map(({ metric }) => metric)).size > 1
  const byRows = judged.filter(({ table }) => baseIsRow(table))
  const byColumns = judged.filter(({ table }) => !baseIsRow(table))
  const blocks = [
    ...[...Map.groupBy(byColumns, togetherBy).values()].flatMap(([first, ...others]) => {
      if (first === undefined) return []
      if (others.length > 0) return [singleRowsBlock(grid, [first, ...others], severalMetrics)]
      return [columnBlock(grid, first.table, first.index, severalMetrics)]
    }),
    ...(grid.columnDimensions.includes('test')
      ? byRows.map((placed) => testsBlock(grid, placed, severalMetrics))
      : [...Map.groupBy(byRows, ({ table }) => table.metric).values()].map((tables) =>
          rowBlock(grid, tables, severalMetrics),
        )),
  ]
  return blocks.map(withKnownLabels)
}

/** Subjects and base without the values that are not known. */
function withKnownLabels(block: Block): Block {
  const subjects = labelSubjects(block.subjectDimensions, block.subjects)
  const base = block.subjects.findIndex(({ label }) => label === block.baseLabel)
  return { ...block, subjects, baseLabel: subjects[base]?.label ?? block.baseLabel }
}

export const rowsOf = ({ groups }: GridTable): GridRow[] => groups.flatMap(({ rows }) => rows)

const baseIsRow = (table: GridTable) =>
  !table.columns.some(({ isBase }) => isBase) && rowsOf(table).some(({ isBase }) => isBase)

function columnBlock(grid: Grid, table: GridTable, index: number, severalMetrics: boolean): Block {
  return {
    title: titled(table.key.label, severalMetrics ? table.metric : ''),
    metric: table.metric,
    subjectDimensions: grid.columnDimensions,
    itemDimensions: grid.rowDimensions,
    groupsDiffer: false,
    subjects: table.columns,
    baseLabel: table.baseLabel,
    items: rowsOf(table).map(({ label, group, cells }, row) => ({
      label: label === '' ? 'all results' : label,
      group,
      cells: cells.map((cell, column) => itemCell(cell, { table: index, row, column })),
    })),
  }
}

type Placed = { table: GridTable; index: number }

/** Key that tables with the same single row and the same columns share; other tables have a key of their own. */
function togetherBy({ table, index }: Placed): string {
  const [only, ...others] = rowsOf(table)
  if (only === undefined || others.length > 0 || table.key.label === '') return String(index)
  return JSON.stringify([table.metric, only.label, table.baseLabel, table.columns.map(({ label }) => label)])
}

/** A block of tables with one row each, such as a table per test; the names of the tables distinguish the items. */
function singleRowsBlock(grid: Grid, tables: readonly [Placed, ...Placed[]], severalMetrics: boolean): Block {
  const block = columnBlock(grid, tables[0].table, 0, severalMetrics)
  return {
    ...block,
    title: severalMetrics ? block.metric : '',
    itemDimensions: [],
    items: tables.map(({ table, index }) => ({
      label: table.key.label,
      group: null,
      cells: (rowsOf(table)[0]?.cells ?? []).map((cell, column) => itemCell(cell, { table: index, row: 0, column })),
    })),
  }
}

function rowBlock(grid: Grid, tables: readonly Placed[], severalMetrics: boolean): Block {
  const subjects = new Map<string, Subject>()
  for (const { table } of tables)
    for (const { label, values, isBase } of rowsOf(table)) {
      if (!subjects.has(label)) subjects.set(label, { label, values, isBase })
    }
  const bases = new Set(tables.map(({ table }) => table.baseLabel))
  return {
    title: severalMetrics ? (tables[0]?.table.metric ?? '') : '',
    metric: tables[0]?.table.metric ?? '',
    subjectDimensions: grid.rowDimensions,
    itemDimensions: grid.columnDimensions,
    groupsDiffer: true,
    subjects: [...subjects.values()],
    baseLabel: bases.size === 1 ? (tables[0]?.table.baseLabel ?? null) : 'the first row',
    items: tables.flatMap(({ table, index }) =>
      table.columns.map((column, at): Item => {
        const byLabel = new Map(rowsOf(table).map(({ label, cells }, row) => [label, { cell: cells[at], row }]))
        return {
          label: table.key.label === '' ? column.label : table.key.label,
          group: table.key.label === '' || table.columns.length === 1 ? null : column.label,
          cells: [...subjects.keys()].map((label) => {
            const found = byLabel.get(label)
            return found?.cell ? itemCell(found.cell, { table: index, row: found.row, column: at }) : null
          }),
        }
      }),
    ),
  }
}

/**
 * A block of a table with tests on columns, such as the steps of a machine. Its name is stated once, and each step by
 * its own name.
 */
function testsBlock(grid: Grid, { table, index }: Placed, severalMetrics: boolean): Block {
  return {
    ...rowBlock(grid, [{ table, index }], severalMetrics),
    title: titled(table.key.label, severalMetrics ? table.metric : ''),
    groupsDiffer: false,
    items: table.columns.map((column, at): Item => {
      const cells = rowsOf(table).map((row, position) => {
        const cell = row.cells[at]
        return cell === undefined ? null : itemCell(cell, { table: index, row: position, column: at })
      })
      return { label: column.label, group: null, cells }
    }),
  }
}

function itemCell(cell: Cell, ref: CellRef): ItemCell | null {
  return cell.ratio === null || isExcluded(cell.footnotes) ? null : { cell, ratio: cell.ratio, ref }
}

const titled = (...parts: string[]) => parts.filter((part) => part !== '').join(', ')
