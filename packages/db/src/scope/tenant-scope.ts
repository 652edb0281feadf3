import { invariant } from '@assay/domain/result'
import type { Pool, PoolClient, QueryResult, QueryResultRow } from 'pg'
import { isUuid } from '../is-uuid.ts'
import { inTransaction, withClient } from '../transaction.ts'
import type { Actor } from '../types.ts'
import { APP_ROLE } from './app-role.ts'
import { pipelined } from './pipelined.ts'
import { type TenantClient, type TenantSettings, tenantClient } from './tenant-client.ts'

/** A statement with a name is prepared once on each connection. */
export type Statement = { name?: string; text: string; values?: readonly unknown[] }

/** Answers statements about one project. */
export type Statements = {
  // The row type is the caller's word for what its own statement selects, as with pg itself.
  query<R extends QueryResultRow = QueryResultRow>(
    statement: string | Statement,
    values?: readonly unknown[],
  ): Promise<QueryResult<R>>
  /** Several statements in one round trip; all happen or none. */
  batch(statements: readonly Statement[]): Promise<QueryResult[]>
}

/**
 * The rows of one project, and who is at work there: all that queries below a project are given. Each statement runs in
 * a transaction that first took on the role and set the project, so row security lets it see and write nothing else.
 */
export type TenantScope = Statements & {
  readonly projectId: string
  readonly by: Actor
  /** The same by Prisma, for all that is not measured to need SQL. */
  readonly prisma: TenantClient
  /** Statements that belong together, such as a change and its audit row; rolled back unless it says commit. */
  transaction<T>(work: (tx: Statements) => Promise<{ commit: boolean; answer: T }>): Promise<T>
}

export type ScopeSettings = TenantSettings & { pool: Pool }

export function openTenantScope({ pool, prisma, hasRole }: ScopeSettings, projectId: string, by: Actor): TenantScope {
  invariant(isUuid(projectId), 'a scope is made of a stored project')
  let tenant: TenantClient | null = null

  /** One transaction in one round trip. After an error Postgres refuses what follows, and commit rolls back. */
  const batch = async (statements: readonly Statement[]): Promise<QueryResult[]> => {
    const begin = beginOf(projectId, await hasRole())
    const results = await withClient(pool, (client) =>
      pipelined([begin, ...statements.map(asConfig), 'commit'], (statement) => client.query(statement)),
    )
    return results.slice(1, -1)
  }

  return {
    projectId,
    by,
    get prisma() {
      tenant ??= tenantClient({ prisma, hasRole }, projectId)
      return tenant
    },
    batch,

    async query(statement, values) {
      const [result] = await batch([asStatement(statement, values)])
      invariant(result !== undefined, 'each statement of a batch has a result')
      return result
    },

    async transaction(work) {
      const begin = beginOf(projectId, await hasRole())
      return withClient(pool, (client) => inTransaction(client, () => work(statementsOn(client)), begin))
    },
  }
}

/** Statements on a connection whose transaction has set the scope. */
const statementsOn = (client: PoolClient): Statements => ({
  query: (statement, values) => client.query(asConfig(asStatement(statement, values))),
  batch: (statements) => pipelined(statements.map(asConfig), (statement) => client.query(statement)),
})

const asStatement = (statement: string | Statement, values: readonly unknown[] | undefined): Statement => ({
  ...(values === undefined ? {} : { values }),
  ...(typeof statement === 'string' ? { text: statement } : statement),
})

/** pg's type asks for an array that it could change; it changes none. */
const asConfig = ({ values, ...statement }: Statement) => ({ ...statement, values: [...(values ?? [])] })

/** One simple query. The id is a uuid, so there is nothing in it to quote. */
function beginOf(projectId: string, hasRole: boolean): string {
  const role = hasRole ? `set local role ${APP_ROLE}; ` : ''
  return `begin; ${role}set local assay.project_id = '${projectId}'`
}
