import type { RunListQuery } from '../../types.ts'
import type { RunEntry, RunIndex } from '../run-index/run-index.ts'

/**
 * A cursor contains the id of the last run, which is enough to find its position. If the run was removed meanwhile, the
 * list starts from the beginning.
 */
export function writeCursor({ sort }: RunListQuery, { id }: RunEntry): string {
  return Buffer.from([sort.key, sort.direction, id].join(' ')).toString('base64url')
}

/** Returns the last run of the previous page, or null for the first page and for a cursor of another sort order. */
export function readCursor(runIndex: RunIndex, { sort, cursor }: RunListQuery): RunEntry | null {
  if (cursor === null) return null
  const [key, direction, id] = Buffer.from(cursor, 'base64url').toString().split(' ')
  if (key !== sort.key || direction !== sort.direction || id === undefined) return null
  return runIndex.run(id) ?? null
}
