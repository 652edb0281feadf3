import { type ChartModel, SERIES_COLORS } from '../../../publish/chart/chart-model.ts'
import { OTHER_GROUP } from '../../../run/cpu-profile/group-rules.ts'
import type { Grid } from '../../grid.ts'
import { knownValues } from '../known-values.ts'

/** Bars that fit on the first screen. */
const MAX_GROUPS = 10
/** Profiled results that can be distinguished next to each other. */
const MAX_COLUMNS = Math.min(4, SERIES_COLORS)

/** Shares of the largest groups of functions in the first table, for results without stacks to draw; null without any. */
export function profilesFigure({ tables: [table], columnDimensions }: Grid): ChartModel | null {
  const rows = (table?.groups ?? [])
    .flatMap((group) => group.rows)
    .filter(({ values }) => !values.includes(OTHER_GROUP))
  const largest = ({ cells }: (typeof rows)[number]) => Math.max(0, ...cells.map(({ value }) => value ?? 0))
  const shown = rows.toSorted((a, b) => largest(b) - largest(a)).slice(0, MAX_GROUPS)
  const [first] = shown
  if (table === undefined || first === undefined) return null
  const columns = table.columns.slice(0, MAX_COLUMNS)
  return {
    id: 'lead',
    title: 'CPU time by group of functions',
    summary: `${first.values.join(' ')} has the largest share, ${largest(first).toFixed(1)}% of samples.`,
    draw: 'rows',
    x: {
      kind: 'ordered',
      label: 'group of functions',
      places: shown.map(({ values }) => ({ name: values.join(' ') })),
    },
    y: { label: 'percent of samples', unit: '', better: 'neither', format: 'value' },
    series: columns.map((column, at) => ({
      name: knownValues(column, columnDimensions) || column.label,
      color: at + 1,
      points: shown.map(({ cells }, x) => ({ x, y: cells[at]?.value ?? null })),
    })),
    ...(table.columns.length > columns.length
      ? { left: `${columns.length} of ${table.columns.length} results are drawn.` }
      : {}),
  }
}
