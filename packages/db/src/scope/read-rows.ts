import type { z } from 'zod'
import type { Statement } from './tenant-scope.ts'

/** A tenant scope, one of its transactions, or the pool for tables above projects. */
type Queryable = { query(statement: Statement): Promise<{ rows: unknown[] }> }

/** The rows of a statement, each parsed: what a statement selects is known to Postgres and not to the compiler. */
export async function readRows<T>(
  on: Queryable,
  row: z.ZodType<T>,
  statement: string | Statement,
  values: readonly unknown[] = [],
): Promise<T[]> {
  const named = typeof statement === 'string' ? { text: statement } : statement
  const { rows } = await on.query({ values: [...values], ...named })
  return rows.map((one) => row.parse(one))
}
