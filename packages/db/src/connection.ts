import { PrismaPg } from '@prisma/adapter-pg'
import { Pool } from 'pg'
import { PrismaClient } from './generated/client.ts'
import { JobDebouncer } from './jobs/job-debouncer.ts'
import { RunIndexCache } from './run-index/run-index-cache.ts'
import { findAppRole } from './scope/app-role.ts'
import { openTenantScope, type TenantScope } from './scope/tenant-scope.ts'
import type { Actor } from './types.ts'
import { KnownRows } from './upload/known-rows.ts'

/**
 * One pool under both clients, for what is above projects: Prisma for plain finds of single rows, pg for the rest.
 * (docs/decisions/012-prisma-and-pg-side-by-side.md) Only a few modules may use them, which lint sees to; everything
 * below a project is asked through `scoped`. (docs/decisions/063-row-security.md)
 */
export type Connection = {
  pool: Pool
  prisma: PrismaClient
  known: KnownRows
  /** Queues jobs after a delay, once for requests that come together. */
  jobDebouncer: JobDebouncer
  runIndexes: RunIndexCache
  scoped(projectId: string, by: Actor): TenantScope
}

export type ConnectionSettings = {
  /** Connections at most. */
  max: number
  /** Changes the text of every statement in a scope; for tests that take out the filters. */
  rewrite: ((sql: string) => string) | null
}

/** The actor that loads run indexes, which all requests of a process share. */
const READER: Actor = { kind: 'server', id: null, name: 'Assay', requestId: null, address: null }

export function connect(url: string, { max, rewrite }: ConnectionSettings): Connection {
  const pool = new Pool({
    connectionString: url,
    max,
    application_name: 'assay',
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
  })
  // An idle connection that the server ends is replaced at the next use; unheard, this event would end the process.
  pool.on('error', () => undefined)
  // So does one that is cut while it is lent; who has it sees its statement fail.
  pool.on('connect', (client) => client.on('error', () => undefined))
  let asked: Promise<boolean> | null = null
  // Asked again after a failure: the database may only have been away.
  const hasRole = () => {
    asked ??= findAppRole(pool).catch((error: unknown) => {
      asked = null
      throw error
    })
    return asked
  }
  const scoped = (projectId: string, by: Actor) => openTenantScope({ pool, hasRole, rewrite }, projectId, by)
  return {
    pool,
    prisma: new PrismaClient({ adapter: new PrismaPg(pool) }),
    known: new KnownRows(),
    jobDebouncer: new JobDebouncer(pool),
    runIndexes: new RunIndexCache((projectId) => scoped(projectId, READER)),
    scoped,
  }
}
