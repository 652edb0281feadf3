import { invariant } from '@assay/domain/result'
import { type Pool, type PoolClient, Query, type QueryConfig, type QueryResult, type QueryResultRow } from 'pg'
import { isUuid } from '../is-uuid.ts'
import { inTransaction, withClient } from '../transaction.ts'
import type { Actor } from '../types.ts'
import { APP_ROLE } from './app-role.ts'
import { StatementBatch, type Step } from './statement-batch.ts'
import { type Inner, type Preamble, TenantScopedQuery } from './tenant-scoped-query.ts'

export type Statement = { name?: string; text: string; values?: unknown[] }

/** Runs statements that are limited to one project. */
export type Statements = {
  // The row type is the caller's word for what its own statement selects, as with pg itself.
  query<R extends QueryResultRow = QueryResultRow>(
    statement: string | Statement,
    values?: unknown[],
  ): Promise<QueryResult<R>>
  /** Several statements at once; all happen or none. @returns the rows that they returned, as text. */
  batch(steps: readonly Step[]): Promise<(string | null)[][]>
}

/**
 * The tenant scope that every query below a project is given: the project and the actor. Each statement runs in a
 * transaction that first sets the role and the project, so row-level security lets it see and write nothing else.
 */
export type TenantScope = Statements & {
  readonly projectId: string
  readonly by: Actor
  /** Statements that belong together, such as a change and its audit row; rolled back unless it says commit. */
  transaction<T>(work: (tx: Statements) => Promise<{ commit: boolean; answer: T }>): Promise<T>
}

export type ScopeSettings = {
  pool: Pool
  /** True when this connection may set the role; asked once. */
  hasRole: () => Promise<boolean>
  /** Changes the text of every statement. Only tests use it: without filters, row-level security has to hold alone. */
  rewrite: ((sql: string) => string) | null
}

export function openTenantScope({ pool, hasRole, rewrite }: ScopeSettings, projectId: string, by: Actor): TenantScope {
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
    batch: (steps) => send(client, rewrittenSteps(steps), (batch) => batch),
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
        client.query(new TenantScopedQuery(preamble, query as unknown as Inner))
        return promise
      })
    },

    async batch(steps) {
      const preamble = preambleOf(projectId, await hasRole())
      return withClient(pool, (client) =>
        send(client, rewrittenSteps(steps), (batch) => new TenantScopedQuery(preamble, batch)),
      )
    },

    async transaction(work) {
      const begin = beginOf(projectId, await hasRole())
      return withClient(pool, (client) => inTransaction(client, () => work(statements(client)), begin))
    },
  }
}

function send(
  client: PoolClient,
  steps: readonly Step[],
  wrap: (batch: StatementBatch) => StatementBatch | TenantScopedQuery,
) {
  const { promise, resolve, reject } = Promise.withResolvers<(string | null)[][]>()
  client.query(wrap(new StatementBatch(steps, (error, rows) => (error === null ? resolve(rows) : reject(error)))))
  return promise
}

function preambleOf(projectId: string, hasRole: boolean): Preamble {
  const role = hasRole ? `set_config('role', '${APP_ROLE}', true), ` : ''
  return { name: 'scope', text: `select ${role}set_config('assay.project_id', $1, true)`, values: [projectId] }
}

/** One simple query: three statements in one round trip. The id is a uuid, so it needs no quotes. */
function beginOf(projectId: string, hasRole: boolean): string {
  const role = hasRole ? `set local role ${APP_ROLE}; ` : ''
  return `begin; ${role}set local assay.project_id = '${projectId}'`
}
