import type { Grid } from './grid.ts'

/** The grid itself: every number with all its digits, missing as null. */
export function renderJson(grid: Grid): string {
  return `${JSON.stringify(grid)}\n`
}
