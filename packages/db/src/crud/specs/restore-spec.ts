import { randomUUID } from 'node:crypto'
import { invariant, ok } from '@assay/domain/result'
import { specName } from '@assay/domain/specs/spec'
import { idFromName } from '../../id-from-name.ts'
import type { TenantTransaction } from '../../scope/tenant-client.ts'
import type { TenantScope } from '../../scope/tenant-scope.ts'
import { writeAudit } from '../audit/audit.ts'
import { readFigures, storeFigures } from '../reports/stored-figures.ts'
import { storeAttachments } from '../spec-attachments/spec-attachment-queries.ts'
import { withSeal } from './change-spec.ts'
import { findParent, greatestNumber, lockNumbers, type MadeSpec, okOrNull } from './create-spec.ts'
import { findEarlierRequest, storeOnce } from './idempotency-keys.ts'
import { appendSealLink, storeSealLinks } from './seal-chain-queries.ts'
import { storeSeal } from './spec-origins.ts'
import { readSpec } from './spec-rows.ts'
import type { ImportedSpec, SpecKey } from './spec-types.ts'
import { storeChange } from './store-change.ts'
import { storeRevision } from './store-revision.ts'

/**
 * Stores a spec from a file with all its revisions, comments and responses. It keeps its number if the project never
 * had a spec with that number. Null if its parent does not exist.
 */
export const restoreSpec = ({ projectId, by, prisma }: TenantScope, imported: ImportedSpec): Promise<MadeSpec> =>
  storeOnce(prisma, async (tx): Promise<MadeSpec> => {
    const { spec, source, sent } = imported
    const { kind } = spec
    await lockNumbers(tx, projectId, kind)
    const { made, note } = await findEarlierRequest(tx, { projectId, actorKey: spec.owner.key }, sent)
    if (made !== null) return okOrNull(await readSpec(tx, projectId, made))
    const parent = await findParent(tx, projectId, spec.parent)
    if (parent === null) return null
    const of = { projectId, specId: randomUUID() }
    const number = await createRow(tx, of, imported, parent.id)
    await storeContent(tx, of, imported)
    await storeSealLinks(tx, of, imported.chain)
    await tx.specImport.create({ data: { ...of, id: randomUUID(), byName: by.name, source } })
    await note(of.specId)
    const object = { kind: 'spec', id: of.specId, name: `${specName({ kind, number })} ${spec.title}` }
    const stored = await readSpec(tx, projectId, { kind, number })
    invariant(stored !== null, 'specs are never deleted')
    // The importer owns the spec here, and its number may differ: the chain says so. A file without a chain is from a
    // server that could not seal.
    const isUnsealed = imported.chain.length === 0 && (spec.state === 'resolved' || spec.state === 'superseded')
    const link = { kind: isUnsealed ? 'sealed-later' : 'import', at: new Date().toISOString(), by: by.name }
    const seal = await appendSealLink(tx, of, stored, link)
    await writeAudit(tx, projectId, by, { action: 'spec.imported', object, after: { ...source, ...withSeal(seal) } })
    return ok(stored)
  })

/**
 * Creates the row of the spec.
 *
 * @returns its number in this project.
 */
async function createRow(
  tx: TenantTransaction,
  { projectId, specId }: SpecKey,
  { spec, nextBlock, createdAt }: ImportedSpec,
  parentId: string | null,
): Promise<number> {
  const { kind, title, state, owner, revision, baseRevision } = spec
  const greatest = await greatestNumber(tx, projectId, kind)
  const number = spec.number > greatest ? spec.number : greatest + 1
  const named = { projectId, id: specId, kind, number, title, ownerKey: owner.key, ownerName: owner.name }
  const row = { ...named, state, revision, parentId, baseRevision, nextBlock, createdAt }
  await tx.spec.create({ data: row, select: { id: true } })
  return number
}

async function storeContent(tx: TenantTransaction, of: SpecKey, imported: ImportedSpec): Promise<void> {
  const { spec, revisions, placements, seals, updatedAt } = imported
  await storeFigures(tx, of.projectId, imported.brought)
  await storeAttachments(tx, of.projectId, imported.files, '')
  for (const { blockNames, at, figures, ...revision } of revisions) {
    const known = await knownFigures(tx, of.projectId, figures)
    await storeRevision(tx, of, { ...revision, figures: known }, blockNames, at)
  }
  const empty = { ...spec, rounds: [], feedback: [], readers: [] }
  await storeChange(tx, of, empty, { spec, placements, at: updatedAt })
  for (const seal of seals) await storeSeal(tx, of, seal)
}

/** Returns the ids of figures that the project already has; null for others. */
async function knownFigures(tx: TenantTransaction, projectId: string, hashes: readonly (string | null)[]) {
  const ids = hashes.map((sha256) => (sha256 === null ? null : idFromName('report-figure', sha256)))
  const found = await readFigures(tx, projectId, ids)
  return ids.map((id, at) => (found[at] == null ? null : id))
}
