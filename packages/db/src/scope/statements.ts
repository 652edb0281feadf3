import type { PoolClient, QueryResult } from 'pg'
import type { z } from 'zod'
import { pipelined } from './pipelined.ts'

/** A statement with a name is prepared once on each connection. */
export type Statement = { name?: string; text: string; values?: readonly unknown[] }

/** The result of a statement, as pg returns it. */
export type Answer = QueryResult<Record<string, unknown>>

/** Runs statements about one project. */
export type Statements = {
  /** The rows are unknown until they are parsed (`readRows`). */
  query(statement: string | Statement, values?: readonly unknown[]): Promise<Answer>
  /** Sends several statements in one round trip; all are committed or none is. */
  batch(statements: readonly Statement[]): Promise<Answer[]>
}

/** Statements on a connection whose transaction has set the scope. */
export const statementsOn = (client: PoolClient): Statements => ({
  query: (statement, values) => client.query(asConfig(asStatement(statement, values))),
  batch: (statements) => pipelined(statements.map(asConfig), (statement) => client.query(statement)),
})

export const asStatement = (statement: string | Statement, values: readonly unknown[] | undefined): Statement => ({
  ...(values === undefined ? {} : { values }),
  ...(typeof statement === 'string' ? { text: statement } : statement),
})

/** The type of pg requires a mutable array, although pg does not change it. */
export const asConfig = ({ values, ...statement }: Statement) => ({ ...statement, values: [...(values ?? [])] })

/** Parses the rows of a statement, because the compiler does not know what a statement selects. */
export async function readRows<T>(
  on: { query(statement: Statement): Promise<{ rows: unknown[] }> },
  row: z.ZodType<T>,
  statement: string | Statement,
  values: readonly unknown[] = [],
): Promise<T[]> {
  const { rows } = await on.query(asStatement(statement, values))
  return rows.map((one) => row.parse(one))
}
