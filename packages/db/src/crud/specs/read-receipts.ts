import { randomUUID } from 'node:crypto'
import type { PersonRef } from '@assay/domain/specs/spec'
import { SQL_STATE, sqlState } from '../../postgres-error.ts'
import type { TenantScope } from '../../scope/tenant-scope.ts'
import type { ReadReceipt, SpecKey } from './spec-types.ts'

/** Requests within this time count as one reading. */
const SAME_VISIT_MS = 60_000

export async function recordRead(scoped: TenantScope, of: SpecKey, revision: number, person: PersonRef): Promise<void> {
  try {
    await storeReceipt(scoped, of, revision, person)
  } catch (error) {
    // The spec was deleted after the page was opened, and its receipts with it.
    if (sqlState(error) !== SQL_STATE.foreignKeyViolation) throw error
  }
}

async function storeReceipt(
  { prisma }: TenantScope,
  of: SpecKey,
  revision: number,
  { key, name }: PersonRef,
): Promise<void> {
  const receipt = { ...of, revision, key }
  const { count } = await prisma.specReadReceipt.createMany({
    data: [{ ...receipt, id: randomUUID(), name }],
    skipDuplicates: true,
  })
  if (count === 1) return
  const lastAt = new Date()
  const lastMinute = new Date(lastAt.getTime() - SAME_VISIT_MS)
  await prisma.specReadReceipt.updateMany({ where: { ...receipt, lastAt: { lt: lastMinute } }, data: { lastAt, name } })
}

/** Lists read receipts, newest revision first. */
export async function listReadReceipts({ prisma }: TenantScope, of: SpecKey): Promise<ReadReceipt[]> {
  const rows = await prisma.specReadReceipt.findMany({
    where: of,
    orderBy: [{ revision: 'desc' }, { firstAt: 'asc' }, { key: 'asc' }],
  })
  return rows.map(({ revision, key, name, firstAt, lastAt }) => ({
    revision,
    person: { key, name },
    firstAt: firstAt.toISOString(),
    lastAt: lastAt.toISOString(),
  }))
}
