import { invariant } from '@assay/domain/result'
import { isUuid } from '../is-uuid.ts'
import { inTransaction, withClient } from '../transaction.ts'
import type { Actor } from '../types.ts'
import { pipelined } from './pipelined.ts'
import { areReads } from './read-replica.ts'
import { scopeStatements } from './scope-statement.ts'
import { type Answer, asConfig, asStatement, type Statement, type Statements, statementsOn } from './statements.ts'
import type { TenantClient, TenantSettings } from './tenant-client.ts'
import type { Timeouts } from './timeouts.ts'

/**
 * The rows of one project and the actor, as input of all queries on tables of projects. Each statement runs in a
 * transaction that first sets the role and the project, so that row-level security hides all other rows.
 */
export type TenantScope = Statements & {
  readonly projectId: string
  readonly by: Actor
  /** Prisma's client in the same scope, for all queries that are not measured to need SQL. */
  readonly prisma: TenantClient
  /** Runs statements in one transaction without Prisma, for uploads and for a lock that is held for minutes. */
  transaction<T>(work: (tx: Statements) => Promise<{ commit: boolean; answer: T }>): Promise<T>
}

export type ScopeSettings = TenantSettings & {
  /** Returns Prisma's client of a project; it may be cached. */
  clientOf: (projectId: string) => TenantClient
}

export function openTenantScope(
  { pools, clientOf, hasRole, timeouts }: ScopeSettings,
  projectId: string,
  by: Actor,
): TenantScope {
  invariant(isUuid(projectId), 'a scope is made of a stored project')

  /**
   * One transaction in one round trip. After an error Postgres refuses the following statements, and commit rolls back.
   */
  const batch = async (statements: readonly Statement[]): Promise<Answer[]> => {
    const begin = beginOf(projectId, await hasRole(), timeouts)
    const kind = areReads(statements.map(({ text }) => text)) ? 'reading' : 'writing'
    const results = await pools[kind](projectId, (source) =>
      withClient(source, (client) =>
        pipelined([begin, ...statements.map(asConfig), 'commit'], (statement) => client.query(statement)),
      ),
    )
    return results.slice(1, -1)
  }

  return {
    projectId,
    by,
    prisma: clientOf(projectId),
    batch,

    async query(statement, values) {
      const [result] = await batch([asStatement(statement, values)])
      invariant(result !== undefined, 'each statement of a batch has a result')
      return result
    },

    async transaction(work) {
      const begin = beginOf(projectId, await hasRole(), timeouts)
      return pools.writing(projectId, (source) =>
        withClient(source, (client) => inTransaction(client, () => work(statementsOn(client)), begin)),
      )
    },
  }
}

/** One simple query. */
const beginOf = (projectId: string, hasRole: boolean, fixed: Timeouts | undefined) =>
  `begin; ${scopeStatements(projectId, hasRole, fixed)}`
