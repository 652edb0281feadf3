import type { Spool } from '../spool/spool.ts'
import type { SpoolEntry } from '../spool/spool-entry.ts'

/** A server and a project; null matches any. */
type Destinations = { server: string | null; project: string | null }

/**
 * Returns names of the entries for this server and project, oldest first; damaged entries are included, so that they
 * are reported.
 */
export async function entriesFor(spool: Spool, destinations: Destinations): Promise<string[]> {
  const names: string[] = []
  for (const { name } of await spool.waiting()) {
    const entry = await spool.read(name)
    if (entry === null) continue
    if (!entry.ok || isFor(entry.value, destinations)) names.push(name)
  }
  return names
}

export const isFor = (entry: SpoolEntry, { server, project }: Destinations): boolean =>
  (server === null || entry.server === server) && (project === null || entry.project === project)
