import { getPriority } from 'node:os'
import { giveWay } from '../lib/give-way.ts'

/** The variable of a process whose database runs on the same machine and belongs to us. */
export const EMBEDDED = 'ASSAY_EMBEDDED_DATABASE'

/**
 * Returns a function that gives the database session of this process its own priority, if that is a lower one and the
 * database is the embedded one. A session is a process of Postgres; what it does for heavy requests and jobs would
 * otherwise compete with the pages and uploads of others.
 */
export function lowerSessions(): ((processId: number) => void) | undefined {
  const nice = getPriority()
  if (nice <= 0 || process.env[EMBEDDED] === undefined) return undefined
  return (processId) => void giveWay(processId, nice)
}
