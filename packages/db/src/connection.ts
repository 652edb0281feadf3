import { PrismaPg } from '@prisma/adapter-pg'
import { Client, type Pool } from 'pg'
import { asUrls, type DatabaseUrls, isPooled } from './database-urls.ts'
import { EventNotifier } from './events/event-notifier.ts'
import { PrismaClient } from './generated/client.ts'
import { RunIndexCache } from './hot/run-index/run-index-cache.ts'
import { KnownRows } from './hot/upload/known-rows.ts'
import { JobDebouncer } from './jobs/job-debouncer.ts'
import { findAppRole } from './scope/app-role.ts'
import { openPool } from './scope/connection-pool.ts'
import { keepRequestContext } from './scope/keep-request-context.ts'
import { clientWithLogin, DIRECTORY_LOGIN, findLogin, TENANT_LOGIN } from './scope/logins.ts'
import { unpreparedClient } from './scope/pooler-client.ts'
import { prismaOnSource } from './scope/prisma-on-source.ts'
import { PrismaPool } from './scope/prisma-pool.ts'
import { currentConnectionSource, type NodeAddress, ProjectPools } from './scope/project-pools.ts'
import { Standby } from './scope/read-replica.ts'
import { rewritingClient } from './scope/rewriting-client.ts'
import { SERVER_ACTOR } from './scope/server-actor.ts'
import { type TenantSettings, tenantClients } from './scope/tenant-client.ts'
import { openTenantScope, type ScopeSettings, type TenantScope } from './scope/tenant-scope.ts'
import { TIMEOUTS } from './scope/timeouts.ts'
import type { Actor } from './types.ts'

/**
 * Three pools with separate logins. `prisma` and `pool` serve tables above projects; tables of projects are queried
 * through `scoped`, whose login has no access to other tables; jobs are queued and taken with the login that owns the
 * tables. (docs/decisions/063-row-security.md, docs/decisions/151-prisma-for-crud.md, docs/decisions/158-two-logins.md)
 */
export type Connection = {
  pool: Pool
  prisma: PrismaClient
  /** For the job queue, which creates and migrates its own tables. */
  ownerPool: Pool
  /** For the deletion of a project, which deletes rows of every table. */
  ownerPrisma: PrismaClient
  /** The connections of `scoped`, for tests of what a scope leaves behind on them. */
  tenantPool: Pool
  /** The pools of `scoped`: one, or one for each node of a distributed Postgres. */
  tenantPools(): Pool[]
  known: KnownRows
  /** Values of results that this process stored since it started. */
  uploads: { storedValues: number }
  /** Queues jobs after a delay, merging requests for the same job. */
  jobDebouncer: JobDebouncer
  /** Notifies all processes of changes. */
  events: EventNotifier
  /** Address of the server itself, for a connection that listens. */
  directUrl: string
  runIndexes: RunIndexCache
  /** Number of reads that the standby answered; null without one. */
  standbyReads(): number | null
  scoped(projectId: string, by: Actor): TenantScope
  close(): Promise<void>
}

export type ConnectionSettings = {
  /** Maximum connections for tenant-scoped statements; the other two pools have fewer. */
  max: number
  /** Rewrites every tenant-scoped statement; only for tests, which remove filters with it. */
  rewrite: ((sql: string) => string) | null
  /** Is called with the id of the process of each session of the primary. */
  onSession?: ((processId: number) => void) | undefined
}

/** Four of them belong to the two workers of a process: a listener and a heartbeat for each. */
const MAX_OWNER_CONNECTIONS = 8
const MAX_DIRECTORY_CONNECTIONS = 8

/** A page does not wait long for a standby, because the primary has the same rows. */
const STANDBY_TIMEOUT_MS = 1_000

/** Limits for Prisma transactions that hang; a busy machine may be ten times slower than usual. */
const TRANSACTION = { maxWait: 10_000, timeout: 60_000 }

