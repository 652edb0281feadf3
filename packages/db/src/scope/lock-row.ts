import { Prisma } from './prisma.ts'
import type { TenantTransaction } from './tenant-client.ts'

/**
 * Holds a row until the end of the transaction: of two changes at once, the second sees what the first one did.
 *
 * @param table a table with the key (project_id, id). The row need not be there.
 */
export async function lockRow(tx: TenantTransaction, table: LockableTable, projectId: string, id: string) {
  await tx.$queryRaw`
    select from ${Prisma.raw(table)} where project_id = ${projectId}::uuid and id = ${id}::uuid for update`
}

type LockableTable = 'api_token' | 'known_bug' | 'report' | 'saved_comparison' | 'series_rule' | 'share'
