import { axisLabel, dimensionWord, valueLabel } from '../axis-label.ts'
import type { Context } from '../context.ts'
import type { DimensionName } from '../dimension.ts'
import { type Axes, type PivotTable, valuesOfId } from '../pivot.ts'
import type { Footnote, Point } from '../point.ts'
import { type DependentDimensions, dependentDimensions, type NamedBase } from '../points-needed.ts'
import { baseNote } from './base-note.ts'
import type { BaseResolution, BaseResolver, CellId } from './resolve-base.ts'

/** The base of one cell: its results, and a note if it needs an explanation. */
type CellBase = { points: readonly Point[]; note: Footnote | null }

/** The base of one table and of each of its cells. */
export type TableBase = {
  /** Text such as "12.22 x10a_c32r128"; null without a base. */
  label: string | null
  of(row: string, column: string): CellBase
  isRow(row: string): boolean
  isColumn(column: string): boolean
  isCell(row: string, column: string): boolean
}

/** A table with the ids of its rows and columns in display order. */
export type OrderedTable = PivotTable & { id: string; rowIds: readonly string[]; columnIds: readonly string[] }

const never = () => false
const NO_POINTS: CellBase = { points: [], note: null }
const NO_BASE: TableBase = { label: null, of: () => NO_POINTS, isRow: never, isColumn: never, isCell: never }

/** Finds the base of every cell of one table. */
export function findTableBase(table: OrderedTable, resolver: BaseResolver, context: Context): TableBase {
  switch (context.comparison.base.kind) {
    case 'none':
      return NO_BASE
    case 'first-row':
      return firstRowBase(table, context.axes)
    case 'first-column':
      return firstColumnBase(table, context.axes)
    case 'first-cell':
      return firstCellBase(table, context.axes)
    case 'target':
      return { ...NO_BASE, label: 'the target rate' }
    case 'values':
      return namedTableBase(table, resolver, context)
  }
}

function firstRowBase(table: OrderedTable, axes: Axes): TableBase {
  const first = table.rowIds[0]
  if (first === undefined) return NO_BASE
  return {
    label: axisLabel(axes.rows, table.rows.get(first) ?? []),
    of: (_row, column) => ({ points: table.cells.get(first)?.get(column) ?? [], note: null }),
    isRow: (row) => row === first,
    isColumn: never,
    isCell: (row) => row === first,
  }
}

function firstColumnBase(table: OrderedTable, axes: Axes): TableBase {
  const first = table.columnIds[0]
  if (first === undefined) return NO_BASE
  return {
    label: axisLabel(axes.columns, table.columns.get(first) ?? []),
    of: (row) => ({ points: table.cells.get(row)?.get(first) ?? [], note: null }),
    isRow: never,
    isColumn: (column) => column === first,
    isCell: (_row, column) => column === first,
  }
}

/** The base is the first cell of the first column that has a result. */
function firstCellBase(table: OrderedTable, axes: Axes): TableBase {
  const column = table.columnIds[0] ?? ''
  const row = table.rowIds.find((id) => table.cells.get(id)?.has(column))
  if (row === undefined) return NO_BASE
  const points = table.cells.get(row)?.get(column) ?? []
  const label = [
    axisLabel(axes.rows, table.rows.get(row) ?? []),
    axisLabel(axes.columns, table.columns.get(column) ?? []),
  ]
  return {
    label: label.filter((part) => part !== '').join(' '),
    of: () => ({ points, note: null }),
    isRow: never,
    isColumn: never,
    isCell: (ownRow, ownColumn) => ownRow === row && ownColumn === column,
  }
}

