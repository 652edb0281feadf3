import type { Grid, GridTable } from '../grid.ts'

/**
 * The column that every row is divided by; null without one. Its ratios are all 1.00, so that pages show its values
 * instead.
 */
export function onlyBaseColumn({ columns }: GridTable, show: Grid['show']): number | null {
  const bases = columns.flatMap(({ isBase }, index) => (isBase ? [index] : []))
  return show === 'relative' && columns.length > 1 && bases.length === 1 ? (bases[0] ?? null) : null
}
