import { isDeepStrictEqual } from 'node:util'
import type { Metric } from '@assay/domain/run/metric'
import type { UploadTestbed } from '@assay/domain/run/upload-document'
import type { Params, TestRole } from '../../types.ts'
import { MachineStarts } from './machine-starts.ts'
import type { Horizon } from './run-changes.ts'
import { RunColumns } from './run-columns.ts'
import { RunNumbers } from './run-numbers.ts'

// An entry without values, from which every filter, list and comparison of a project starts. Entries are shared
// objects: a fact that a later upload adds (a compiler, the group of a test) applies to every run that refers to the
// entry.

type Entry = {
  readonly id: string
  /** Position among the entries of its kind, for parallel arrays. */
  readonly index: number
}

type BuildEntry = Entry & {
  productId: string
  product: string
  versionId: string
  version: string
  versionSortKey: string
  name: string
  compiler: string
  /** Value of the dimension `flags`; empty if no upload states flags. */
  flags: string
  commit: string | null
  buildType: string | null
  binarySha256: string | null
}
/** `textSha256` is the hash of the config text in hex. */
type ConfigEntry = Entry & { name: string; textSha256: string | null }
export type HardwareEntry = Entry & {
  name: string
  kernel: string | null
  smt: boolean | null
  os: string | null
  storage: string | null
  fileSystem: string | null
}
/** A value of the dimension `benchmarkVersion`, which is also its id; empty for runs without one. */
type BenchmarkVersionEntry = Entry & { name: string }
export type WorkloadEntry = Entry & { benchmarkId: string; benchmark: string; name: string; params: Params }
export type TestEntry = Entry & {
  name: string
  group: string | null
  position: number
  role: TestRole
  /** Null if no upload states one; it is then chosen from the metrics that exist. */
  primaryMetric: string | null
  /** Target rate of the background load, per client. */
  targetRate: number | null
}
export type TestSetItem = { test: TestEntry; clients: number; params: Params | null }
export type TestSetEntry = Entry & { items: readonly TestSetItem[]; clients: number[]; testCount: number }
type MetricSetEntry = Entry & {
  metrics: readonly Metric[]
  /** Position of each metric in stored arrays of values, from 1. */
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
  /** Number of the pair of workload and test set; runs with the same shape pass the same filters of results. */
  readonly shape: number
  /** Number of its combination, the position among those of its index. */
  readonly combination: number
  /** Position among the runs of its index. */
  readonly position: number
  readonly repeat: number
  /** State of the machine during this run, as far as the upload states it. */
  readonly testbed: UploadTestbed | null
  /** Milliseconds since 1970. */
  readonly startedAt: number | null
  readonly receivedAt: number
  /** True if it was uploaded to replace the runs with its coordinates and repeat number. */
  readonly replaces: boolean
}

/** The workload and the tests of runs that pass the same filters of results. */
export type Shape = Pick<RunEntry, 'workload' | 'testSet'>

/**
 * A representative of runs that share build, config, hardware, workload, benchmark version and tests, and the number of
 * newest runs among them.
 */
export type RunCombination = { readonly run: RunEntry; newest: number }

/** Entries of one kind by id, numbered in the order of insertion. */
export class Entries<T extends Entry> {
  readonly all: T[] = []
  /** Number of times that an upload changed an existing entry, such as by adding a fact. */
  updates = 0
  readonly #byId = new Map<string, T>()

  get(id: string): T | undefined {
    return this.#byId.get(id)
  }

