import { Prisma } from './prisma.ts'
import type { Transaction } from './tenant-client.ts'

type TableOfProject =
  | 'api_token'
  | 'experiment'
  | 'finding'
  | 'known_bug'
  | 'report'
  | 'run'
  | 'saved_comparison'
  | 'series_rule'
  | 'share'
  | 'spec'
type TableAboveProjects = 'app_user' | 'organization' | 'project'

/**
 * Locks a row until the end of the transaction, so that the second of two concurrent changes sees the result of the
 * first. The row need not exist.
 */
export async function lockRow(tx: Transaction, table: TableOfProject, projectId: string, id: string) {
  await tx.$queryRaw`
    select from ${Prisma.raw(table)} where project_id = ${projectId}::uuid and id = ${id}::uuid for update`
}

/** Does the same for a table above projects. */
export async function lockRowAbove(tx: Transaction, table: TableAboveProjects, id: string) {
  await tx.$queryRaw`select from ${Prisma.raw(table)} where id = ${id}::uuid for update`
}
