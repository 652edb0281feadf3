import type pg from 'pg'
import { z } from 'zod'

/** A table as a backup reads and a restore writes it. */
export type Table = {
  name: string
  /** Copied columns. Generated ones are generated again. */
  columns: string[]
  /** True when row-level security shows the current user one project at a time. */
  isFiltered: boolean
}

const Row = z.object({ name: z.string(), columns: z.array(z.string()), isFiltered: z.boolean() })

/** Tables of all migrations. The table of migrations is left out, because a restore applies them. */
const TABLES = `
  select c.relname::text as name,
    array_agg(a.attname::text order by a.attnum) as columns,
    row_security_active(c.oid) and not exists (
      select from pg_policies p where p.schemaname = current_schema() and p.tablename = c.relname
        and p.policyname = 'of_directory' and current_user = any(p.roles)
    ) as "isFiltered"
  from pg_class c
  join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
  where c.relkind = 'r' and c.relnamespace = current_schema()::regnamespace and c.relname <> '_prisma_migrations'
  group by c.oid, c.relname
  order by c.relname`

export async function listTables(client: pg.ClientBase): Promise<Table[]> {
  return z.array(Row).parse((await client.query(TABLES)).rows)
}

export async function listProjects(client: pg.ClientBase): Promise<string[]> {
  const { rows } = await client.query('select id from project order by id')
  return z
    .array(z.object({ id: z.string() }))
    .parse(rows)
    .map(({ id }) => id)
}

/** Sets the project whose rows row-level security shows for the rest of the transaction. */
export async function setProject(client: pg.ClientBase, projectId: string): Promise<void> {
  await client.query(`select set_config('assay.project_id', $1, true)`, [projectId])
}

const Sequence = z.object({ name: z.string(), value: z.string().nullable() })

export async function listSequences(client: pg.ClientBase): Promise<z.infer<typeof Sequence>[]> {
  const { rows } = await client.query(
    'select sequencename::text as name, last_value::text as value from pg_sequences where schemaname = current_schema() order by 1',
  )
  return z.array(Sequence).parse(rows)
}
