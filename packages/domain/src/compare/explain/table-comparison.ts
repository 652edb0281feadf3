import type { Comparison } from '../comparison.ts'
import type { DimensionName } from '../dimension.ts'
import type { Grid } from '../grid.ts'

/** A comparison of one table of a grid, and the index of that table in the comparison. */
type TableComparison = { comparison: Comparison; table: number }

/**
 * The same comparison limited to one of its tables, so that the other tables of a study, which can be hundreds, are not
 * read. No filter selects results without a value, so a table of those ("no cache_type") follows tables that have one.
 *
 * @param index of the table in the grid; without such a table the comparison is unchanged.
 */
export function tableComparison(comparison: Comparison, { tables }: Grid, index: number): TableComparison {
  const table = tables[index]
  if (table === undefined) return { comparison, table: index }
  const filters = comparison.tables.flatMap((dimension, at): [DimensionName, string, number][] => {
    const value = table.key.values[at] ?? ''
    return value === '' ? [] : [[dimension, value, at]]
  })
  const { length } = comparison.metrics
  const passing = tables.filter(
    ({ key }, i) => i % length === index % length && filters.every(([, value, at]) => key.values[at] === value),
  )
  const own = filters.map(([dimension, value]) => [dimension, [value]] as const)
  return {
    comparison: {
      ...comparison,
      filters: { ...comparison.filters, ...Object.fromEntries(own) },
      metrics: [comparison.metrics[index % length] ?? table.metric],
    },
    table: passing.indexOf(table),
  }
}
