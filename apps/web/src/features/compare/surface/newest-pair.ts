import type { CellResults } from './use-cell-results.ts'

/** The newest result of each side; null when the cell has no base on the page, or is the base itself. */
export function newestPair({ own: [own], base: [base] }: CellResults) {
  return own === undefined || base === undefined || own.runId === base.runId ? null : { own, base }
}
