import type { z } from 'zod'
import type { Statement, Statements } from './tenant-scope.ts'

/** The rows of a statement, each parsed: what a statement selects is known to Postgres and not to the compiler. */
export async function readRows<T>(
  on: Statements,
  row: z.ZodType<T>,
  statement: string | Statement,
  values?: readonly unknown[],
): Promise<T[]> {
  const { rows } = await on.query(statement, values)
  return rows.map((one) => row.parse(one))
}
