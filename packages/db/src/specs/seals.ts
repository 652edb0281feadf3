import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { rowTime } from '../notes/row-parts.ts'
import type { Statements } from '../scope/scoped.ts'
import type { SpecSeal } from './spec-types.ts'

const SealRow = z.object({ round: z.int(), revision: z.int(), appendixSha256: z.string(), at: z.string() })

export async function readSeals(from: Statements, projectId: string, specId: string): Promise<SpecSeal[]> {
  const { rows } = await from.query<{ seal: unknown }>(
    `select json_build_object('round', round, 'revision', revision, 'appendixSha256', appendix_sha256,
       'at', ${rowTime('at')}) as seal
     from spec_seal where project_id = $1 and spec_id = $2 order by round`,
    [projectId, specId],
  )
  return rows.map(({ seal }) => SealRow.parse(seal))
}

export async function storeSeal(
  tx: Statements,
  { projectId, specId }: { projectId: string; specId: string },
  { round, revision, appendixSha256, at }: SpecSeal,
): Promise<void> {
  await tx.query(
    `insert into spec_seal (project_id, id, spec_id, round, revision, appendix_sha256, at)
     values ($1, $2, $3, $4, $5, $6, $7)`,
    [projectId, randomUUID(), specId, round, revision, appendixSha256, at],
  )
}

/** The text of every revision, oldest first. */
export async function readTexts(from: Statements, projectId: string, specId: string): Promise<string[]> {
  const { rows } = await from.query<{ text: string }>(
    'select text from spec_revision where project_id = $1 and spec_id = $2 order by number',
    [projectId, specId],
  )
  return rows.map(({ text }) => text)
}

/** What is frozen for the figures of all revisions, oldest first. */
export async function readSnapshots(from: Statements, projectId: string, specId: string): Promise<string[]> {
  const { rows } = await from.query<{ ids: (string | null)[] }>(
    'select snapshot_ids as ids from spec_revision where project_id = $1 and spec_id = $2 order by number',
    [projectId, specId],
  )
  return [...new Set(rows.flatMap(({ ids }) => ids.filter((id) => id !== null)))]
}
