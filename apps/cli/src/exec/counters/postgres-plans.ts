import { writeFile } from 'node:fs/promises'
// biome-ignore lint/style/noRestrictedImports: this is the database under test and not the database of Assay
import type pg from 'pg'
import { z } from 'zod'

/** Maximum statements whose plans are recorded: those with most of the execution time. */
const MAX_STATEMENTS = 20

const STATEMENTS = `
  select query from pg_stat_statements
  where dbid = (select oid from pg_database where datname = current_database())
    and query ~* '^\\s*(select|insert|update|delete|with|merge)\\y' and query !~* ';|pg_stat_|pg_catalog|pg_database'
  order by total_exec_time desc limit ${MAX_STATEMENTS}`

const Statements = z.object({ rows: z.array(z.object({ query: z.string() })) })
const Explained = z.object({
  rows: z.array(z.object({ 'QUERY PLAN': z.array(z.record(z.string(), z.unknown())) })).length(1),
})

// Literals are parameters in these texts, so a semicolon could only end the statement and begin another one.

/**
 * Writes the plans of the statements with most of the execution time. Parameters of the statements are not recorded, so
 * the plans are generic (Postgres 16 and later) and nothing is executed; a statement that cannot be planned is left out.
 */
export async function writePlans(client: pg.Client, path: string): Promise<void> {
  try {
    const { rows } = Statements.parse(await client.query(STATEMENTS))
    const plans: Record<string, unknown>[] = []
    for (const { query } of rows) plans.push(...(await planOf(client, query)))
    if (plans.length > 0) await writeFile(path, `${JSON.stringify(plans, null, 1)}\n`)
  } catch {
    // The benchmark has ended, and its results are stored without plans.
  }
}

async function planOf(client: pg.Client, query: string): Promise<Record<string, unknown>[]> {
  try {
    // The text of a statement comes from outside, so it is explained in a read-only transaction.
    await client.query('begin read only')
    const { rows } = Explained.parse(await client.query(`explain (generic_plan, format json) ${query}`))
    return rows.flatMap((row) => row['QUERY PLAN'].map((plan) => ({ 'Query Text': query, ...plan })))
  } catch {
    return []
  } finally {
    await client.query('rollback').catch(() => undefined)
  }
}
