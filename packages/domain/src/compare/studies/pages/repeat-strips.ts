import { type ChartModel, SERIES_COLORS } from '../../../publish/chart/chart-model.ts'
import { median } from '../../../stats/median.ts'
import { valueLabel } from '../../axis-label.ts'
import type { Grid, GridTable } from '../../grid.ts'

/** Results that fit next to each other. */
const MAX_RESULTS = 12

/** All repeats of one result: a test of one version, config and so on. */
type RepeatedResult = {
  /** Its test, and the values of columns and tables that its name consists of. */
  parts: readonly string[]
  values: ReadonlyMap<string, number>
  middle: number
  /** Logarithm of the highest repeat divided by the lowest. */
  spread: number
}

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
  const names = distinctNames(shown.map(({ parts }) => parts))
  const repeats = [...new Set(shown.flatMap(({ values }) => [...values.keys()]))].sort((a, b) => Number(a) - Number(b))
  return {
    id: 'repeats',
    title: 'Every repeat vs the median of its result',
    summary: `${results.length} results have repeats. They differ most in ${names[0]}: highest ÷ lowest is ${Math.exp(widest.spread).toFixed(2)}.`,
    draw: 'strip',
    x: { kind: 'ordered', label: 'result', places: names.map((name) => ({ name })) },
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
  const partsOf = (values: readonly string[]) =>
    others.map((dimension, index) => valueLabel(dimension, values.toSpliced(at, 1)[index] ?? ''))
  const byResult = [...Map.groupBy(columns.entries(), ([, { values }]) => JSON.stringify(partsOf(values)))]
  return groups.flatMap(({ rows }) =>
    rows.flatMap(({ label, cells }) =>
      byResult.flatMap(([, own]): RepeatedResult[] => {
        const columnParts = partsOf(own[0]?.[1].values ?? [])
        const values = new Map(
          own.flatMap(([index, { values: names }]) => {
            const value = cells[index]?.value ?? null
            return value === null || value <= 0 ? [] : [[names[at] ?? '', value] as const]
          }),
        )
        const all = [...values.values()]
        const middle = median(all)
        if (all.length < 2 || middle === null) return []
        return [
          {
            parts: [label, ...columnParts, ...key.values],
            values,
            middle,
            spread: Math.log(Math.max(...all) / Math.min(...all)),
          },
        ]
      }),
    ),
  )
}

/** Names of results by the test and the other parts in which they differ, such as "scan, 18.0". */
function distinctNames(results: readonly (readonly string[])[]): string[] {
  const differs = results[0]?.map((_, at) => at === 0 || new Set(results.map((parts) => parts[at])).size > 1) ?? []
  return results.map((parts) => parts.filter((part, at) => differs[at] === true && part !== '').join(', '))
}
