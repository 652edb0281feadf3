import type { Grid } from './grid.ts'

/** The grid itself and what belongs to it: every number with all its digits, missing as null. */
export function renderJson(grid: Grid & Record<string, unknown>): string {
  return `${JSON.stringify(grid)}\n`
}
