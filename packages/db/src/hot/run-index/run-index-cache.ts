import { invariant } from '@assay/domain/result'
import { readRows } from '../../scope/statements.ts'
import type { TenantScope } from '../../scope/tenant-scope.ts'
import { isForPage } from '../../scope/timeouts.ts'
import { buildRunIndex, loadNewRuns, MAX_BATCH, SELECT_INDEX_CHANGES } from './load-new-runs.ts'
import { ChangeColumn, furthest, type Horizon, type IndexChanges, isBehind } from './run-changes.ts'
import { RunIndex } from './run-index.ts'

const MAX_CACHED_PROJECTS = 100

const NOTHING = () => {}

type Cached = {
  runIndex: RunIndex
  loading: Promise<void> | null
  /** Number of runs that an index that is being built has so far. */
  built: number
}

/** Time after which a page is answered although the run index of its project is still being built. */
const MAX_WAIT_MS = 15_000

/** Thrown to a page that would wait too long; the index is built meanwhile. */
export class RunIndexNotReady extends Error {
  readonly code = 'RUN_INDEX_NOT_READY'
  readonly runs: number
  constructor(runs: number) {
    super(`The run index is being built and has ${runs} runs so far.`)
    this.runs = runs
  }
}

/**
 * Cached run indexes of the projects in use. A page reads only new runs by one index scan, so its time does not depend
 * on the size of the project, and it still shows every run whose upload was acknowledged before.
 * (docs/decisions/013-run-index-in-memory.md)
 */
export class RunIndexCache {
  readonly #scoped: (projectId: string) => TenantScope
  readonly #onChange: () => void
  readonly #maxWaitMs: number
  readonly #cached = new Map<string, Cached>()
  readonly #refreshing = new Map<string, Promise<RunIndex>>()

  /** @param onChange called after an index was changed, before anybody reads it. */
  constructor(
    scoped: (projectId: string) => TenantScope,
    { onChange = NOTHING, maxWaitMs = MAX_WAIT_MS }: { onChange?: () => void; maxWaitMs?: number } = {},
  ) {
    this.#scoped = scoped
    this.#onChange = onChange
    this.#maxWaitMs = maxWaitMs
  }

  /**
   * Returns the run index with everything that is committed now. Concurrent requests of one turn of the event loop
   * share one refresh.
   */
  fresh(projectId: string): Promise<RunIndex> {
    const known = this.#refreshing.get(projectId)
    if (known !== undefined) return known
    const refreshing = this.#refresh(projectId)
    this.#refreshing.set(projectId, refreshing)
    // The statement is sent after this turn, so it sees everything that was committed before any of these requests.
    queueMicrotask(() => this.#refreshing.delete(projectId))
    return refreshing
  }

  async #refresh(projectId: string): Promise<RunIndex> {
    const { horizon } = this.#get(projectId).runIndex
    const statement = { name: 'index-changes', text: SELECT_INDEX_CHANGES, values: [projectId, horizon] }
    const [row] = await readRows(this.#scoped(projectId), ChangeColumn, statement)
    invariant(row !== undefined, 'a select without from has one row')
    await this.catchUp(projectId, horizon, row.changes)
    return this.#get(projectId).runIndex
  }

  /** Number of cached projects and of their runs. */
  size(): { projects: number; runs: number } {
    let runs = 0
    for (const { runIndex } of this.#cached.values()) runs += runIndex.runs.length
    return { projects: this.#cached.size, runs }
  }

  /** Drops the run index of an erased project. */
  forget(projectId: string): void {
    this.#cached.delete(projectId)
  }

  /**
   * Returns the cached run index without a refresh, for a statement that selects SELECTED_CHANGES itself; call
   * `catchUp` afterwards.
   */
  current(projectId: string): RunIndex {
    return this.#get(projectId).runIndex
  }

  /**
   * Loads new runs, if there are any.
   *
   * @param since the horizon that was passed to the statement.
   */
  async catchUp(projectId: string, since: Horizon | null, changes: IndexChanges): Promise<void> {
    const cached = this.#get(projectId)
    const { runIndex } = cached
    // The index was never filled, or was evicted meanwhile, so it lacks more than the new runs. A horizon that goes
    // back means that the database was replaced by an older or another one. Very many new runs are loaded in batches,
    // like a full index.
    const isReplaced = since !== null && isBehind(changes.horizon, since)
    if (since === null || runIndex.horizon === null || isReplaced) return this.#rebuild(projectId, runIndex)
    if (!isBehind(runIndex.horizon, changes.horizon)) return
    if (changes.removals.length > 0 || changes.newRuns.length > MAX_BATCH) return this.#rebuild(projectId, runIndex)
    if (changes.newRuns.every((id) => runIndex.run(id) !== undefined)) {
      // Everything up to this horizon is known, so the next refresh can start there.
      runIndex.horizon = furthest(runIndex.horizon, changes.horizon)
      return
    }
    if (cached.loading !== null) {
      // The load that is under way may be of these runs too, or replace the index.
      await this.#withTimeout(cached, cached.loading)
      return this.catchUp(projectId, since, changes)
    }
    const isCurrent = await this.#load(cached, () => loadNewRuns(this.#scoped(projectId), runIndex))
    if (!isCurrent) await this.#rebuild(projectId, runIndex)
  }

  /**
   * Builds the index for the first time, or again after a run was removed, which is rare; concurrent callers share the
   * result. The stale index stays in use until the new one is complete, because an empty index would hide all results.
   *
   * @throws RunIndexNotReady to a page that would wait too long.
   */
  async #rebuild(projectId: string, stale: RunIndex): Promise<void> {
    const cached = this.#get(projectId)
    const build = async () => {
      // The loop is here, not in a function, so that no other caller can start a load between its end and this one.
      while (cached.loading !== null) await cached.loading
      if (cached.runIndex !== stale) return
      await this.#load(cached, async () => {
        cached.runIndex = await buildRunIndex(this.#scoped(projectId), MAX_BATCH, (runs) => {
          cached.built = runs
        })
      })
    }
    await this.#withTimeout(cached, build())
    await this.#refresh(projectId)
  }

  /** Jobs and uploads wait as long as it takes, because nobody can ask them again. */
  async #withTimeout(cached: Cached, built: Promise<void>): Promise<void> {
    if (!isForPage()) return built
    const { promise, reject } = Promise.withResolvers<never>()
    const timer = setTimeout(() => reject(new RunIndexNotReady(cached.built)), this.#maxWaitMs)
    try {
      await Promise.race([built, promise])
    } finally {
      clearTimeout(timer)
    }
  }

  /** Loads run one at a time, so that an earlier one never overwrites the horizon of a later one. */
  async #load<T>(cached: Cached, load: () => Promise<T>): Promise<T> {
    const loading = load()
    cached.loading = loading.then(NOTHING, NOTHING)
    try {
      return await loading
    } finally {
      cached.loading = null
      this.#onChange()
    }
  }

  #get(projectId: string): Cached {
    const cached = this.#cached.get(projectId) ?? { runIndex: new RunIndex(), loading: null, built: 0 }
    // Deleted and inserted again, so that the first key of the map is the least recently used project.
    this.#cached.delete(projectId)
    this.#cached.set(projectId, cached)
    const oldest = this.#cached.keys().next().value
    if (this.#cached.size > MAX_CACHED_PROJECTS && oldest !== undefined) this.#cached.delete(oldest)
    return cached
  }
}
