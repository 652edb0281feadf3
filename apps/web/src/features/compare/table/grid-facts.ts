import type { Comparison } from '@assay/domain/compare/comparison'
import type { DimensionName } from '@assay/domain/compare/dimension'
import type { Band, Cell, Grid, GridTable } from '@assay/domain/compare/grid'
import { dimensionLabel } from '../../dimensions/dimension-label.ts'

/** What the browser is told of a cell; a tuple, because there are thousands. `runs` are places in `GridFacts.runIds`. */
export type CellFacts = readonly [
  value: number | null,
  baseValue: number | null,
  ratio: number | null,
  repeats: number,
  min: number | null,
  max: number | null,
  band: Band,
  unit: string,
  runs: readonly number[],
  notes: readonly string[],
]

export type RowFacts = { values: readonly string[]; label: string; isBase: boolean; cells: readonly CellFacts[] }

export type TableFacts = {
  title: string
  values: readonly string[]
  metric: string
  unit: string
  baseLabel: string | null
  columns: readonly { values: readonly string[]; label: string; isBase: boolean }[]
  rows: readonly RowFacts[]
}

/** The numbers of the tables on a page for what is shown on demand: details of a cell, the chart of a row. */
export type GridFacts = {
  dimensions: { rows: readonly DimensionName[]; columns: readonly DimensionName[]; tables: readonly DimensionName[] }
  /** Dimensions that a filter holds at one value. */
  fixed: Partial<Record<DimensionName, string>>
  /** What charts draw: ratios, unless only absolute values are shown. */
  draw: 'ratio' | 'value'
  columnsName: string
  runIds: readonly string[]
  tables: readonly TableFacts[]
}

/** Facts of exactly the tables that are drawn, in their order; rows are numbered through groups. */
export function gridFacts(grid: Grid, comparison: Comparison, tables: readonly GridTable[]): GridFacts {
  const runIds: string[] = []
  const placeOf = new Map<string, number>()
  const place = (runId: string) => {
    const known = placeOf.get(runId)
    if (known !== undefined) return known
    placeOf.set(runId, runIds.length)
    return runIds.push(runId) - 1
  }
  const facts = tables.map((table) => tableFacts(table, place))
  return {
    dimensions: { rows: grid.rowDimensions, columns: grid.columnDimensions, tables: comparison.tables },
    fixed: fixedDimensions(comparison),
    draw: comparison.show === 'absolute' ? 'value' : 'ratio',
    columnsName: grid.columnDimensions.map(dimensionLabel).join(', '),
    runIds,
    tables: facts,
  }
}

function tableFacts(table: GridTable, place: (runId: string) => number): TableFacts {
  return {
    title: table.key.label,
    values: table.key.values,
    metric: table.metric,
    unit: table.unit,
    baseLabel: table.baseLabel,
    columns: table.columns.map(({ values, label, isBase }) => ({ values, label, isBase })),
    rows: table.groups.flatMap(({ rows }) =>
      rows.map(({ values, label, isBase, cells }) => ({
        values,
        label,
        isBase,
        cells: cells.map((cell) => cellFacts(cell, place)),
      })),
    ),
  }
}

const cellFacts = (cell: Cell, place: (runId: string) => number): CellFacts => [
  cell.value,
  cell.baseValue,
  cell.ratio,
  cell.repeats,
  cell.min,
  cell.max,
  cell.band,
  cell.unit,
  cell.runIds.map(place),
  cell.footnotes.map(({ text }) => text),
]

function fixedDimensions({ filters }: Comparison): GridFacts['fixed'] {
  const single = Object.entries(filters).flatMap(([name, values]) => (values?.length === 1 ? [[name, values[0]]] : []))
  return Object.fromEntries(single)
}
