import type { Comparison } from '../compare/comparison.ts'
import type { Grid } from '../compare/grid.ts'

/**
 * The same comparison of one of its tables, whose cells then stand where they stood, in the first table: a number is
 * read without the hundreds of others that a study may have.
 *
 * @param place which of the grid's tables; where it is none, the comparison stays as it is.
 */
export function tableComparison(comparison: Comparison, { tables }: Grid, place: number): Comparison {
  const table = tables[place]
  if (table === undefined) return comparison
  const own = comparison.tables.flatMap((dimension, at) => {
    const value = table.key.values[at] ?? ''
    return value === '' ? [] : [[dimension, [value]] as const]
  })
  return {
    ...comparison,
    filters: { ...comparison.filters, ...Object.fromEntries(own) },
    metrics: [comparison.metrics[place % comparison.metrics.length] ?? table.metric],
  }
}
