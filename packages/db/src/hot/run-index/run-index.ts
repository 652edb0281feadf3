import type { Metric } from '@assay/domain/run/metric'
import type { UploadTestbed } from '@assay/domain/run/upload-document'
import type { Params, TestRole } from '../../types.ts'

// Every filter, list and comparison of a project starts from these entries; they hold no values. Entries are shared
// objects: a fact that a later upload adds (a compiler, the group of a test) shows in every run that refers to them.

type Entry = {
  readonly id: string
  /** Position among the entries of its kind, for parallel arrays. */
  readonly index: number
}

export type BuildEntry = Entry & {
  productId: string
  product: string
  versionId: string
  version: string
  versionSortKey: string
  name: string
  compiler: string
  /** Value of the dimension `flags`; empty when no upload stated any. */
  flags: string
  commit: string | null
  buildType: string | null
  binarySha256: string | null
}
/** `textSha256` is the hash of its text, hex. */
export type ConfigEntry = Entry & { name: string; textSha256: string | null }
export type HardwareEntry = Entry & {
  name: string
  kernel: string | null
  smt: boolean | null
  os: string | null
  storage: string | null
  fileSystem: string | null
}
/** A value of the dimension `benchmarkVersion`, which is also its id; empty for runs that state none. */
export type BenchmarkVersionEntry = Entry & { name: string }
export type WorkloadEntry = Entry & { benchmarkId: string; benchmark: string; name: string; params: Params }
export type TestEntry = Entry & {
  name: string
  group: string | null
  position: number
  role: TestRole
  /** Null while no upload stated one; then it is chosen from the metrics that exist. */
  primaryMetric: string | null
  /** Rate of the background load per client. */
  targetRate: number | null
}
export type TestSetItem = { test: TestEntry; clients: number; params: Params | null }
export type TestSetEntry = Entry & { items: readonly TestSetItem[]; clients: number[]; testCount: number }
export type MetricSetEntry = Entry & {
  metrics: readonly Metric[] /** From 1. */
  positions: ReadonlyMap<string, number>
}

export type RunEntry = {
  readonly id: string
  readonly build: BuildEntry
  readonly config: ConfigEntry
  readonly hardware: HardwareEntry
  readonly workload: WorkloadEntry
  readonly benchmarkVersion: BenchmarkVersionEntry
  readonly testSet: TestSetEntry
  readonly metricSet: MetricSetEntry
  /** Number of the pair of workload and test set. Runs with the same number pass the same filters of results. */
  readonly shape: number
  readonly repeat: number
  /** State of the machine during this run, as far as the upload states it. */
  readonly testbed: UploadTestbed | null
  /** Milliseconds since 1970. */
  readonly startedAt: number | null
  readonly receivedAt: number
  /** True when it was uploaded to replace the runs that share its coordinates and repeat number. */
  readonly replaces: boolean
}

/** The entries of one kind by id, numbered in the order in which they were added. */
export class Entries<T extends Entry> {
  readonly all: T[] = []
  readonly #byId = new Map<string, T>()

  get(id: string): T | undefined {
    return this.#byId.get(id)
  }

  /** Adds an entry, or updates the existing one. */
  put(id: string, content: Omit<T, 'id' | 'index'>): T {
    const known = this.#byId.get(id)
    if (known !== undefined) return Object.assign(known, content)
    // Omit<T, K> with the omitted keys is a T; TypeScript cannot prove it for a type parameter.
    const entry = { id, index: this.all.length, ...content } as unknown as T
    this.all.push(entry)
    this.#byId.set(id, entry)
    return entry
  }
}

/** All runs of one project with their dimensions, as of `horizon`. */
export class RunIndex {
  readonly builds = new Entries<BuildEntry>()
  readonly configs = new Entries<ConfigEntry>()
  readonly hardware = new Entries<HardwareEntry>()
  readonly workloads = new Entries<WorkloadEntry>()
  readonly benchmarkVersions = new Entries<BenchmarkVersionEntry>()
  readonly tests = new Entries<TestEntry>()
  readonly testSets = new Entries<TestSetEntry>()
  readonly metricSets = new Entries<MetricSetEntry>()
  readonly runs: RunEntry[] = []
  /** Id of the oldest transaction whose runs may be missing here. */
  horizon = '0'
  /** A new object after every load, so that a query planned by an older state can detect it. */
  revision: object = {}
  /** Removals of runs that had happened before this index was read. */
  readonly removals = new Set<string>()
  readonly #runsById = new Map<string, RunEntry>()
  readonly #newest = new Map<string, RunEntry>()
  readonly #shapes = new Map<string, number>()

  run(id: string): RunEntry | undefined {
    return this.#runsById.get(id)
  }

  /** True when one of these removals came after the index was read. An index with a removed run is rebuilt. */
  missesRemoval(removals: readonly string[]): boolean {
    return this.horizon !== '0' && removals.some((id) => !this.removals.has(id))
  }

  /** The newest run of each build, config, hardware, workload, benchmark version, repeat, metric set and test set. */
  newest(): Iterable<RunEntry> {
    return this.#newest.values()
  }

  isNewest(run: RunEntry): boolean {
    return this.#newest.get(kindOf(run)) === run
  }

  addRun(content: Omit<RunEntry, 'shape'>): void {
    const run: RunEntry = { ...content, shape: this.#shapeOf(content) }
    this.#runsById.set(run.id, run)
    this.runs.push(run)
    const kind = kindOf(run)
    const rival = this.#newest.get(kind)
    if (rival === undefined || isNewer(run, rival)) this.#newest.set(kind, run)
  }

  #shapeOf({ workload, testSet }: Pick<RunEntry, 'workload' | 'testSet'>): number {
    const key = `${workload.index} ${testSet.index}`
    const shape = this.#shapes.get(key) ?? this.#shapes.size
    this.#shapes.set(key, shape)
    return shape
  }
}

/** Compares versions by the sort keys that were computed when they were stored, because computing them is slow. */
export function compareVersionKeys(a: BuildEntry, b: BuildEntry): number {
  if (a.versionSortKey === b.versionSortKey) return 0
  return a.versionSortKey < b.versionSortKey ? -1 : 1
}

/**
 * Orders runs by start, then by id, so that the order of uploads does not matter; a run without a start is the oldest. A
 * run that was uploaded to replace others is newer than those, and the last such upload is the newest.
 */
export function isNewer(a: RunEntry, b: RunEntry): boolean {
  if (a.replaces !== b.replaces) return a.replaces
  if (a.replaces && a.receivedAt !== b.receivedAt) return a.receivedAt > b.receivedAt
  const [startA, startB] = [a.startedAt ?? Number.NEGATIVE_INFINITY, b.startedAt ?? Number.NEGATIVE_INFINITY]
  return startA === startB ? a.id > b.id : startA > startB
}

function kindOf({ build, config, hardware, workload, benchmarkVersion, repeat, metricSet, testSet }: RunEntry): string {
  const dimensions = `${build.index} ${config.index} ${hardware.index} ${workload.index} ${benchmarkVersion.index}`
  return `${dimensions} ${repeat} ${metricSet.index} ${testSet.index}`
}
