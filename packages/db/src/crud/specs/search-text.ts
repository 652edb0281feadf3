import { randomUUID } from 'node:crypto'
import type { TenantTransaction } from '../../scope/tenant-client.ts'
import type { SpecKey } from './spec-types.ts'

export type SearchText = { kind: string; ref: string; text: string; response?: string }

/**
 * Maximum indexed characters, because a search vector is limited to a megabyte; the rest of a longer text is not found.
 */
const MAX_SEARCHED_CHARACTERS = 600_000

/** Stores the search terms of a text of a spec, replacing previous ones. */
export async function storeSearchText(
  tx: TenantTransaction,
  { projectId, specId }: SpecKey,
  { kind, ref, text, response }: SearchText,
): Promise<void> {
  const searched = text.slice(0, MAX_SEARCHED_CHARACTERS)
  await tx.$executeRaw`
    insert into spec_search_text (project_id, id, spec_id, kind, ref, response, text, search)
    values (${projectId}::uuid, ${randomUUID()}::uuid, ${specId}::uuid, ${kind}, ${ref}, ${response ?? null}, ${searched},
      to_tsvector('english', ${searched}))
    on conflict (project_id, spec_id, kind, ref) do update set text = excluded.text, search = excluded.search`
}
