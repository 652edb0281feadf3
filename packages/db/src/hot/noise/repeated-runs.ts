import type { Point } from '@assay/domain/compare/point'
import { areRepeats } from '@assay/domain/compare/verdict/repeat-groups'
import { factsOf } from '../cells/facts-lookup.ts'
import { isNewer, type RunEntry, type RunIndex } from '../run-index/run-index.ts'

/** Runs that are repeats of each other, newest first; tests and parameters may differ. */
export type Repeated = readonly RunEntry[]

/** Key of noise estimates that are read together: a benchmark on a machine. */
export const bench = (hardware: string, benchmark: string): string => `${hardware}\u0000${benchmark}`

const known = new WeakMap<RunIndex, RepeatedRuns>()

/**
 * Returns the sets of repeats on a machine with a benchmark. Runs with the same repeat number and start time are one
 * run that was uploaded twice, so they are not repeats. A set without new runs stays the same object, and so does a
 * list without new sets, so that data cached for them stay valid.
 */
export function repeatedRuns(runIndex: RunIndex, key: string): readonly Repeated[] {
  const found = known.get(runIndex) ?? new RepeatedRuns(runIndex)
  known.set(runIndex, found)
  return found.of(key)
}

/** Key that is equal for two uploads of one run and differs between repeats. */
export const repeatKey = ({ repeat, startedAt }: RunEntry): string => `${repeat} ${startedAt ?? ''}`

/** Runs of one build, config, machine and workload, and the sets of repeats among them. */
type Alike = {
  runs: RunEntry[]
  /** The earliest and the latest start time. */
  first: number
  last: number
  /** Null if runs were added since it was computed. */
  repeated: Repeated[] | null
}

/** The sets of repeats of one run index, which are updated with new runs at each request. */
class RepeatedRuns {
  readonly #runIndex: RunIndex
  #byBench = new Map<string, Map<string, Alike>>()
  /** The list of each bench, until one of its sets changes. */
  readonly #lists = new Map<string, readonly Repeated[]>()
  #runs = 0
  #updates = 0

  constructor(runIndex: RunIndex) {
    this.#runIndex = runIndex
  }

  of(key: string): readonly Repeated[] {
    this.#addNewRuns()
    const known = this.#lists.get(key)
    if (known !== undefined) return known
    const list = [...(this.#byBench.get(key)?.values() ?? [])].flatMap((alike) => {
      alike.repeated ??= findRepeated(alike.runs)
      return alike.repeated
    })
    this.#lists.set(key, list)
    return list
  }

  #addNewRuns(): void {
    const { runs, builds, configs, hardware } = this.#runIndex
    const updates = builds.updates + configs.updates + hardware.updates
    if (updates !== this.#updates) {
      // A new fact of an entry may separate any runs that refer to it.
      this.#byBench = new Map()
      this.#lists.clear()
      this.#runs = 0
      this.#updates = updates
    }
    const isFirst = this.#runs === 0
    for (; this.#runs < runs.length; this.#runs += 1) {
      const run = runs[this.#runs]
      if (run !== undefined) this.#add(run, isFirst)
    }
  }

  #add(run: RunEntry, isFirst: boolean): void {
    const { build, config, hardware, workload, startedAt } = run
    const key = bench(hardware.name, workload.benchmark)
    const ofBench = this.#byBench.get(key) ?? new Map<string, Alike>()
    this.#byBench.set(key, ofBench)
    this.#lists.delete(key)
    const groupKey = JSON.stringify([build.index, config.name, workload.index])
    const alike = ofBench.get(groupKey) ?? {
      ...{ runs: [], first: Number.POSITIVE_INFINITY, last: Number.NEGATIVE_INFINITY, repeated: null },
    }
    ofBench.set(groupKey, alike)
    alike.runs.push(run)
    alike.repeated = null
    if (startedAt === null) return
    alike.first = Math.min(alike.first, startedAt)
    alike.last = Math.max(alike.last, startedAt)
    if (!isFirst) this.#splitSessions(run, startedAt)
  }

  /** A run between two repeats puts them into separate sessions, so the cached rows of these repeats are invalid. */
  #splitSessions({ hardware }: RunEntry, startedAt: number): void {
    for (const [key, ofBench] of this.#byBench) {
      if (!key.startsWith(bench(hardware.name, ''))) continue
      for (const alike of ofBench.values()) {
        if (!(alike.first < startedAt && startedAt < alike.last)) continue
        alike.repeated = null
        this.#lists.delete(key)
      }
    }
  }
}

function findRepeated(runs: readonly RunEntry[]): Repeated[] {
  return setsOfRepeats(runs)
    .map(withoutReplaced)
    .filter((alike) => new Set(alike.map(repeatKey)).size > 1)
    .map((alike) => alike.toSorted((a, b) => b.receivedAt - a.receivedAt || (a.id < b.id ? 1 : -1)))
}

/** Groups runs by the definition of `areRepeats`. */
const setsOfRepeats = (runs: readonly RunEntry[]): (readonly RunEntry[])[] =>
  runs.length < 2 || areRepeats(runs.map(asPoint)) ? [runs] : [...Map.groupBy(runs, statedKey).values()]

/** Represents a run as a point without the dimensions that all compared runs share. */
const asPoint = (run: RunEntry): Point => ({
  runId: run.id,
  resultId: run.id,
  coordinates: run.benchmarkVersion.name === '' ? {} : { benchmarkVersion: run.benchmarkVersion.name },
  values: {},
  facts: factsOf(run),
})

const statedKey = (run: RunEntry): string => `${run.benchmarkVersion.index} ${JSON.stringify(factsOf(run))}`

/** Removes runs that another run replaced under the same repeat number, because the two are not repeats. */
function withoutReplaced(runs: readonly RunEntry[]): readonly RunEntry[] {
  const replacing = runs.filter((run) => run.replaces)
  if (replacing.length === 0) return runs
  return runs.filter((run) => !replacing.some((other) => other.repeat === run.repeat && isNewer(other, run)))
}
