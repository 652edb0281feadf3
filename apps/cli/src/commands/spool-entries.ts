import type { Spool } from '../spool/spool.ts'
import type { SpoolEntry } from '../spool/spool-entry.ts'

/** Names of the entries that wait for this server (and project, when given), the oldest first; damaged ones too, so that they are told. */
export async function entriesFor(
  spool: Spool,
  { server, project }: { server: string | null; project: string | null },
): Promise<string[]> {
  const names: string[] = []
  for (const { name } of await spool.waiting()) {
    const entry = await spool.read(name)
    if (entry === null) continue
    if (!entry.ok || matches(entry.value, server, project)) names.push(name)
  }
  return names
}

const matches = (entry: SpoolEntry, server: string | null, project: string | null): boolean =>
  (server === null || entry.server === server) && (project === null || entry.project === project)
