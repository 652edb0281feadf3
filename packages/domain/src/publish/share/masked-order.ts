import type { Base, Comparison } from '../../compare/comparison.ts'
import type { DimensionName } from '../../compare/dimension.ts'
import { byName, dimensionOrder, type Order } from '../../compare/dimension-order.ts'
import type { AxisKey, Cell, Grid, GridGroup, GridTable } from '../../compare/grid.ts'
import type { Tldr } from '../../compare/tldr/tldr.ts'
import type { FrozenFigure, FrozenRun } from '../report/frozen-figure.ts'
import type { Mask } from './shared-content.ts'

const DIMENSION_OF: Readonly<Record<NonNullable<Mask['kind']>, DimensionName>> = {
  version: 'version',
  build: 'build',
  config: 'config',
  machine: 'hardware',
  workload: 'workload',
  flags: 'flags',
}

/**
 * Sorts a masked comparison by the shown names. The engine sorted it by the real names, so its columns, rows, tables
 * and runs would reveal the alphabetical order of the masked products. A base that was the first row or column is named
 * explicitly, because its position changes.
 */
export function inMaskedOrder(figure: FrozenFigure, masks: readonly Mask[]): FrozenFigure {
  const masked = new Set<DimensionName>(masks.map(({ kind }) => (kind === undefined ? 'product' : DIMENSION_OF[kind])))
  const { comparison } = figure
  const { grid, moves } = sortGrid(figure.grid, comparison, masked)
  return {
    ...figure,
    grid: sortNotes(grid, listSorter(masks)),
    tldr: moveTldr(figure.tldr, moves),
    comparison: {
      ...sortFilters(comparison),
      base: namedBase(figure.grid, comparison.base, masked),
      sort:
        comparison.sort.kind === 'column'
          ? { ...comparison.sort, column: moves.at(0)?.columns.indexOf(comparison.sort.column) ?? 0 }
          : comparison.sort,
    },
    runs: sortRuns(figure.runs),
  }
}

/** Sorts runs by their shown names. */
export const sortRuns = (runs: readonly FrozenRun[]): FrozenRun[] => {
  const nameOf = ({ product, version, config, hardware, workload, build, id }: FrozenRun) =>
    [product, version, config, hardware, workload, build, id].join(' ')
  return runs.toSorted((a, b) => byName(nameOf(a), nameOf(b)))
}

/** Sorts filters by their shown names. */
export const sortFilters = (comparison: Comparison): Comparison => ({
  ...comparison,
  filters: Object.fromEntries(
    Object.entries(comparison.filters).map(([dimension, values = []]) => [dimension, values.toSorted(byName)]),
  ),
})

/** Old positions of a table, its rows and its columns, listed by new position. */
type Move = { from: number; rows: readonly number[]; columns: readonly number[] }

function sortGrid(
  grid: Grid,
  { tables: tableDimensions, sort }: Comparison,
  masked: ReadonlySet<DimensionName>,
): { grid: Grid; moves: Move[] } {
  const orderOf = (dimensions: readonly DimensionName[], keys: readonly AxisKey[]) =>
    axisOrder(dimensions, keys, masked)
  const byTable = orderOf(
    tableDimensions,
    grid.tables.map(({ key }) => key),
  )
  const sorted = grid.tables
    .map((table, from) => {
      const byRow =
        sort.kind === 'column'
          ? null
          : orderOf(
              grid.rowDimensions,
              table.groups.flatMap(({ rows }) => rows),
            )
      return { from, ...sortTable(table, orderOf(grid.columnDimensions, table.columns), byRow) }
    })
    .toSorted((a, b) => byTable(a.table.key, b.table.key) || a.from - b.from)
  return {
    grid: { ...grid, tables: sorted.map(({ table }) => table) },
    moves: sorted.map(({ from, rows, columns }) => ({ from, rows, columns })),
  }
}

function sortTable(table: GridTable, byColumn: Order<AxisKey>, byRow: Order<AxisKey> | null) {
  const columns = indexesBy(table.columns, byColumn)
  let before = 0
  const groups = table.groups.map((group) => {
    const first = before
    before += group.rows.length
    const rows = byRow === null ? group.rows.map((_, at) => at) : indexesBy(group.rows, byRow)
    return { group: sortGroup(group, rows, columns), rows: rows.map((at) => first + at) }
  })
  if (byRow !== null) groups.sort((a, b) => orderOfFirst(a.group, b.group, byRow))
  return {
    table: { ...table, columns: pick(table.columns, columns), groups: groups.map(({ group }) => group) },
    rows: groups.flatMap(({ rows }) => rows),
    columns,
  }
}

const orderOfFirst = ({ rows: [a] }: GridGroup, { rows: [b] }: GridGroup, byRow: Order<AxisKey>) =>
  a === undefined || b === undefined ? 0 : byRow(a, b)

const sortGroup = (group: GridGroup, rows: readonly number[], columns: readonly number[]): GridGroup => ({
  ...group,
  rows: pick(group.rows, rows).map((row) => ({ ...row, cells: pick(row.cells, columns) })),
  summaries: pick(group.summaries, columns),
})