export function connect(urls: string | DatabaseUrls, { max, rewrite, onSession }: ConnectionSettings): Connection {
  const { url, directUrl = url, replicaUrl } = asUrls(urls)
  const sent = isPooled(asUrls(urls)) ? unpreparedClient : (client: typeof Client) => client
  const ownerPool = openPool(directUrl, Math.min(max, MAX_OWNER_CONNECTIONS), Client)
  const client = prismaOfProcess()
  const ownerPrisma = prismaOnSource(client, ownerPool)
  const login = openOnce(() => findLogin(directUrl, DIRECTORY_LOGIN))
  const pool = openPool(url, Math.min(max, MAX_DIRECTORY_CONNECTIONS), clientWithLogin(sent(Client), login))
  const prisma = prismaOnSource(client, pool)
  const tenantLogin = openOnce(() => findLogin(directUrl, TENANT_LOGIN))
  const tenantClient = clientWithLogin(sent(rewrite === null ? Client : rewritingClient(rewrite)), tenantLogin)
  const standbyPool = replicaUrl === undefined ? null : openPool(replicaUrl, max, tenantClient, STANDBY_TIMEOUT_MS)
  const standby = standbyPool === null ? null : new Standby({ pool: standbyPool, primary: pool })
  const tenants = openTenants({ url, directUrl, max, client: tenantClient, catalog: ownerPool, standby })
  if (onSession !== undefined) reportSessions([ownerPool, pool, tenants.home], onSession)
  const hasRole = openOnce(() => findAppRole(ownerPool))
  const tenantSettings = { pools: tenants.pools, prisma: client, hasRole }
  const scoping = scopeSettings(tenantSettings)
  const scoped = (projectId: string, by: Actor) => openTenantScope(scoping, projectId, by)
  // The first load of a large project may exceed the time-out of a page.
  const indexing = scopeSettings({ ...tenantSettings, pools: tenants.pools.ofPrimary(), timeouts: TIMEOUTS.job })
  return {
    pool,
    prisma,
    ownerPool,
    ownerPrisma,
    tenantPool: tenants.home,
    tenantPools: () => tenants.pools.all(),
    known: new KnownRows(),
    uploads: { storedValues: 0 },
    jobDebouncer: new JobDebouncer(ownerPool),
    events: new EventNotifier(ownerPool),
    directUrl,
    runIndexes: new RunIndexCache((projectId) => openTenantScope(indexing, projectId, SERVER_ACTOR), {
      onChange: () => standby?.invalidate(),
    }),
    standbyReads: () => standby?.reads ?? null,
    scoped,
    async close() {
      for (const one of [pool, ...tenants.pools.all(), standbyPool, ownerPool]) await one?.end()
    },
  }
}

/** pg's types lack the id of the process. */
function reportSessions(pools: readonly Pool[], onSession: (processId: number) => void): void {
  const report = (client: object) => {
    if ('processID' in client && typeof client.processID === 'number') onSession(client.processID)
  }
  for (const one of pools) one.on('connect', report)
}

let processClient: PrismaClient | null = null

/**
 * The client of Prisma for all databases of this process. It has no connections of its own, because each operation takes
 * one from the source of its context. Its start and the compilation of the usual queries take 100 ms of CPU time.
 */
function prismaOfProcess(): PrismaClient {
  processClient ??= keepRequestContext(
    new PrismaClient({
      adapter: new PrismaPg(new PrismaPool(async () => currentConnectionSource())),
      transactionOptions: TRANSACTION,
      errorFormat: 'minimal',
    }),
  )
  return processClient
}

const scopeSettings = (settings: TenantSettings): ScopeSettings => ({ ...settings, clientOf: tenantClients(settings) })

type TenantPoolSettings = {
  url: string
  directUrl: string
  max: number
  client: typeof Client
  catalog: Pool
  standby: Standby | null
}

/** Opens the pools of tenant-scoped statements. */
function openTenants({ url, directUrl, max, client, catalog, standby }: TenantPoolSettings) {
  const home = openPool(url, max, client)
  const open = (node: NodeAddress) => openPool(withAddress(directUrl, node), max, client)
  const pools = new ProjectPools({ home, catalog, open, standby })
  return { home, pools }
}

function withAddress(url: string, { host, port }: NodeAddress): string {
  const address = new URL(url)
  address.hostname = host
  address.port = String(port)
  return address.href
}

/** Caches the answer, but not a failure, because the database may only have been unavailable. */
function openOnce<T>(ask: () => Promise<T>): () => Promise<T> {
  let pending: Promise<T> | null = null
  return () => {
    pending ??= ask().catch((error: unknown) => {
      pending = null
      throw error
    })
    return pending
  }
}
