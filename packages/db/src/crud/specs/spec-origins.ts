import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import type { TenantModels } from '../../scope/tenant-client.ts'
import type { ImportSource, SpecKey, SpecSeal } from './spec-types.ts'

/** Reads the seals, oldest first. */
export async function readSeals(from: TenantModels, of: SpecKey): Promise<SpecSeal[]> {
  const rows = await from.specSeal.findMany({ where: of, orderBy: { round: 'asc' } })
  return rows.map(({ round, revision, appendixSha256, at }) => ({
    round,
    revision,
    appendixSha256,
    at: at.toISOString(),
  }))
}

export async function storeSeal(tx: TenantModels, of: SpecKey, seal: SpecSeal): Promise<void> {
  await tx.specSeal.create({ data: { ...of, id: randomUUID(), ...seal } })
}

const Source: z.ZodType<ImportSource> = z.object({
  name: z.string(),
  organization: z.string(),
  project: z.string(),
  revision: z.int(),
  updatedAt: z.string(),
})

/** Reads the source of an imported spec; null for a spec that was created on this server. */
export async function readImport(from: TenantModels, { projectId, specId }: SpecKey) {
  const row = await from.specImport.findUnique({ where: { projectId_specId: { projectId, specId } } })
  return row && { by: row.byName, at: row.at.toISOString(), source: Source.parse(row.source) }
}
