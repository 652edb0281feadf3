import { invariant } from '@assay/domain/result'
import type { PoolClient } from 'pg'
import { isUuid } from '../../is-uuid.ts'
import type { Actor } from '../../types.ts'
import { writeDirectoryEvent } from '../audit/audit.ts'
import type { Change } from './in-change.ts'

/**
 * Deletes a project with every row below it in one transaction: whoever asks meanwhile sees all of it or nothing. Its own
 * trail goes too; that it was erased, and by whom, is written into the trail of the organization.
 */
export async function eraseProject(change: Change, projectId: string, by: Actor): Promise<void> {
  invariant(isUuid(projectId), 'access was verified to a stored project')
  await change(
    async (client) => {
      const { rows } = await client.query<{ slug: string; name: string; organization_id: string }>(
        'select slug, name, organization_id from project where id = $1 for update',
        [projectId],
      )
      const [project] = rows
      if (project === undefined) return
      for (const table of await tablesChildrenFirst(client)) {
        await client.query(`delete from ${table} where project_id = $1`, [projectId])
      }
      await client.query('delete from project where id = $1', [projectId])
      const object = { kind: 'project', id: projectId, name: project.slug }
      const before = { name: project.name }
      await writeDirectoryEvent(client, project.organization_id, by, { action: 'project.erased', object, before })
    },
    // The walls hold the tables' owner as well. The id is a uuid, so there is nothing in it to quote.
    `begin; set local assay.project_id = '${projectId}'`,
  )
}

/** Every table below projects, found in the run index so that a new one is never forgotten; those that refer to others first. */
async function tablesChildrenFirst(client: PoolClient): Promise<string[]> {
  const { rows: tables } = await client.query<{ name: string }>(TABLES)
  const { rows: references } = await client.query<{ child: string; parent: string }>(REFERENCES)
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

const TABLES = `
  select c.oid::regclass::text as name from pg_attribute a join pg_class c on c.oid = a.attrelid
  where a.attname = 'project_id' and not a.attisdropped and c.relkind = 'r' and c.relnamespace = current_schema()::regnamespace
  order by 1`

const REFERENCES = `
  select conrelid::regclass::text as child, confrelid::regclass::text as parent from pg_constraint where contype = 'f'`
