import { Block } from '@assay/domain/specs/anchor/block'
import { Placement } from '@assay/domain/specs/anchor/re-anchor'
import { z } from 'zod'
import type { Prisma } from '../../scope/prisma.ts'
import type { TenantModels, TenantTransaction } from '../../scope/tenant-client.ts'
import { AttachmentList } from '../spec-attachments/spec-attachment-queries.ts'
import { SpecState } from './spec-rows.ts'
import type { SpecKey, SpecRevision, SpecRevisionSummary } from './spec-types.ts'

const SUMMARY = {
  number: true,
  title: true,
  note: true,
  authorKey: true,
  authorName: true,
  state: true,
  sha256: true,
  baseRevision: true,
  madeAt: true,
} as const

/** Reads summaries of revisions, newest first. */
export async function readRevisions(from: TenantModels, of: SpecKey): Promise<SpecRevisionSummary[]> {
  const rows = await from.specRevision.findMany({ where: of, select: SUMMARY, orderBy: { number: 'desc' } })
  return rows.map(asSummary)
}

export async function readRevision(tx: TenantTransaction, of: SpecKey, number: number): Promise<SpecRevision | null> {
  const row = await tx.specRevision.findUnique({
    where: { projectId_specId_number: { ...of, number } },
    select: { ...SUMMARY, blocks: true },
  })
  const [content] = await readTexts(tx, of, number)
  if (row === null || content === undefined) return null
  return { ...asSummary(row), blocks: z.array(Block).parse(row.blocks), ...content }
}

const asSummary = (row: Prisma.SpecRevisionGetPayload<{ select: typeof SUMMARY }>): SpecRevisionSummary => ({
  number: row.number,
  title: row.title,
  note: row.note,
  author: { key: row.authorKey, name: row.authorName },
  state: SpecState.parse(row.state),
  sha256: row.sha256,
  baseRevision: row.baseRevision,
  madeAt: row.madeAt.toISOString(),
})

const TextRow = z.object({
  text: z.string(),
  snapshotIds: z.array(z.uuid().nullable()),
  attachments: AttachmentList,
})

/**
 * Reads the text of every revision, or of one, with the frozen content of its figures, oldest first. Uses SQL, because
 * an array in Prisma cannot contain null, the value of a figure that could not be frozen.
 */
export async function readTexts(
  tx: TenantTransaction,
  { projectId, specId }: SpecKey,
  number: number | null = null,
): Promise<z.infer<typeof TextRow>[]> {
  const rows = await tx.$queryRaw<unknown[]>`
    select text, to_json(snapshot_ids) as "snapshotIds", attachments from spec_revision
    where project_id = ${projectId}::uuid and spec_id = ${specId}::uuid
      and (${number}::int is null or number = ${number}::int)
    order by number`
  return rows.map((row) => TextRow.parse(row))
}

export async function readPlacements(
  from: TenantModels,
  of: SpecKey,
  revision: number,
): Promise<Map<number, Placement>> {
  const rows = await from.specPlacement.findMany({
    where: { ...of, revision },
    select: { feedback: true, placement: true },
  })
  return new Map(rows.map(({ feedback, placement }) => [feedback, Placement.parse(placement)]))
}
