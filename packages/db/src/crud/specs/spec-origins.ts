import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { rowTime } from '../notes/row-time.ts'
import { readRows } from '../../scope/read-rows.ts'
import type { Statements } from '../../scope/tenant-scope.ts'
import type { SpecSeal } from './spec-types.ts'

const SealRow = z.object({ round: z.int(), revision: z.int(), appendixSha256: z.string(), at: z.string() })

export async function readSeals(from: Statements, projectId: string, specId: string): Promise<SpecSeal[]> {
  const rows = await readRows(
    from,
    z.object({ seal: z.unknown() }),
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

const ImportRow = z.object({
  by: z.string(),
  at: z.string(),
  source: z.object({
    name: z.string(),
    organization: z.string(),
    project: z.string(),
    revision: z.int(),
    updatedAt: z.string(),
  }),
})

/** Null for a spec that was begun here. */
export async function readImport(from: Statements, projectId: string, specId: string) {
  const rows = await readRows(
    from,
    z.object({ row: z.unknown() }),
    `select json_build_object('by', by_name, 'at', ${rowTime('at')}, 'source', source) as row
     from spec_import where project_id = $1 and spec_id = $2`,
    [projectId, specId],
  )
  return rows[0] === undefined ? null : ImportRow.parse(rows[0].row)
}

/** The text of every revision with what was frozen for its figures, oldest first. */
export async function readTexts(
  from: Statements,
  projectId: string,
  specId: string,
): Promise<{ text: string; snapshotIds: (string | null)[] }[]> {
  const rows = await readRows(
    from,
    z.object({ text: z.string(), snapshotIds: z.array(z.string().nullable()) }),
    `select text, snapshot_ids as "snapshotIds" from spec_revision
     where project_id = $1 and spec_id = $2 order by number`,
    [projectId, specId],
  )
  return rows
}
