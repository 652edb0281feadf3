import type { DimensionName } from '@assay/domain/compare/dimension'
import type { Cell, Grid, GridTable } from '@assay/domain/compare/grid'

/** A default cell, whose fields each test can override. */
export function exampleCell(changes: Partial<Cell> = {}): Cell {
  return {
    value: 1000,
    baseValue: 1000,
    ratio: 1,
    isBase: false,
    repeats: 1,
    min: 1000,
    max: 1000,
    metric: 'qps',
    unit: 'queries/s',
    better: 'higher',
    band: 'neutral',
    verdict: null,
    footnotes: [],
    runIds: ['run-a'],
    ...changes,
  }
}

type Shape = { columns: string[][]; cells: Cell[]; table?: string[]; columnDimensions?: DimensionName[] }

/** A grid of one row, `scan`, whose first column is the base. */
export function exampleGrid({ columns, cells, table = [], columnDimensions = ['version'] }: Shape): Grid {
  const row = { values: ['scan'], label: 'scan', group: null, isBase: false, cells }
  const only: GridTable = {
    key: { values: table, label: table.join(' ') },
    metric: 'qps',
    unit: 'queries/s',
    better: 'higher',
    columns: columns.map((values, index) => ({ values, label: values.join(' '), isBase: index === 0 })),
    groups: [{ name: null, rows: [row], summaries: [] }],
    baseLabel: '12.22',
  }
  return {
    show: 'relative',
    rowDimensions: ['test'],
    columnDimensions,
    tables: [only],
    warnings: [],
    counts: { rows: 1, columns: columns.length, cells: cells.length, missing: 0, worse: 0, better: 0, hiddenRows: 0 },
    verdicts: null,
    verdictsInText: false,
  }
}
