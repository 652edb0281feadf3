import type { Comparison } from '../../comparison.ts'
import type { DimensionName } from '../../dimension.ts'
import type { AxisKey, Grid } from '../../grid.ts'

/** The configs that a grid compares, in its order; configs of other products are left out. */
export function configsInGrid<Config extends { product: string; name: string }>(
  { rowDimensions, columnDimensions, tables }: Grid,
  comparison: Comparison,
  all: readonly Config[],
): Config[] {
  const found = (dimension: DimensionName): string[] => [
    ...new Set([
      ...tables.flatMap(({ columns }) => valuesAt(columns, columnDimensions.indexOf(dimension))),
      ...tables.flatMap(({ groups }) => groups.flatMap(({ rows }) => valuesAt(rows, rowDimensions.indexOf(dimension)))),
      ...valuesAt(
        tables.map(({ key }) => key),
        comparison.tables.indexOf(dimension),
      ),
    ]),
  ]
  const products = found('product')
  const wanted = products.length > 0 ? products : comparison.filters.product
  const names = found('config')
  return names.flatMap((name) =>
    all.filter((config) => config.name === name && (wanted === undefined || wanted.includes(config.product))),
  )
}

const valuesAt = (keys: readonly AxisKey[], at: number): string[] =>
  at === -1 ? [] : keys.flatMap(({ values }) => values[at] ?? [])
