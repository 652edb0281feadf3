import { invariant } from '@assay/domain/result'
import { type Pool, type PoolClient, Query, type QueryConfig, type QueryResult, type QueryResultRow } from 'pg'
import { isUuid } from '../is-uuid.ts'
import { inTransaction, withClient } from '../transaction.ts'
import type { Actor } from '../types.ts'
import { APP_ROLE } from './app-role.ts'
import { OneTrip, type Step } from './one-trip.ts'
import { type Inner, InScope, type Preamble } from './tenant-scoped-query.ts'

export type Statement = { name?: string; text: string; values?: unknown[] }

/** What answers statements about one project. */
export type Statements = {
  // The row type is the caller's word for what its own statement selects, as with pg itself.
  query<R extends QueryResultRow = QueryResultRow>(
    statement: string | Statement,
    values?: unknown[],
  ): Promise<QueryResult<R>>
  /** Several statements at once; all happen or none. @returns the rows that they returned, as text. */
  trip(steps: readonly Step[]): Promise<(string | null)[][]>
}

/**
 * The rows of one project, and who is at work there: all that queries below a project are given. Each statement runs in
 * a transaction that first took on the role and set the project, so row security lets it see and write nothing else.
 */
export type Scoped = Statements & {
  readonly projectId: string
  readonly by: Actor
  /** Statements that belong together, such as a change and its audit row; rolled back unless it says commit. */
  transaction<T>(work: (tx: Statements) => Promise<{ commit: boolean; answer: T }>): Promise<T>
}

export type ScopeSettings = {
  pool: Pool
  /** Whether the role can be taken on; asked once. */
  hasRole: () => Promise<boolean>
  /** Changes the text of every statement. Only tests do: they take out the filters to see that the walls hold alone. */
  rewrite: ((sql: string) => string) | null
}

export function openScope({ pool, hasRole, rewrite }: ScopeSettings, projectId: string, by: Actor): Scoped {
  invariant(isUuid(projectId), 'a scope is made of a stored project')
  const rewritten = (statement: string | Statement): Statement => {
    const whole = typeof statement === 'string' ? { text: statement } : statement
    return rewrite === null ? whole : { ...whole, text: rewrite(whole.text) }
  }
  const rewrittenSteps = (steps: readonly Step[]) =>
    rewrite === null ? steps : steps.map((step) => ({ ...step, text: rewrite(step.text) }))

  const statements = (client: PoolClient): Statements => ({
    query: (statement, values) =>
      client.query({ ...(values === undefined ? {} : { values }), ...rewritten(statement) }),
    trip: (steps) => send(client, rewrittenSteps(steps), (trip) => trip),
  })

  return {
    projectId,
    by,
    async query<R extends QueryResultRow>(statement: string | Statement, values?: unknown[]) {
      const preamble = preambleOf(projectId, await hasRole())
      const { promise, resolve, reject } = Promise.withResolvers<QueryResult<R>>()
      const { values: own = values ?? [], ...rest } = rewritten(statement)
      // Always prepared, for a simple query could have no preamble. pg's types do not know queryMode, its Query does.
      const query = new Query(
        { ...rest, values: own, queryMode: 'extended' } as QueryConfig,
        undefined,
        (error: Error | null | undefined, result: QueryResult<R>) => (error == null ? resolve(result) : reject(error)),
      )
      return withClient(pool, (client) => {
        // pg's Query has the methods that the client itself calls; its types list some of them only.
        client.query(new InScope(preamble, query as unknown as Inner))
        return promise
      })
    },

    async trip(steps) {
      const preamble = preambleOf(projectId, await hasRole())
      return withClient(pool, (client) => send(client, rewrittenSteps(steps), (trip) => new InScope(preamble, trip)))
    },

    async transaction(work) {
      const begin = beginOf(projectId, await hasRole())
      return withClient(pool, (client) => inTransaction(client, () => work(statements(client)), begin))
    },
  }
}

function send(client: PoolClient, steps: readonly Step[], wrap: (trip: OneTrip) => OneTrip | InScope) {
  const { promise, resolve, reject } = Promise.withResolvers<(string | null)[][]>()
  client.query(wrap(new OneTrip(steps, (error, rows) => (error === null ? resolve(rows) : reject(error)))))
  return promise
}

function preambleOf(projectId: string, hasRole: boolean): Preamble {
  const role = hasRole ? `set_config('role', '${APP_ROLE}', true), ` : ''
  return { name: 'scope', text: `select ${role}set_config('assay.project_id', $1, true)`, values: [projectId] }
}

/** One simple query: three statements in one trip. The id is a uuid, so there is nothing in it to quote. */
function beginOf(projectId: string, hasRole: boolean): string {
  const role = hasRole ? `set local role ${APP_ROLE}; ` : ''
  return `begin; ${role}set local assay.project_id = '${projectId}'`
}
