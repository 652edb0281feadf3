import { quartileBands } from '../../band.ts'
import type { MetricColumns } from '../metric-columns.ts'

/** The column of the longest response, in seconds; all others are percent of the responses. */
const LONGEST = 'max'

/**
 * The table of response times with bands by rank, like the columns of throughput. A share of one bucket has no direction,
 * so its band is that of the responses which took longer than this bucket: fewer are better.
 */
export function withResponseBands(table: MetricColumns): MetricColumns {
  const longer = table.rows.map(({ cells }) => sharesAbove(table, cells))
  const bands = table.metrics.map(({ metric }, at) =>
    quartileBands(
      table.rows.map(({ cells }, row) => ({
        value: metric === LONGEST ? (cells[at]?.value ?? null) : (longer[row]?.[at] ?? null),
        better: 'lower',
        footnotes: cells[at]?.footnotes ?? [],
      })),
    ),
  )
  const rows = table.rows.map((row, at) => ({
    ...row,
    cells: row.cells.map((cell, column) => ({ ...cell, band: bands[column]?.[at] ?? cell.band })),
  }))
  return { ...table, rows }
}

/** The percent of responses that took longer than each bucket; null from a bucket on whose share is not known. */
function sharesAbove({ metrics }: MetricColumns, cells: MetricColumns['rows'][number]['cells']): (number | null)[] {
  let above: number | null = 100
  return metrics.map(({ metric }, at) => {
    if (metric === LONGEST) return null
    const share = cells[at]?.value ?? null
    above = above === null || share === null ? null : above - share
    // Differences of decimal numbers have errors in their last digits.
    return above === null ? null : Math.max(0, Math.round(above * 1e6) / 1e6)
  })
}
