import { PrismaPg } from '@prisma/adapter-pg'
import { Client, Pool } from 'pg'
import { PrismaClient } from './generated/client.ts'
import { RunIndexCache } from './hot/run-index/run-index-cache.ts'
import { KnownRows } from './hot/upload/known-rows.ts'
import { JobDebouncer } from './jobs/job-debouncer.ts'
import { findAppRole } from './scope/app-role.ts'
import { PrismaPool } from './scope/prisma-pool.ts'
import { rewritingClient } from './scope/rewriting-client.ts'
import { SERVER_ACTOR } from './scope/server-actor.ts'
import { opensScope } from './scope/tenant-client.ts'
import { openTenantScope, type TenantScope } from './scope/tenant-scope.ts'
import type { Actor } from './types.ts'

/**
 * One pool under both clients. `prisma` and `pool` are for tables above projects; everything below a project is asked
 * through `scoped`. (docs/decisions/063-row-security.md, docs/decisions/151-prisma-for-crud.md)
 */
export type Connection = {
  pool: Pool
  prisma: PrismaClient
  known: KnownRows
  /** Queues jobs after a delay, once for requests that come together. */
  jobDebouncer: JobDebouncer
  runIndexes: RunIndexCache
  scoped(projectId: string, by: Actor): TenantScope
  close(): Promise<void>
}

export type ConnectionSettings = {
  /** Connections at most. */
  max: number
  /** Changes the text of every statement in a scope. Only tests do, which take out the filters. */
  rewrite: ((sql: string) => string) | null
}

/** For transactions of Prisma that never end: a busy machine may be ten times slower than ours. */
const TRANSACTION = { maxWait: 10_000, timeout: 60_000 }

export function connect(url: string, { max, rewrite }: ConnectionSettings): Connection {
  const pool = openPool(url, max, Client)
  const prisma = openPrisma(pool)
  const tenants = rewrite === null ? { pool, prisma } : openRewriting(url, max, rewrite)
  const hasRole = askedOnce(() => findAppRole(pool))
  const scoped = (projectId: string, by: Actor) => openTenantScope({ ...tenants, hasRole }, projectId, by)
  return {
    pool,
    prisma,
    known: new KnownRows(),
    jobDebouncer: new JobDebouncer(pool),
    runIndexes: new RunIndexCache((projectId) => scoped(projectId, SERVER_ACTOR)),
    scoped,
    async close() {
      for (const one of new Set([prisma, tenants.prisma])) await one.$disconnect()
      for (const one of new Set([pool, tenants.pool])) await one.end()
    },
  }
}

function openPool(url: string, max: number, client: typeof Client): Pool {
  const settings = {
    connectionString: url,
    max,
    application_name: 'assay',
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
    // Statements of a batch are sent together. pg's types do not list it yet.
    pipeline: true,
    Client: client,
  }
  const pool = new Pool(settings)
  // An idle connection that the server ends is replaced at the next use; unheard, this event would end the process.
  pool.on('error', () => undefined)
  // So does one that is cut while it is lent; who has it sees its statement fail.
  pool.on('connect', (connected) => connected.on('error', () => undefined))
  return pool
}

function openPrisma(pool: Pool): PrismaClient {
  return new PrismaClient({
    adapter: new PrismaPg(new PrismaPool(pool, opensScope)),
    transactionOptions: TRANSACTION,
    errorFormat: 'minimal',
  })
}

/** Clients of a tenant whose statements are changed before they are sent. */
function openRewriting(url: string, max: number, rewrite: (sql: string) => string) {
  const pool = openPool(url, max, rewritingClient(rewrite))
  return { pool, prisma: openPrisma(pool) }
}

/** Asked again after a failure: the database may only have been away. */
function askedOnce(ask: () => Promise<boolean>): () => Promise<boolean> {
  let asked: Promise<boolean> | null = null
  return () => {
    asked ??= ask().catch((error: unknown) => {
      asked = null
      throw error
    })
    return asked
  }
}
