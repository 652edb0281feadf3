import type { GridTable } from '../grid.ts'

/** Positions of the column and of the row that everything else is divided by; null without one. */
export type BaseLines = { column: number | null; row: number | null }

/** Returns the only column and the only row that are the base. Their ratios are all 1.00. */
export const baseLines = ({ columns, groups }: GridTable): BaseLines => ({
  column: onlyBase(columns),
  row: onlyBase(groups.flatMap(({ rows }) => rows)),
})

function onlyBase(lines: readonly { isBase: boolean }[]): number | null {
  const bases = lines.flatMap(({ isBase }, index) => (isBase ? [index] : []))
  return lines.length > 1 && bases.length === 1 ? (bases[0] ?? null) : null
}
