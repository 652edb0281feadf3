import type { Client, ClientConfig } from 'pg'

/**
 * A client of pg that sends every statement without its name. A named statement is prepared in one session, and a pooler
 * in transaction mode sends the next transaction to another one. (docs/decisions/208-a-pooler-in-transaction-mode.md)
 */
export function unpreparedClient(base: typeof Client): typeof Client {
  return class extends base {
    constructor(config?: string | ClientConfig) {
      super(config)
      // The method of this object, because another wrapper may have replaced that of the prototype.
      const send: (...args: unknown[]) => unknown = this.query.bind(this)
      Object.assign(this, { query: (statement: unknown, ...rest: unknown[]) => send(withoutName(statement), ...rest) })
    }
  }
}

function withoutName(statement: unknown): unknown {
  if (typeof statement !== 'object' || statement === null || !('name' in statement)) return statement
  const { name: _, ...unnamed } = statement
  return unnamed
}
