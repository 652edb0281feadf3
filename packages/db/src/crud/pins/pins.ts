import { idFromName } from '../../id-from-name.ts'
import type { TenantClient, TenantTransaction } from '../../scope/tenant-client.ts'
import type { TenantScope } from '../../scope/tenant-scope.ts'
import { writeAudit } from '../audit/audit.ts'
import type { PinnedBase, PinQueries } from './pin-types.ts'

type Pin = { product: string; version: string; pinnedBy: string }

export function pinQueries({ projectId, by, prisma }: TenantScope): PinQueries {
  return {
    find: (product) => findPinned(prisma, projectId, product),

    pin: (product, version) =>
      prisma.$transaction(async (tx) => {
        const before = await findPinned(tx, projectId, product)
        const id = idFromName('pinned-base', product)
        if (version === null) {
          const { count } = await tx.pinnedBase.deleteMany({ where: { projectId, id } })
          if (count === 0) return true
        } else if (!(await storePin(tx, projectId, id, { product, version, pinnedBy: by.name }))) return false
        await writeAudit(tx, projectId, by, {
          action: version === null ? 'pinned-base.removed' : 'pinned-base.saved',
          object: { kind: 'pinned-base', id, name: product },
          ...(before === null ? {} : { before: { version: before.version } }),
          ...(version === null ? {} : { after: { version } }),
        })
        return true
      }),
  }
}

async function findPinned(
  client: TenantClient | TenantTransaction,
  projectId: string,
  product: string,
): Promise<PinnedBase | null> {
  const pin = await client.pinnedBase.findFirst({
    where: { projectId, product: { name: product } },
    select: { version: { select: { name: true } }, pinnedBy: true, pinnedAt: true },
  })
  return pin && { product, version: pin.version.name, pinnedBy: pin.pinnedBy, pinnedAt: pin.pinnedAt.toISOString() }
}

/** Returns false if the product has no such version. */
async function storePin(
  tx: TenantTransaction,
  projectId: string,
  id: string,
  { product, version, pinnedBy }: Pin,
): Promise<boolean> {
  const found = await tx.version.findFirst({ where: { projectId, name: version, product: { name: product } } })
  if (found === null) return false
  const pin = { versionId: found.id, pinnedBy, pinnedAt: new Date() }
  await tx.pinnedBase.upsert({
    where: { projectId_id: { projectId, id } },
    create: { projectId, id, productId: found.productId, ...pin },
    update: pin,
  })
  return true
}
