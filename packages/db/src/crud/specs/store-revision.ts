import { randomUUID } from 'node:crypto'
import { Prisma } from '../../scope/prisma.ts'
import type { TenantTransaction } from '../../scope/tenant-client.ts'
import { storeFigures } from '../reports/stored-figures.ts'
import { markUsed } from '../spec-attachments/spec-attachment-queries.ts'
import { storeSearchText } from './search-text.ts'
import type { NewRevision, SpecKey } from './spec-types.ts'

type BlockName = { name: string; block: string }

/** Stores a revision with its figures, the names of its blocks and its search terms. */
export async function storeRevision(
  tx: TenantTransaction,
  of: SpecKey,
  revision: NewRevision,
  names: readonly BlockName[],
  at?: string | undefined,
): Promise<void> {
  const snapshotIds = await storeNewFigures(tx, of.projectId, revision.figures)
  await markUsed(tx, of.projectId, revision.attachments)
  await insertRevision(tx, of, revision, { snapshotIds, at })
  await storeBlockNames(tx, of, revision.number, names)
  await storeRevisionTexts(tx, of, revision)
}

/** Uses SQL, because an array in Prisma cannot contain null, the value of a figure that could not be frozen. */
async function insertRevision(
  tx: TenantTransaction,
  { projectId, specId }: SpecKey,
  revision: NewRevision,
  { snapshotIds, at }: { snapshotIds: readonly (string | null)[]; at: string | undefined },
): Promise<void> {
  const { number, title, text, sha256, blocks, baseRevision, note, author, state, attachments } = revision
  const time = at === undefined ? null : { column: Prisma.sql`, made_at`, value: Prisma.sql`, ${at}::timestamptz` }
  await tx.$executeRaw`
    insert into spec_revision (project_id, id, spec_id, number, title, text, sha256, blocks, base_revision, note,
      author_key, author_name, state, snapshot_ids, attachments${time?.column ?? Prisma.empty})
    values (${projectId}::uuid, ${randomUUID()}::uuid, ${specId}::uuid, ${number}, ${title}, ${text}, ${sha256},
      ${JSON.stringify(blocks)}::jsonb, ${baseRevision}::int, ${note}, ${author.key}, ${author.name}, ${state},
      ${snapshotIds}::uuid[], ${JSON.stringify(attachments)}::jsonb${time?.value ?? Prisma.empty})`
}

/**
 * Stores the names of blocks. A name stays with the first block that had it, so that old links do not lead to another
 * block.
 */
async function storeBlockNames(
  tx: TenantTransaction,
  { projectId, specId }: SpecKey,
  revision: number,
  blockNames: readonly BlockName[],
): Promise<void> {
  const ids = blockNames.map(() => randomUUID())
  const names = blockNames.map(({ name }) => name)
  const blocks = blockNames.map(({ block }) => block)
  await tx.$executeRaw`
    insert into spec_block_name (project_id, spec_id, id, name, block, last_revision)
    select ${projectId}::uuid, ${specId}::uuid, id, name, block, ${revision}::int
    from unnest(${ids}::uuid[], ${names}::text[], ${blocks}::text[]) as p (id, name, block)
    on conflict (project_id, spec_id, name) do update set last_revision = excluded.last_revision
    where spec_block_name.block = excluded.block`
}

async function storeRevisionTexts(tx: TenantTransaction, of: SpecKey, revision: NewRevision): Promise<void> {
  const { title, blocks, evidence } = revision
  // Figures are found by their content, not by the source of their block.
  const words = blocks.flatMap((block) => (block.kind === 'figure' ? [] : [block.text])).join('\n')
  await storeSearchText(tx, of, { kind: 'text', ref: '', text: `${title}\n${words}` })
  // Removed figures are removed from the search.
  await tx.specSearchText.deleteMany({ where: { ...of, kind: 'evidence' } })
  for (const [at, found] of evidence.entries()) {
    if (found !== '') await storeSearchText(tx, of, { kind: 'evidence', ref: `figure-${at + 1}`, text: found })
  }
}

/** Ids of the figures; null for those that could not be frozen. */
async function storeNewFigures(
  tx: TenantTransaction,
  projectId: string,
  figures: NewRevision['figures'],
): Promise<(string | null)[]> {
  const fresh = figures.filter((figure) => figure !== null && typeof figure !== 'string')
  const ids = (await storeFigures(tx, projectId, fresh)).values()
  return figures.map((figure) => (figure === null || typeof figure === 'string' ? figure : (ids.next().value ?? null)))
}
