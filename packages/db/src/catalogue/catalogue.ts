import type { Metric } from '@assay/domain/run/metric'
import type { UploadTestbed } from '@assay/domain/run/upload-document'
import type { Params, TestRole } from '../types.ts'

// What every filter, list and comparison of a project starts from, without the values. Entries are shared objects:
// what a later upload fills in (a compiler, the group of a test) shows in every run that refers to them.

type Entry = { readonly id: string /** Place among its kind, for arrays beside this one. */; readonly index: number }

export type BuildEntry = Entry & {
  productId: string
  product: string
  versionId: string
  version: string
  versionSortKey: string
  name: string
  compiler: string
  /** Value of the dimension `flags`; the empty text where nobody stated any. */
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
/** A value of the dimension `benchmarkVersion`, which is also its id; the empty text where runs state none. */
export type BenchmarkVersionEntry = Entry & { name: string }
export type WorkloadEntry = Entry & { benchmarkId: string; benchmark: string; name: string; params: Params }
export type TestEntry = Entry & {
  name: string
  group: string | null
  position: number
  role: TestRole
  /** Null while no upload said: then the metrics that there are decide. */
  primaryMetric: string | null
  /** Of the background load, per client. */
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
  /** Number of the pair of workload and test set: runs that share it agree on every filter of results. */
  readonly shape: number
  readonly repeat: number
  /** What of the machine was so during this run, as far as it says. */
  readonly testbed: UploadTestbed | null
  /** Milliseconds since 1970. */
  readonly startedAt: number | null
  readonly receivedAt: number
  /** True when it was uploaded to replace the runs that share its coordinates and repeat number. */
  readonly replaces: boolean
}

/** The entries of one kind by id, numbered in the order in which they came. */
export class Entries<T extends Entry> {
  readonly all: T[] = []
  readonly #byId = new Map<string, T>()

  get(id: string): T | undefined {
    return this.#byId.get(id)
  }

  /** Adds an entry, or brings the one that is there up to date. */
  put(id: string, content: Omit<T, 'id' | 'index'>): T {
    const known = this.#byId.get(id)
    if (known !== undefined) return Object.assign(known, content)
    // Omit<T, K> and what it leaves out make a T; TypeScript does not see it for a type parameter.
    const entry = { id, index: this.all.length, ...content } as unknown as T
    this.all.push(entry)
    this.#byId.set(id, entry)
    return entry
  }
}

/** All runs of one project with their dimensions, as of `horizon`. */
export class Catalogue {
  readonly builds = new Entries<BuildEntry>()
  readonly configs = new Entries<ConfigEntry>()
  readonly hardware = new Entries<HardwareEntry>()
  readonly workloads = new Entries<WorkloadEntry>()
  readonly benchmarkVersions = new Entries<BenchmarkVersionEntry>()
  readonly tests = new Entries<TestEntry>()
  readonly testSets = new Entries<TestSetEntry>()
  readonly metricSets = new Entries<MetricSetEntry>()
  readonly runs: RunEntry[] = []
  /** Transactions before this one are all in here. */
  horizon = '0'
  /** Another one after every load, so that who planned by an older state can tell. */
  revision: object = {}
  /** Removals of runs that are known: what is here was read after them. */
  readonly removals = new Set<string>()
  readonly #runsById = new Map<string, RunEntry>()
  readonly #newest = new Map<string, RunEntry>()
  readonly #shapes = new Map<string, number>()

  run(id: string): RunEntry | undefined {
    return this.#runsById.get(id)
  }

  /** Whether one of these removals came after what is here was read. Nothing is taken out of a catalogue. */
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

/** Order of versions by the keys that were made when they were stored: making them is slow, comparing is not. */
export function compareVersionKeys(a: BuildEntry, b: BuildEntry): number {
  if (a.versionSortKey === b.versionSortKey) return 0
  return a.versionSortKey < b.versionSortKey ? -1 : 1
}

/**
 * By the time it started, then by id, so that the order of uploads does not matter; no start is older than any. Only a
 * run that was uploaded to replace others comes before them whenever it started, and the last such run before the first.
 */
export function isNewer(a: RunEntry, b: RunEntry): boolean {
  if (a.replaces !== b.replaces) return a.replaces
  if (a.replaces && a.receivedAt !== b.receivedAt) return a.receivedAt > b.receivedAt
  const [startA, startB] = [a.startedAt ?? Number.NEGATIVE_INFINITY, b.startedAt ?? Number.NEGATIVE_INFINITY]
  return startA === startB ? a.id > b.id : startA > startB
}

function kindOf({ build, config, hardware, workload, benchmarkVersion, repeat, metricSet, testSet }: RunEntry): string {
  const place = `${build.index} ${config.index} ${hardware.index} ${workload.index} ${benchmarkVersion.index}`
  return `${place} ${repeat} ${metricSet.index} ${testSet.index}`
}