  /** Adds an entry, or updates the existing one. */
  put(id: string, content: Omit<T, 'id' | 'index'>): T {
    const known = this.#byId.get(id)
    if (known !== undefined) {
      const before: Record<string, unknown> = { ...known }
      // Values such as parameters are read from the database again with each run that has them.
      if (Object.entries(content).every(([name, value]) => isDeepStrictEqual(before[name], value))) return known
      this.updates += 1
      return Object.assign(known, content)
    }
    // Omit<T, K> with the omitted keys is a T, but TypeScript cannot prove it for a type parameter.
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
  /** The last change of each slot that this index contains; null until the index is filled. */
  horizon: Horizon | null = null
  /** Replaced after every load, so that a query planned with an older state can detect it. */
  revision: object = {}
  /** The runs as columns with inverted lists, which queries use. */
  readonly columns = new RunColumns()
  /** The workload and test set of each shape, by its number. */
  readonly shapes: Shape[] = []
  readonly machineStarts = new MachineStarts(this)
  /** Runs that differ only in repeat number and metrics, by number of the combination. */
  readonly combinations: RunCombination[] = []
  /**
   * The first run of each kind. Runs of one kind differ only in their times and the state of the machine, so what
   * follows from the other facts of the newest runs follows from these too, of which there are only more and more.
   */
  readonly firstOfKind: RunEntry[] = []
  readonly #runsById = new Map<string, RunEntry>()
  readonly #numbers = new RunNumbers()
  /** Position of the newest run, by number of its kind. */
  readonly #newest: number[] = []

  run(id: string): RunEntry | undefined {
    return this.#runsById.get(id)
  }

  /** Number of times that an upload changed an existing entry. Runs and their entries are otherwise only added. */
  get updates(): number {
    const { builds, configs, hardware, workloads, benchmarkVersions, tests, testSets, metricSets } = this
    const entries = [builds, configs, hardware, workloads, benchmarkVersions, tests, testSets, metricSets]
    return entries.reduce((sum, { updates }) => sum + updates, 0)
  }

  /** The newest run of each build, config, hardware, workload, benchmark version, repeat, metric set and test set. */
  *newest(): Generator<RunEntry> {
    for (const run of this.runs) if (this.isNewest(run)) yield run
  }

  isNewest({ position }: RunEntry): boolean {
    return this.columns.newest[position] === 1
  }

  addRun(content: Omit<RunEntry, 'shape' | 'combination' | 'position'>): void {
    const shape = this.#numbers.shapeOf(content)
    const combination = this.#numbers.combinationOf({ ...content, shape })
    const run: RunEntry = { ...content, shape, combination, position: this.runs.length }
    if (shape === this.shapes.length) this.shapes.push({ workload: run.workload, testSet: run.testSet })
    this.#runsById.set(run.id, run)
    this.runs.push(run)
    this.columns.append(run)
    if (combination === this.combinations.length) this.combinations.push({ run, newest: 0 })
    this.#showIfNewest(run)
  }

  #showIfNewest(run: RunEntry): void {
    const kind = this.#numbers.kindOf(run)
    const rival = this.runs[this.#newest[kind] ?? -1]
    if (rival !== undefined && !isNewer(run, rival)) return
    const own = this.combinations[run.combination]
    if (rival !== undefined) this.columns.newest[rival.position] = 0
    else if (own !== undefined) {
      own.newest += 1
      this.firstOfKind.push(run)
    }
    this.columns.newest[run.position] = 1
    this.#newest[kind] = run.position
  }
}

/** Compares versions by stored sort keys, because computing them is slow. */
export function compareVersionKeys(a: BuildEntry, b: BuildEntry): number {
  if (a.versionSortKey === b.versionSortKey) return 0
  return a.versionSortKey < b.versionSortKey ? -1 : 1
}

/**
 * Orders runs by start time, then by id, so that the order of uploads does not matter; a run without a start time is
 * the oldest. A run that was uploaded to replace others is newer than those, and the last such upload is the newest.
 */
export function isNewer(a: RunEntry, b: RunEntry): boolean {
  if (a.replaces !== b.replaces) return a.replaces
  if (a.replaces && a.receivedAt !== b.receivedAt) return a.receivedAt > b.receivedAt
  const [startA, startB] = [a.startedAt ?? Number.NEGATIVE_INFINITY, b.startedAt ?? Number.NEGATIVE_INFINITY]
  return startA === startB ? a.id > b.id : startA > startB
}
