import { AsyncLocalStorage } from 'node:async_hooks'
import { invariant } from '@assay/domain/result'
import type { Pool } from 'pg'
import { z } from 'zod'
import type { ConnectionSource, Standby } from './read-replica.ts'
import { readRows } from './statements.ts'

/** Host and port of a node of a distributed Postgres. */
export type NodeAddress = { host: string; port: number }

/** A shard that was moved is found again after this time. */
const CACHED_MS = 30_000
const MAX_CACHED = 10_000

const HAS_CITUS = `select to_regclass('pg_dist_partition') is not null as yes`
const IS_DISTRIBUTED = `
  select exists (select from pg_dist_partition where logicalrelid = 'run'::regclass and partmethod = 'h') as yes`
const FIND_NODE = `
  select n.nodename as host, n.nodeport as port
  from pg_dist_placement p join pg_dist_node n on n.groupid = p.groupid and n.noderole = 'primary'
  where p.shardid = get_shard_id_for_distribution_column('run', $1::uuid)`

const Yes = z.object({ yes: z.boolean() })
const Node = z.object({ host: z.string(), port: z.int() })

type Settings = {
  /** Pool of the only server, or of the coordinator. */
  home: Pool
  /** Pool of a login that may read the catalog of Citus. */
  catalog: Pool
  open: (node: NodeAddress) => Pool
  /** Standby of the only server. */
  standby: Standby | null
}

/**
 * The pool of the node that stores a project, one for each node. Row-level security needs it: the settings of a scope
 * apply to the session that reads the rows, and Citus reads rows of other nodes in sessions of its own. On a single
 * server it is always the same pool. (docs/decisions/207-scopes-go-to-the-node-of-their-project.md)
 */
export class ProjectPools {
  readonly #settings: Settings
  readonly #pools = new Map<string, Pool>()
  readonly #cached = new Map<string, { pool: Promise<Pool>; until: number }>()
  #distributed: Promise<boolean> | null = null

  constructor(settings: Settings) {
    this.#settings = settings
  }

  async of(projectId: string): Promise<Pool> {
    this.#distributed ??= this.#isDistributed().catch((error: unknown) => {
      this.#distributed = null
      throw error
    })
    if (!(await this.#distributed)) return this.#settings.home
    const now = Date.now()
    const cached = this.#cached.get(projectId)
    if (cached !== undefined && cached.until > now) return cached.pool
    if (this.#cached.size >= MAX_CACHED) this.#cached.clear()
    const pool = this.#find(projectId)
    this.#cached.set(projectId, { pool, until: now + CACHED_MS })
    pool.catch(() => this.#cached.delete(projectId))
    return pool
  }

  /** Calls `use` for statements that only read, which a standby may answer. */
  async reading<T>(projectId: string, use: (source: ConnectionSource) => Promise<T>): Promise<T> {
    const pool = await this.of(projectId)
    const { standby, home } = this.#settings
    return standby === null || pool !== home ? use(pool) : standby.reading(pool, use)
  }

  /** Calls `use` for statements that may write. */
  async writing<T>(projectId: string, use: (source: ConnectionSource) => Promise<T>): Promise<T> {
    this.#settings.standby?.noteWrite()
    return use(await this.of(projectId))
  }

  /** The same pools for reads that several requests share, such as those of the run index. */
  ofPrimary(): Pick<ProjectPools, 'reading' | 'writing'> {
    const use = async <T>(projectId: string, work: (source: ConnectionSource) => Promise<T>) =>
      work(await this.of(projectId))
    return { reading: use, writing: use }
  }

  /** The open pools, for their statistics and their end. */
  all(): Pool[] {
    return [this.#settings.home, ...this.#pools.values()]
  }

  async #isDistributed(): Promise<boolean> {
    for (const question of [HAS_CITUS, IS_DISTRIBUTED]) {
      const [row] = await readRows(this.#settings.catalog, Yes, question)
      if (row?.yes !== true) return false
    }
    return true
  }

  async #find(projectId: string): Promise<Pool> {
    const [node] = await readRows(this.#settings.catalog, Node, FIND_NODE, [projectId])
    invariant(node !== undefined, 'each shard has a placement on a primary node')
    const address = `${node.host}:${node.port}`
    const known = this.#pools.get(address)
    if (known !== undefined) return known
    const pool = this.#settings.open(node)
    this.#pools.set(address, pool)
    return pool
  }
}

const current = new AsyncLocalStorage<ConnectionSource>()

/** Runs work of Prisma, which takes its connection in the asynchronous context of its caller, on this source. */
export const withConnectionSource = <T>(source: ConnectionSource, work: () => Promise<T>): Promise<T> =>
  current.run(source, work)

/** The source of the connection that Prisma takes. */
export function currentConnectionSource(): ConnectionSource {
  const source = current.getStore()
  invariant(source !== undefined, 'an operation of Prisma runs within withConnectionSource')
  return source
}