function namedTableBase(table: OrderedTable, resolver: BaseResolver, { axes }: Context): TableBase {
  const { named } = resolver
  const cells = resolveCells(table, resolver)
  const names = (axis: readonly DimensionName[]) => named.some(({ dimension }) => axis.includes(dimension))
  const isOwn = (row: string, column: string) => cells.get(row)?.get(column)?.isOwn ?? null
  // A row or column is marked as base only if the base is a cell of this table; otherwise the mark would be wrong.
  const isShown = (base: CellId) => base.table === table.id && isOwn(base.row, base.column) === true
  const isBaseLine = (own: readonly (boolean | null)[]) => own.includes(true) && !own.includes(false)
  const rows = new Set(table.rowIds.filter((row) => isBaseLine(table.columnIds.map((column) => isOwn(row, column)))))
  const columns = new Set(table.columnIds.filter((column) => isBaseLine(table.rowIds.map((row) => isOwn(row, column)))))
  const showsBase = resolutionsOf(cells).every((one) => one.kind !== 'found' || isShown(one.cell))
  // A base that names values of rows and columns is one cell, so neither a row nor a column is the base.
  const isRow = (row: string) => showsBase && names(axes.rows) && !names(axes.columns) && rows.has(row)
  const isColumn = (column: string) => showsBase && names(axes.columns) && !names(axes.rows) && columns.has(column)
  return {
    label: namedLabel(axes, named, resolutionsOf(cells)),
    of: (row, column) => cells.get(row)?.get(column)?.base ?? NO_POINTS,
    isRow,
    isColumn,
    isCell: (row, column) => isOwn(row, column) ?? (isRow(row) || isColumn(column)),
  }
}

/** `isOwn` is true for a cell that is its own base. */
type ResolvedCell = { resolution: BaseResolution; base: CellBase; isOwn: boolean }
type ResolvedCells = ReadonlyMap<string, ReadonlyMap<string, ResolvedCell>>

function resolveCells(table: OrderedTable, { named, resolve }: BaseResolver): ResolvedCells {
  const resolved = new Map<string, Map<string, ResolvedCell>>()
  for (const [row, columns] of table.cells) {
    const cells = new Map<string, ResolvedCell>()
    resolved.set(row, cells)
    for (const [column, own] of columns) {
      const resolution = resolve(own)
      const points = resolution.kind === 'found' ? resolution.points : []
      const isOwn = resolution.kind === 'found' && isSameSet(own, resolution.points)
      cells.set(column, { resolution, base: { points, note: baseNote(resolution, named) }, isOwn })
    }
  }
  return resolved
}

function isSameSet(own: readonly Point[], base: readonly Point[]): boolean {
  if (own.length !== base.length) return false
  const points = new Set(base)
  return own.every((point) => points.has(point))
}

const resolutionsOf = (cells: ResolvedCells): BaseResolution[] =>
  [...cells.values()].flatMap((columns) => [...columns.values()].map(({ resolution }) => resolution))

/**
 * Label of a named base: the values that all bases share, and the dimensions that they take from the cell, such as "1
 * client of the same version".
 */
function namedLabel(axes: Axes, named: readonly NamedBase[], resolutions: readonly BaseResolution[]): string {
  const cells = resolutions.flatMap((one) => (one.kind === 'found' ? [one.cell] : []))
  const onAxes = new Set([...axes.rows, ...axes.columns])
  const elsewhere = named.filter(({ dimension }) => !onAxes.has(dimension))
  return [
    axisBaseLabel(axes.columns, named, keysOf(cells, 'column')),
    axisBaseLabel(axes.rows, named, keysOf(cells, 'row')),
    ...elsewhere.map(({ dimension, value }) => valueLabel(dimension, value)),
  ]
    .filter((part) => part !== '')
    .join(', ')
}

const keysOf = (cells: readonly CellId[], axis: 'row' | 'column'): (readonly string[])[] =>
  [...new Set(cells.map((cell) => cell[axis]))].map(valuesOfId)

function axisBaseLabel(
  dimensions: readonly DimensionName[],
  named: readonly NamedBase[],
  bases: readonly (readonly string[])[],
): string {
  const here = named.filter(({ dimension }) => dimensions.includes(dimension))
  if (here.length === 0) return ''
  if (bases.length === 0) return here.map(({ dimension, value }) => valueLabel(dimension, value)).join(' ')
  const isCommon = (i: number) => bases.every((values) => values[i] === bases[0]?.[i])
  const words = dimensions.map((dimension, i) => (isCommon(i) ? valueLabel(dimension, bases[0]?.[i] ?? '') : ''))
  const depends: DependentDimensions = dependentDimensions(named)
  const same = dimensions.filter((dimension, i) => !isCommon(i) && !depends.has(dimension))
  const common = words.filter((word) => word !== '').join(' ')
  return same.length === 0 ? common : `${common} of the same ${same.map(dimensionWord).join(' and ')}`
}
