import { Client } from 'pg'

/**
 * A client of pg that rewrites each statement before it is sent. Tests remove the application's filters with it, in SQL
 * and Prisma, to prove that row-level security is sufficient.
 */
export function rewritingClient(rewrite: (sql: string) => string): typeof Client {
  return class extends Client {
    // The overloads of `query` differ only in their return types, which are those of the base class.
    override query = ((statement: unknown, ...rest: unknown[]) =>
      Reflect.apply(Client.prototype.query, this, [rewritten(statement, rewrite), ...rest])) as Client['query']
  }
}

function rewritten(statement: unknown, rewrite: (sql: string) => string): unknown {
  if (typeof statement === 'string') return rewrite(statement)
  if (typeof statement !== 'object' || statement === null || !('text' in statement)) return statement
  return { ...statement, text: rewrite(String(statement.text)) }
}
