import type { Client, ClientConfig } from 'pg'

/** Kind of a statement; its text and values are not observed, because they contain data. */
type QueryKind = { operation: string; table: string | null }
/** Called when a statement is sent; the returned function is called with its error or null when it is answered. */
type QueryObserver = (query: QueryKind) => (error: unknown) => void

let observer: QueryObserver | null = null

/** Observes the statements of all connections that are opened later. */
export function observeQueries(next: QueryObserver | null): void {
  observer = next
}

/** A client of pg that reports its statements; the client itself when nobody observes them. */
export function observedClient(base: typeof Client): typeof Client {
  if (observer === null) return base
  return class extends base {
    constructor(config?: string | ClientConfig) {
      super(config)
      // The method of this object, because another wrapper may have replaced that of the prototype.
      const send: (...args: unknown[]) => unknown = this.query.bind(this)
      Object.assign(this, { query: (...args: unknown[]) => observed(send, args) })
    }
  }
}

function observed(send: (...args: unknown[]) => unknown, args: unknown[]): unknown {
  const kind = kindOf(textOf(args[0]))
  const end = kind === null ? undefined : observer?.(kind)
  const callback = args.at(-1)
  if (end !== undefined && typeof callback === 'function') {
    const answered = (error: unknown, result: unknown) => {
      end(error)
      callback(error, result)
    }
    return send(...args.slice(0, -1), answered)
  }
  const answer = send(...args)
  if (end !== undefined && answer instanceof Promise) answer.then(() => end(null), end)
  return answer
}

const textOf = (statement: unknown): string => {
  if (typeof statement === 'string') return statement
  if (typeof statement !== 'object' || statement === null || 'submit' in statement) return ''
  return 'text' in statement ? String(statement.text) : ''
}

const OPERATION = /^\s*(select|insert|update|delete|with)\b/i
const CHANGE_IN_WITH = /\b(insert|update|delete)\s+(?:into\s+|from\s+)?[a-z_"]/i
const TABLE = /\b(?:from|into|update)\s+(?:"public"\.)?"?([a-z_]+)/i

/** Null for statements that only begin, end or configure a transaction. */
export function kindOf(text: string): QueryKind | null {
  const first = OPERATION.exec(text)?.[1]?.toLowerCase()
  if (first === undefined) return null
  const operation = first === 'with' ? (CHANGE_IN_WITH.exec(text)?.[1]?.toLowerCase() ?? 'select') : first
  return { operation, table: TABLE.exec(text)?.[1] ?? null }
}
