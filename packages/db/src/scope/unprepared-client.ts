import type { Client } from 'pg'

/**
 * A client of pg that sends every statement without its name. A named statement is prepared in one session, and a pooler
 * in transaction mode sends the next transaction to another one. (docs/decisions/208-a-pooler-in-transaction-mode.md)
 */
export function unpreparedClient(base: typeof Client): typeof Client {
  return class extends base {
    // The overloads of `query` differ only in their return types, which are those of the base class.
    override query = ((statement: unknown, ...rest: unknown[]) =>
      Reflect.apply(base.prototype.query, this, [withoutName(statement), ...rest])) as Client['query']
  }
}

function withoutName(statement: unknown): unknown {
  if (typeof statement !== 'object' || statement === null || !('name' in statement)) return statement
  const { name: _, ...unnamed } = statement
  return unnamed
}
