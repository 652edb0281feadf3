import { valueLabel } from '../axis-label.ts'
import type { Comparison } from '../comparison.ts'
import { writeBase } from '../comparison-url.ts'
import type { DimensionName } from '../dimension.ts'
import type { Cell, Grid, GridTable } from '../grid.ts'
import { type CompanionText, companionOf, companionsOf, rowKey } from '../pairs/pair-table.ts'
import type { NamedBase } from '../points-needed.ts'
import { numberFootnotes } from '../render/footnote-marks.ts'
import { tableDigits } from '../render/shown-table.ts'
import type { CellVerdict, Interval } from '../verdict/verdict.ts'
import { headerBase } from './header-base.ts'
import { columnHeaders, type HeaderCell } from './header-levels.ts'
import { newestColumn } from './newest-column.ts'
import { type NoteNumbers, noteKey } from './note-numbers.ts'

/** A header with the base that a click on it sets: the value of the parameter `base`, and its name. */
export type PageHead = HeaderCell & { base: string; baseName: string }

/** Data besides a table that the browser needs to draw it; they follow from metrics and dimensions, which it lacks. */
export type PageTable = {
  levels: { dimension: DimensionName; heads: PageHead[] }[]
  /** Decimals of absolute values by metric. */
  digits: Record<string, number>
  /** Companion metrics of the newest version, and its column; throughput does not stand alone. */
  newest: { column: number; companions: { metric: string; label: string }[] } | null
  /** Data of each row besides its cells, counted through groups. */
  rows: PageRow[]
}

/** The value of the parameter `base`, null without row dimensions, and the ratios of the companion metrics. */
export type PageRow = { base: string | null; companions: CompanionText[] }

/** A grid for a page: its cells once, from which the browser draws the tables, sorts them and shows details. */
export type PageGrid = {
  grid: Grid
  tables: PageTable[]
  noteNumbers: NoteNumbers
  sort: Comparison['sort']
}

/**
 * Prepares a grid for a page.
 *
 * @param others the same comparison in the companion metrics.
 */
export function preparePageGrid(grid: Grid, { sort }: Pick<Comparison, 'sort'>, others: Grid | null = null): PageGrid {
  const { marksOf } = numberFootnotes(grid)
  const noteNumbers: NoteNumbers = {}
  for (const cell of cellsOf(grid.tables)) {
    for (const note of cell.footnotes) {
      const [number] = marksOf({ ...cell, footnotes: [note] })
      if (number !== undefined) noteNumbers[noteKey(note)] = number
    }
  }
  return {
    grid: { ...grid, tables: grid.tables.map(withRoundedVerdicts) },
    tables: grid.tables.map((table) => pageTable(grid, table, others)),
    noteNumbers,
    sort,
  }
}

function pageTable(grid: Grid, table: GridTable, others: Grid | null): PageTable {
  const { rowDimensions, columnDimensions } = grid
  const newest = newestColumn(grid, table)
  const beside = newest === null ? [] : companionsOf(table, others, newest)
  const digits = tableDigits(table)
  const metrics = new Set(cellsOf([table]).map(({ metric }) => metric))
  const { levels } = columnHeaders(table.columns)
  return {
    digits: Object.fromEntries([...metrics].map((metric) => [metric, digits(metric)])),
    levels: levels.flatMap(({ dimension, cells }, level) => {
      const name = columnDimensions[dimension]
      if (name === undefined) return []
      // The last line names a column, so its base has all its dimensions.
      const named = level === levels.length - 1 ? columnDimensions.length : dimension + 1
      return [{ dimension: name, heads: cells.map((cell) => pageHead(cell, table, columnDimensions, named)) }]
    }),
    newest:
      newest === null ? null : { column: newest, companions: beside.map(({ metric, label }) => ({ metric, label })) },
    rows: table.groups.flatMap(({ rows }) =>
      rows.map((row) => ({
        base: rowDimensions.length === 0 ? null : baseText(named(rowDimensions, row.values)),
        companions: beside.map(({ cells }) => companionOf(cells.get(rowKey(row)))),
      })),
    ),
  }
}

function pageHead(
  cell: HeaderCell,
  { columns }: GridTable,
  dimensions: readonly DimensionName[],
  count: number,
): PageHead {
  const base = headerBase(dimensions, columns[cell.firstColumn]?.values ?? [], count)
  const baseName = base.map(({ dimension, value }) => valueLabel(dimension, value)).join(' ')
  return { ...cell, base: baseText(base), baseName }
}

/** Digits of estimates: more than a page ever shows, and half of what a number takes as text. */
const ESTIMATE_DIGITS = 9

function withRoundedVerdicts(table: GridTable): GridTable {
  const groups = table.groups.map((group) => ({
    ...group,
    rows: group.rows.map((row) => ({
      ...row,
      cells: row.cells.map((cell) => (cell.verdict === null ? cell : { ...cell, verdict: roundVerdict(cell.verdict) })),
    })),
  }))
  return { ...table, groups }
}

function roundVerdict(verdict: CellVerdict): CellVerdict {
  const { p, q, rankP, interval, medians, noise } = verdict
  return {
    ...verdict,
    p: roundEstimate(p),
    q: roundEstimate(q),
    rankP: roundEstimate(rankP),
    interval: roundInterval(interval),
    medians: roundInterval(medians),
    // The page shows the size of the noise and not its shape.
    noise:
      noise === null
        ? null
        : { source: noise.source, sd: round(noise.sd), degreesOfFreedom: round(noise.degreesOfFreedom) },
  }
}

const round = (value: number): number => Number(value.toPrecision(ESTIMATE_DIGITS))
const roundEstimate = (value: number | null) => (value === null ? null : round(value))
const roundInterval = (interval: Interval | null) =>
  interval === null ? null : { low: round(interval.low), high: round(interval.high) }

const named = (dimensions: readonly DimensionName[], values: readonly string[]): NamedBase[] =>
  dimensions.map((dimension, at) => ({ dimension, value: values[at] ?? '' }))

const baseText = (base: readonly NamedBase[]): string =>
  writeBase({ kind: 'values', values: Object.fromEntries(base.map(({ dimension, value }) => [dimension, value])) })

const cellsOf = (tables: readonly GridTable[]): Cell[] =>
  tables.flatMap(({ groups }) => groups.flatMap(({ rows }) => rows.flatMap(({ cells }) => cells)))
