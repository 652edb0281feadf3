import type { TenantModels } from '../../scope/tenant-client.ts'
import type { SpecKey } from './spec-types.ts'

/**
 * Resolves the name in a link to its block and the newest revision with that block, which outlives names of its
 * heading.
 */
export async function findBlock(from: TenantModels, of: SpecKey, name: string) {
  const named = await from.specBlockName.findUnique({
    where: { projectId_specId_name: { ...of, name } },
    select: { block: true },
  })
  if (named === null) return null
  return from.specBlockName.findUnique({
    where: { projectId_specId_name: { ...of, name: named.block } },
    select: { block: true, lastRevision: true },
  })
}
