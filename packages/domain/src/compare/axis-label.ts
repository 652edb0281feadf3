import type { DimensionName } from './dimension.ts'

/** The word for a dimension in a sentence; a parameter keeps its own name. */
export function dimensionWord(dimension: DimensionName): string {
  if (dimension === 'benchmarkVersion') return 'benchmark version'
  return dimension.startsWith('param:') ? dimension.slice('param:'.length) : dimension
}

/**
 * One value with the name of its dimension, because a bare 40 could be a number of clients, a repeat or a parameter.
 */
export function valueLabel(dimension: DimensionName, value: string): string {
  if (value === '') return `no ${dimensionWord(dimension)}`
  if (dimension.startsWith('param:')) return `${dimensionWord(dimension)}=${value}`
  if (dimension === 'repeat') return `repeat ${value}`
  if (dimension === 'clients') return `${value} ${value === '1' ? 'client' : 'clients'}`
  return value
}

/** Label of a row, column or table: "18.0 x10b_c32r128"; empty when the axis has no dimension. */
export function axisLabel(dimensions: readonly DimensionName[], values: readonly string[]): string {
  return dimensions.map((dimension, i) => valueLabel(dimension, values[i] ?? '')).join(' ')
}
