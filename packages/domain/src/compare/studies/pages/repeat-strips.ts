import { type ChartModel, SERIES_COLORS } from '../../../publish/chart/chart-model.ts'
import { median } from '../../../stats/median.ts'
import { axisLabel, valueLabel } from '../../axis-label.ts'
import type { Grid, GridTable } from '../../grid.ts'

/** Results that fit next to each other. */
const MAX_RESULTS = 12

/** All repeats of one result: a test of one version, config and so on. */
type RepeatedResult = { name: string; values: ReadonlyMap<string, number>; middle: number; spread: number }

/**
 * A strip plot of the results whose repeats differ most: every repeat divided by the median of its result. Null where
 * repeats are not columns, or no result has two.
 */
export function repeatStrips(grid: Grid): ChartModel | null {
  const at = grid.columnDimensions.indexOf('repeat')
  if (at < 0) return null
  const results = grid.tables.flatMap((table) => resultsOf(table, grid, at)).sort((a, b) => b.spread - a.spread)
  const [widest] = results
  if (widest === undefined) return null
  const shown = results.slice(0, MAX_RESULTS)
  const repeats = [...new Set(shown.flatMap(({ values }) => [...values.keys()]))].sort((a, b) => Number(a) - Number(b))
  return {
    id: 'repeats',
    title: 'Every repeat vs the median of its result',
    summary: `${results.length} results have repeats. They differ most in ${widest.name}: highest ÷ lowest is ${Math.exp(widest.spread).toFixed(2)}.`,
    draw: 'strip',
    x: { kind: 'ordered', label: 'result', places: shown.map(({ name }) => ({ name })) },
    y: { label: 'value ÷ median of the repeats', unit: '', better: 'neither', format: 'ratio', start: 'near' },
    marks: [{ axis: 'y', at: 1, label: '' }],
    series: repeats.map((repeat, index) => ({
      name: valueLabel('repeat', repeat),
      color: (index % SERIES_COLORS) + 1,
      points: shown.flatMap(({ values, middle }, x) => {
        const own = values.get(repeat)
        return own === undefined ? [] : [{ x, y: own / middle }]
      }),
    })),
    ...(results.length > MAX_RESULTS
      ? { left: `${MAX_RESULTS} of ${results.length} results are drawn: those whose repeats differ most.` }
      : {}),
  }
}

function resultsOf({ key, columns, groups }: GridTable, { columnDimensions }: Grid, at: number): RepeatedResult[] {
  const others = columnDimensions.toSpliced(at, 1)
  const byResult = [...Map.groupBy(columns.entries(), ([, { values }]) => axisLabel(others, values.toSpliced(at, 1)))]
  return groups.flatMap(({ rows }) =>
    rows.flatMap(({ label, cells }) =>
      byResult.flatMap(([column, own]): RepeatedResult[] => {
        const values = new Map(
          own.flatMap(([index, { values: names }]) => {
            const value = cells[index]?.value ?? null
            return value === null || value <= 0 ? [] : [[names[at] ?? '', value] as const]
          }),
        )
        const all = [...values.values()]
        const middle = median(all)
        if (all.length < 2 || middle === null) return []
        const name = [label, column, key.label].filter((part) => part !== '').join(', ')
        return [{ name, values, middle, spread: Math.log(Math.max(...all) / Math.min(...all)) }]
      }),
    ),
  )
}
