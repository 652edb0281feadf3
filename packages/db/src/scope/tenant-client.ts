import { invariant } from '@assay/domain/result'
import { Prisma, type PrismaClient } from '../generated/client.ts'
import { withConnection } from './prisma-pool.ts'
import { type ProjectPools, withConnectionSource } from './project-pools.ts'
import { isReadOperation } from './read-replica.ts'
import { scopeStatements } from './scope-statement.ts'
import { type Statements, statementsOn } from './statements.ts'
import type { Timeouts } from './timeouts.ts'

/** A transaction of Prisma. */
export type Transaction = Prisma.TransactionClient

/** The models of a Prisma transaction or of a tenant's client. */
export type TenantModels = Omit<Transaction, `$${string}`>

/** A Prisma transaction with the role and the project of a tenant, which can also run SQL. */
export type TenantTransaction = Transaction & Statements

/** The part of Prisma's client that a tenant may use; raw SQL needs a transaction, in which the project is set. */
export type TenantClient = TenantModels & {
  /** Runs operations that belong together, such as a change and its audit event; rolls back if `work` throws. */
  $transaction<T>(work: (tx: TenantTransaction) => Promise<T>): Promise<T>
}

export type TenantSettings = {
  prisma: PrismaClient
  pools: Pick<ProjectPools, 'reading' | 'writing'>
  /** Returns true if the database has the role; the answer is cached. */
  hasRole: () => Promise<boolean>
  /** Time-outs for all work in the scope; undefined for those of the calling request or job. */
  timeouts?: Timeouts | undefined
}

/** Extending Prisma's client takes longer than most queries, so the clients of recent projects are reused. */
const MAX_TENANT_CLIENTS = 200

/** @returns the client of a project, cached, because it depends on nothing of the request. */
export function tenantClients(settings: TenantSettings): (projectId: string) => TenantClient {
  const clients = new Map<string, TenantClient>()
  return (projectId) => {
    const client = clients.get(projectId) ?? tenantClient(settings, projectId)
    // A Map keeps the order of insertion, so the first key is that of the least recently used client.
    clients.delete(projectId)
    clients.set(projectId, client)
    const [oldest] = clients.keys()
    if (clients.size > MAX_TENANT_CLIENTS && oldest !== undefined) clients.delete(oldest)
    return client
  }
}

/**
 * Prisma's client limited to one project by two extensions. The inner one refuses operations that do not name the
 * project. The outer one runs each operation in a transaction that first sets the role and the project, so that
 * row-level security applies even if a filter is missing. (docs/decisions/151-prisma-for-crud.md)
 */
function tenantClient({ prisma, pools, hasRole, timeouts }: TenantSettings, projectId: string): TenantClient {
  // Both extensions act before an operation and change no signature, which the types of $extends cannot express.
  const filtered = prisma.$extends(requireProject(projectId)) as unknown as PrismaClient
  const tenant = filtered.$extends({
    name: 'tenant',
    query: {
      async $allOperations({ operation, args, query }) {
        const scope = scopeStatements(projectId, await hasRole(), timeouts)
        const kind = isReadOperation(operation) ? 'reading' : 'writing'
        const [, answer] = await pools[kind](projectId, (source) =>
          withConnectionSource(source, () => filtered.$transaction([filtered.$executeRawUnsafe(scope), query(args)])),
        )
        return answer
      },
    },
    client: {
      async $transaction<T>(work: (tx: TenantTransaction) => Promise<T>): Promise<T> {
        const scope = scopeStatements(projectId, await hasRole(), timeouts)
        const transact = () =>
          withConnection((connection) =>
            filtered.$transaction(async (tx) => {
              await tx.$executeRawUnsafe(scope)
              return work(withStatements(tx, statementsOn(connection(projectId))))
            }),
          )
        return pools.writing(projectId, (source) => withConnectionSource(source, transact))
      },
    },
  })
  // TenantClient is narrower: it has no raw SQL outside of a transaction, which the type of the extension would offer.
  return tenant as unknown as TenantClient
}

/** Adds methods on a new object, because assignments would be stored in the proxy that all transactions share. */
const withStatements = (tx: Transaction, statements: Statements): TenantTransaction =>
  Object.create(tx, Object.getOwnPropertyDescriptors(statements))

/** The inner extension: each operation must name the project in its filter or in the rows that it creates. */
function requireProject(projectId: string) {
  return Prisma.defineExtension({
    name: 'require-project',
    query: {
      $allModels: {
        $allOperations({ model, operation, args, query }) {
          const { where, data, create } = args as OperationArgs
          const named = operation.startsWith('create')
            ? [data].flat()
            : [where, ...(create === undefined ? [] : [create])]
          invariant(
            named.every((one) => namesProject(one, projectId)),
            `${model}.${operation} in a tenant scope names the project of the scope`,
          )
          return query(args)
        },
      },
    },
  })
}

/** Arguments of Prisma's operations; each operation has some of them. */
type OperationArgs = { where?: unknown; data?: unknown; create?: unknown }

/** True for `{ projectId, … }` and for a key that begins with the project, such as `{ projectId_id: { projectId, id } }`. */
function namesProject(value: unknown, projectId: string): boolean {
  if (typeof value !== 'object' || value === null) return false
  return Object.entries(value).some(
    ([key, one]) =>
      (key === 'projectId' && one === projectId) || (key.startsWith('projectId_') && namesProject(one, projectId)),
  )
}
