import { invariant } from '@assay/domain/result'
import { z } from 'zod'
import { isUuid } from '../../is-uuid.ts'
import { lockRowAbove } from '../../scope/lock-row.ts'
import { Prisma } from '../../scope/prisma.ts'
import type { Transaction } from '../../scope/tenant-client.ts'
import type { Actor } from '../../types.ts'
import { writeDirectoryEvent } from '../audit/audit.ts'

/**
 * Deletes a project with all of its rows in one transaction, including its audit log. The deletion and its actor are
 * recorded in the audit log of the organization.
 */
export async function eraseProject(tx: Transaction, projectId: string, by: Actor): Promise<void> {
  invariant(isUuid(projectId), 'access was verified to a stored project')
  // Row-level security applies to the owner of the tables as well.
  await tx.$executeRawUnsafe(`set local assay.project_id = '${projectId}'`)
  await lockRowAbove(tx, 'project', projectId)
  const project = await tx.project.findUnique({ where: { id: projectId } })
  if (project === null) return
  for (const table of await tablesChildrenFirst(tx)) {
    await tx.$executeRaw`delete from ${Prisma.raw(table)} where project_id = ${projectId}::uuid`
  }
  await tx.quota.deleteMany({ where: { subjectId: projectId } })
  await tx.project.delete({ where: { id: projectId } })
  const object = { kind: 'project', id: projectId, name: project.slug }
  const before = { name: project.name }
  await writeDirectoryEvent(tx, project.organizationId, by, { action: 'project.erased', object, before })
}

const Tables = z.array(z.object({ name: z.string() }))
const References = z.array(z.object({ child: z.string(), parent: z.string() }))

/** Lists the tables of projects, children first, from the catalog of Postgres, so that a new table is included. */
async function tablesChildrenFirst(tx: Transaction): Promise<string[]> {
  const tables = Tables.parse(await tx.$queryRaw(TABLES))
  const references = References.parse(await tx.$queryRaw(REFERENCES))
  const waiting = new Set(tables.map(({ name }) => name))
  const ordered: string[] = []
  while (waiting.size > 0) {
    const free = [...waiting].filter(
      (name) => !references.some(({ child, parent }) => parent === name && child !== name && waiting.has(child)),
    )
    invariant(free.length > 0, 'no tables refer to each other in a circle')
    for (const name of free) waiting.delete(name)
    ordered.push(...free)
  }
  return ordered
}

const TABLES = Prisma.sql`
  select c.oid::regclass::text as name from pg_attribute a join pg_class c on c.oid = a.attrelid
  where a.attname = 'project_id' and not a.attisdropped and c.relkind = 'r' and c.relnamespace = current_schema()::regnamespace
  order by 1`

const REFERENCES = Prisma.sql`
  select conrelid::regclass::text as child, confrelid::regclass::text as parent from pg_constraint where contype = 'f'`
