import { AsyncLocalStorage } from 'node:async_hooks'
import { invariant } from '@assay/domain/result'
import { Pool, type PoolClient, type QueryConfig, type QueryResult } from 'pg'
import { withClient } from '../transaction.ts'
import { pipelined } from './pipelined.ts'
import type { ConnectionSource } from './read-replica.ts'
import { opensScope, opensScopeOf } from './scope-statement.ts'

/**
 * The pool for Prisma's adapter, which waits for the answer to each statement. This pool sends the statement that sets
 * the scope together with the next one, and a transaction that only read does not wait for its commit: a read is one
 * round trip and a write two, instead of four. (docs/decisions/151-prisma-for-crud.md)
 */
export class PrismaPool extends Pool {
  readonly #getPool: () => Promise<ConnectionSource>

  /** @param getPool returns the pool whose connections are used. */
  constructor(getPool: () => Promise<ConnectionSource>) {
    super()
    this.#getPool = getPool
  }

  // The other overloads take callbacks, which the adapter never passes.
  override connect = (async () => {
    const checkedOut = checkOut(await (await this.#getPool()).connect())
    const checkout = loans.getStore()
    if (checkout !== undefined) checkout.checkedOut ??= checkedOut
    return checkedOut.connection
  }) as Pool['connect']

  override query = (async (config: QueryConfig) =>
    withClient(await this.#getPool(), (client) => client.query(withPlainEnums(config)))) as Pool['query']
}

/** A connection for one transaction, and the statements that set its scope. */
type CheckedOut = { connection: PoolClient; scope: string }

const loans = new AsyncLocalStorage<{ checkedOut: CheckedOut | null }>()

/**
 * Runs a Prisma transaction and passes its connection on, for SQL in the same transaction. Prisma takes the connection
 * in the asynchronous context of the call that begins the transaction.
 *
 * @param begin takes the connection by the project whose scope the transaction has set.
 */
export function withConnection<T>(begin: (connection: (projectId: string) => PoolClient) => Promise<T>): Promise<T> {
  const checkout: { checkedOut: CheckedOut | null } = { checkedOut: null }
  return loans.run(checkout, () =>
    begin((projectId) => {
      const { checkedOut } = checkout
      invariant(checkedOut !== null, 'Prisma takes a connection when it begins a transaction')
      invariant(
        opensScopeOf(checkedOut.scope, projectId),
        'the transaction on the connection has set the scope of the project',
      )
      return checkedOut.connection
    }),
  )
}

const NO_ROWS: QueryResult = { command: '', rowCount: 0, oid: 0, fields: [], rows: [] }

function checkOut(client: PoolClient): CheckedOut {
  let opening: QueryConfig[] = []
  let onlyReads = true

  const query = async (config: QueryConfig): Promise<QueryResult> => {
    const { text } = config
    if (text === 'BEGIN') opening.push(config)
    if (opensScope(text)) {
      checkedOut.scope = text
      // Several statements are sent as one simple query, which has neither a name nor parameters.
      opening.push({ text })
    }
    if (text === 'BEGIN' || opensScope(text)) return NO_ROWS
    if (text === 'COMMIT' && onlyReads && opening.length === 0) {
      // No value depends on this commit, and the connection executes the next statement after it.
      client.query(config).catch(() => undefined)
      return NO_ROWS
    }
    onlyReads &&= isGeneratedRead(text)
    const statements = [...opening, withPlainEnums(config)]
    opening = []
    const answers = await pipelined(statements, (statement) => client.query(statement))
    return answers.at(-1) ?? NO_ROWS
  }

  const connection = new Proxy(client, {
    get(target, name) {
      if (name === 'query') return query
      const value: unknown = Reflect.get(target, name)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
  const checkedOut: CheckedOut = { connection, scope: '' }
  return checkedOut
}

/**
 * Prisma writes its keywords in capitals and calls no functions with side effects in reads; hand-written SQL is in
 * lower case.
 */
const isGeneratedRead = (text: string) => text.startsWith('SELECT ')

/**
 * Removes the cast of enums to text from what a write returns, because a distributed Postgres refuses a function there that
 * is not immutable. Values of enums arrive as text without it.
 */
function withPlainEnums(config: QueryConfig): QueryConfig {
  const at = config.text.lastIndexOf(' RETURNING ')
  if (at < 0) return config
  return { ...config, text: config.text.slice(0, at) + config.text.slice(at).replaceAll(/::text(?!\[)/g, '') }
}
