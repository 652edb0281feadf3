import { changeBand } from '../../change-band.ts'
import type { Cell, Grid } from '../../grid.ts'
import { countVerdicts } from '../../verdict/significance.ts'
import { smallestDetectable } from '../../warnings/smallest-detectable.ts'
import type { MetricColumns } from '../metric-columns.ts'

/** Heading of a metric's column, and its decimals if they differ from the default of the metric. */
export type MetricHead = { label: string; unit: string; digits?: number }

/** Returns metrics side by side as one table of a grid, so that every renderer of grids can draw it. */
export function metricGrid(
  { title, values, baseLabel, metrics, rows }: Omit<MetricColumns, 'label'> & { title: string },
  { rowDimensions, show, verdicts }: Pick<Grid, 'rowDimensions' | 'show' | 'verdicts'>,
  heads: readonly MetricHead[] = metrics.map(({ metric, unit }) => ({ label: metric, unit })),
): Grid {
  const [first] = metrics
  const all = rows.flatMap(({ cells }) => cells)
  const count = (is: (cell: Cell) => boolean) => all.filter(is).length
  return {
    show,
    rowDimensions,
    columnDimensions: [],
    tables: [
      {
        key: { values, label: title },
        metric: first?.metric ?? '',
        unit: first?.unit ?? '',
        better: first?.better ?? 'neither',
        columns: metrics.map(({ metric }, at) => {
          const { label = metric, unit = '', digits } = heads[at] ?? {}
          return {
            values: [metric],
            label,
            isBase: false,
            ...(unit === '' ? {} : { note: unit }),
            ...(digits === undefined ? {} : { digits }),
          }
        }),
        groups: [
          {
            name: null,
            rows: rows.map(({ label, column, isBase, cells }) => ({
              values: [label, column].filter((part) => part !== ''),
              label: [label, column].filter((part) => part !== '').join(' '),
              group: null,
              isBase,
              cells,
            })),
            summaries: [],
          },
        ],
        baseLabel,
      },
    ],
    warnings: [],
    counts: {
      rows: rows.length,
      columns: metrics.length,
      cells: count(({ value }) => value !== null),
      missing: count(({ value }) => value === null),
      worse: count((cell) => changeBand(cell) === 'worse'),
      better: count((cell) => changeBand(cell) === 'better'),
      hiddenRows: 0,
    },
    verdicts:
      show === 'absolute' || verdicts === null ? null : countVerdicts(all.flatMap(({ verdict }) => verdict ?? [])),
    smallestDetectable: show === 'absolute' ? null : smallestDetectable(all),
    verdictsInText: false,
  }
}
