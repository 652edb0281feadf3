import type { Cell, Grid } from '@assay/domain/compare/grid'

type Table = { key: string; columns: readonly string[]; rows: Readonly<Record<string, readonly (number | null)[]>> }

/** A grid of values, each divided by the first of its row. */
export function exampleGrid(tables: readonly Table[]): Grid {
  return {
    show: 'both',
    rowDimensions: ['test'],
    columnDimensions: ['version'],
    tables: tables.map(({ key, columns, rows }) => ({
      key: { values: key === '' ? [] : [key], label: key },
      metric: 'rows/s',
      unit: 'rows/s',
      better: 'higher',
      columns: columns.map((label, at) => ({ label, values: [label], isBase: at === 0 })),
      groups: [
        {
          name: null,
          rows: Object.entries(rows).map(([label, values]) => ({
            ...{ label, values: [label], group: null, isBase: false },
            cells: values.map((value, at) => exampleCell(value, values[0] ?? null, at === 0)),
          })),
          summaries: [],
        },
      ],
      baseLabel: columns[0] ?? null,
    })),
    warnings: [],
    counts: { rows: 0, columns: 0, cells: 0, missing: 0, worse: 0, better: 0, hiddenRows: 0 },
    verdicts: null,
    verdictsInText: false,
  }
}

const exampleCell = (value: number | null, baseValue: number | null, isBase: boolean): Cell => ({
  ...{ value, baseValue, isBase, ratio: value === null || !baseValue ? null : value / baseValue },
  ...{ repeats: value === null ? 0 : 1, min: value, max: value, metric: 'rows/s', unit: 'rows/s', better: 'higher' },
  ...{ band: 'none', verdict: null, footnotes: [], runIds: value === null ? [] : ['run'] },
})