const pick = <T>(items: readonly T[], indexes: readonly number[]): T[] =>
  indexes.flatMap((at) => (at in items ? [items[at] as T] : []))

const indexesBy = (keys: readonly AxisKey[], order: Order<AxisKey>): number[] =>
  keys
    .map((key, at) => ({ key, at }))
    .toSorted((a, b) => order(a.key, b.key) || a.at - b.at)
    .map(({ at }) => at)

/** Tests stay in the order of the benchmark; an axis without a masked dimension is unchanged. */
function axisOrder(
  dimensions: readonly DimensionName[],
  keys: readonly AxisKey[],
  masked: ReadonlySet<DimensionName>,
): Order<AxisKey> {
  if (!dimensions.some((dimension) => masked.has(dimension))) return () => 0
  const orders = dimensions.map((dimension, i): Order<string> => {
    if (dimension !== 'test' && dimension !== 'group') return dimensionOrder(dimension, [])
    const positions = [...new Set(keys.map(({ values }) => values[i] ?? ''))]
    return (a, b) => positions.indexOf(a) - positions.indexOf(b)
  })
  return (a, b) => {
    for (const [i, order] of orders.entries()) {
      const sign = order(a.values[i] ?? '', b.values[i] ?? '')
      if (sign !== 0) return sign
    }
    return 0
  }
}

/** The base of the first table that has one, by the values of its row or column. */
function namedBase(grid: Grid, base: Base, masked: ReadonlySet<DimensionName>): Base {
  const isByPosition = base.kind === 'first-row' || base.kind === 'first-column' || base.kind === 'first-cell'
  if (!isByPosition) return base
  const named = [
    ...(base.kind === 'first-row' ? [] : [{ dimensions: grid.columnDimensions, key: baseColumn(grid) }]),
    ...(base.kind === 'first-column' ? [] : [{ dimensions: grid.rowDimensions, key: baseRow(grid) }]),
  ]
  if (!named.some(({ dimensions }) => dimensions.some((one) => masked.has(one)))) return base
  const values = named.flatMap(({ dimensions, key }) =>
    dimensions.map((dimension, i) => [dimension, key?.values[i] ?? ''] as const),
  )
  return values.some(([, value]) => value === '') ? base : { kind: 'values', values: Object.fromEntries(values) }
}

const baseColumn = ({ tables }: Grid): AxisKey | undefined =>
  tables.flatMap(({ columns, groups }) =>
    columns.filter(
      ({ isBase }, at) => isBase || groups.some(({ rows }) => rows.some(({ cells }) => cells[at]?.isBase === true)),
    ),
  )[0]

const baseRow = ({ tables }: Grid): AxisKey | undefined =>
  tables.flatMap(({ groups }) =>
    groups.flatMap(({ rows }) => rows.filter((row) => row.isBase || row.cells.some(({ isBase }) => isBase))),
  )[0]

/** Moves the references of sentences to the new positions of the cells. */
const moveTldr = (tldr: Tldr, moves: readonly Move[]): Tldr => ({
  ...tldr,
  sentences: tldr.sentences.map((sentence) => ({
    ...sentence,
    parts: sentence.parts.map((part) => {
      if (typeof part === 'string' || part.cell === null) return part
      const { table, row, column } = part.cell
      const at = moves.findIndex(({ from }) => from === table)
      const moved = moves[at]
      if (moved === undefined) return part
      return { ...part, cell: { table: at, row: moved.rows.indexOf(row), column: moved.columns.indexOf(column) } }
    }),
  })),
})

/**
 * Sorts the lists of names in warnings and footnotes. Links of footnotes are removed, because the number of a known bug
 * identifies the product.
 */
function sortNotes(grid: Grid, sortLists: (text: string) => string): Grid {
  const ofCell = (cell: Cell): Cell => ({
    ...cell,
    footnotes: cell.footnotes.map(({ href: _, ...note }) => ({ ...note, text: sortLists(note.text) })),
  })
  const ofGroup = (group: GridGroup): GridGroup => ({
    ...group,
    rows: group.rows.map((row) => ({ ...row, cells: row.cells.map(ofCell) })),
  })
  return {
    ...grid,
    tables: grid.tables.map((table) => ({ ...table, groups: table.groups.map(ofGroup) })),
    warnings: grid.warnings.map((one) => ({ ...one, text: sortLists(one.text) })),
  }
}

/** Sorts the masked names that a sentence lists (`b, a and c`). */
function listSorter(masks: readonly Mask[]): (text: string) => string {
  const names = [...new Set(masks.map(({ shown }) => shown))].toSorted((a, b) => b.length - a.length)
  const name = `(?:${names.map((one) => one.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)).join('|')})(?!\\w|\\.\\w)`
  const list = new RegExp(`${name}(?:(?:, | and | or )${name})+`, 'g')
  const one = new RegExp(name, 'g')
  return (text) =>
    text.replace(list, (found) => {
      const sorted = [...found.matchAll(one)].map(([word]) => word).toSorted(byName)
      let at = 0
      return found.replace(one, () => sorted[at++] ?? '')
    })
}
