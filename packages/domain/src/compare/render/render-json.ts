import type { Grid } from '../grid.ts'

/** Renders the grid and additional properties as JSON: numbers with all digits, missing ones as null. */
export function renderJson(grid: Grid & Record<string, unknown>): string {
  return `${JSON.stringify(grid)}\n`
}
