import { randomUUID } from 'node:crypto'
import { ok, type Result } from '@assay/domain/result'
import type { Refusal } from '@assay/domain/specs/refusal'
import { specName } from '@assay/domain/specs/spec'
import { z } from 'zod'
import { writeAudit } from '../audit/audit.ts'
import { readFigures, storeFigures } from '../reports/stored-figures.ts'
import { idFrom } from '../../identity.ts'
import { readRows } from '../../scope/read-rows.ts'
import type { Statements, TenantScope } from '../../scope/tenant-scope.ts'
import { beginSending, REUSED } from './sent-once.ts'
import { storeSeal } from './spec-origins.ts'
import { type ReadSpec, readSpec } from './spec-rows.ts'
import type { ImportedSpec } from './spec-types.ts'
import { storeChange, storeRevision } from './store-change.ts'

/**
 * Stores a spec that came from a file with all its revisions, feedback and answers. It keeps its number where no spec of
 * this project can have had it. Null when its parent is not there.
 */
export const restoreSpec = (scoped: TenantScope, imported: ImportedSpec): Promise<Result<ReadSpec, Refusal> | null> =>
  scoped.transaction<Result<ReadSpec, Refusal> | null>(async (tx) => {
    const { projectId, by } = scoped
    const { spec, revisions, placements, nextBlock, seals, source, sent } = imported
    const { kind } = spec
    await tx.query(`select pg_advisory_xact_lock(hashtextextended('spec ' || $1 || ' ' || $2, 0))`, [projectId, kind])
    const { made, isReused, note } = await beginSending(tx, { projectId, actorKey: spec.owner.key }, sent)
    if (isReused) return REUSED
    if (made !== null) return { commit: false, answer: okOrNull(await readSpec(tx, projectId, made)) }
    const specId = randomUUID()
    const rows = await readRows(tx, z.object({ number: z.number() }), CREATE, [
      ...[projectId, specId, kind, spec.number, spec.title, spec.state, spec.owner.key, spec.owner.name],
      ...[spec.revision, spec.parent, spec.baseRevision, nextBlock, imported.createdAt],
    ])
    const number = rows[0]?.number
    if (number === undefined) return { commit: false, answer: null }
    const of = { projectId, specId }
    await storeFigures(tx, projectId, imported.brought)
    for (const { places, at, figures, ...revision } of revisions) {
      await storeRevision(tx, of, { ...revision, figures: await knownFigures(tx, projectId, figures) }, places, at)
    }
    const empty = { ...spec, rounds: [], feedback: [], readers: [] }
    await storeChange(tx, of, empty, { spec, placements, at: imported.updatedAt })
    for (const seal of seals) await storeSeal(tx, of, seal)
    await tx.query(PUT_IMPORT, [projectId, randomUUID(), specId, by.name, JSON.stringify(source)])
    const object = { kind: 'spec', id: specId, name: `${specName({ kind, number })} ${spec.title}` }
    if (!(await note(specId))) return REUSED
    await writeAudit(tx, projectId, by, { action: 'spec.imported', object, after: source })
    return { commit: true, answer: okOrNull(await readSpec(tx, projectId, { kind, number })) }
  })

const okOrNull = (read: ReadSpec | null) => (read === null ? null : ok(read))

/** The ids of the figures that the project has; null for the others. */
async function knownFigures(tx: Statements, projectId: string, hashes: readonly (string | null)[]) {
  const ids = hashes.map((sha256) => (sha256 === null ? null : idFrom('report-figure', sha256)))
  const found = await readFigures(tx, projectId, ids)
  return ids.map((id, at) => (found[at] == null ? null : id))
}

const CREATE = `
  insert into spec (project_id, id, kind, number, title, state, owner_key, owner_name, revision, parent_id,
    base_revision, next_block, created_at)
  select $1, $2, $3, case when $4 > numbers.most then $4 else numbers.most + 1 end,
    $5, $6, $7, $8, $9, p.id, $11, $12, $13
  from (select coalesce(max(number), 0) as most from spec where project_id = $1 and kind = $3) as numbers
  left join spec p on p.project_id = $1 and p.kind = 'functional' and p.number = $10
  where $10::int is null or p.id is not null
  returning number`

const PUT_IMPORT = `
  insert into spec_import (project_id, id, spec_id, by_name, source) values ($1, $2, $3, $4, $5)`
