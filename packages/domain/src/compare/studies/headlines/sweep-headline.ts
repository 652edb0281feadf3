import { dimensionWord } from '../../axis-label.ts'
import type { Comparison } from '../../comparison.ts'
import type { DimensionName } from '../../dimension.ts'
import type { Cell, Grid, GridTable } from '../../grid.ts'
import { namedBase } from '../../points-needed.ts'
import { largestBy, speedWords, subjectWords, withProduct } from './headline-words.ts'

/** The largest effect of the swept parameter: "RocksDB 10.8.3 on vm3: 23% slower in seek with cache_size 64 than with 8". */
export function sweepHeadline(grid: Grid, comparison: Comparison): string | null {
  const swept = namedBase(comparison.base).find(({ dimension }) => dimension.startsWith('param:'))
  if (swept === undefined) return null
  const cells = grid.tables.flatMap((table) => cellsOf(grid, comparison, table))
  const compared = cells.flatMap(({ cell, of }) => {
    const { ratio, isBase } = cell
    const value = of.get(swept.dimension)
    if (isBase || ratio === null || ratio <= 0 || value === undefined) return []
    return [{ of, value, ratio: cell.better === 'lower' ? 1 / ratio : ratio }]
  })
  const strongest = largestBy(compared, ({ ratio }) => ratio)
  if (strongest === undefined) return null
  const version = strongest.of.get('version') ?? single(comparison.filters.version)
  const subject = subjectWords(comparison, version === undefined ? undefined : withProduct(comparison, version))
  const word = dimensionWord(swept.dimension)
  const test = strongest.of.get('test') ?? 'the result'
  const size = speedWords(strongest.ratio)
  const than = size.endsWith('as fast') ? 'as' : 'than'
  return size === 'within 1%'
    ? `${subject}: no value of ${word} changes a test by more than 1%`
    : `${subject}: ${size} in ${test} with ${word} ${strongest.value} ${than} with ${swept.value}`
}

const single = (values: readonly string[] | undefined) => (values?.length === 1 ? values[0] : undefined)

type Placed = { cell: Cell; of: ReadonlyMap<DimensionName, string> }

/** The cells of a table with the values of all axes. */
function cellsOf(grid: Grid, { tables }: Comparison, { key, columns, groups }: GridTable): Placed[] {
  const named = (dimensions: readonly DimensionName[], values: readonly string[]) =>
    dimensions.map((dimension, at) => [dimension, values[at] ?? ''] as const)
  return groups.flatMap(({ rows }) =>
    rows.flatMap(({ values, cells }) =>
      cells.map((cell, at) => ({
        cell,
        of: new Map([
          ...named(tables, key.values),
          ...named(grid.rowDimensions, values),
          ...named(grid.columnDimensions, columns[at]?.values ?? []),
        ]),
      })),
    ),
  )
}
