import type { Point } from '@assay/domain/compare/point'
import { areRepeats } from '@assay/domain/compare/verdict/repeat-groups'
import { factsOf } from '../cells/run-facts.ts'
import { isNewer, type RunEntry, type RunIndex } from '../run-index/run-index.ts'

/** Runs that are repeats of each other but for what tests and parameters they have, newest first. */
export type Repeated = readonly RunEntry[]

/** The key of noise estimates that are read together: a benchmark on a machine. */
export const bench = (hardware: string, benchmark: string): string => `${hardware}\u0000${benchmark}`

// Computed once for each revision of a run index, and collected together with it.
const known = new WeakMap<object, ReadonlyMap<string, readonly Repeated[]>>()

/**
 * The runs of a project that repeat each other, by benchmark and machine. Runs with the same repeat number and the same
 * start time are one run that was uploaded twice, so they are not repeats of each other.
 */
export function repeatedRuns(runIndex: RunIndex): ReadonlyMap<string, readonly Repeated[]> {
  const found = known.get(runIndex.revision)
  if (found !== undefined) return found
  const made = findRepeated(runIndex.runs)
  known.set(runIndex.revision, made)
  return made
}

/** Different for runs that are repeats of each other, equal for two uploads of one run. */
export const repeatKey = ({ repeat, startedAt }: RunEntry): string => `${repeat} ${startedAt ?? ''}`

function findRepeated(runs: readonly RunEntry[]): Map<string, Repeated[]> {
  const repeated = new Map<string, Repeated[]>()
  for (const alike of setsOfRepeats(runs).map(withoutReplaced)) {
    const [first] = alike
    if (first === undefined || new Set(alike.map(repeatKey)).size < 2) continue
    const key = bench(first.hardware.name, first.workload.benchmark)
    const places = repeated.get(key) ?? []
    repeated.set(key, places)
    places.push(alike.toSorted((a, b) => b.receivedAt - a.receivedAt || (a.id < b.id ? 1 : -1)))
  }
  return repeated
}

/** Applies `areRepeats` to whole runs. A fact that a run does not state separates it only from runs that differ in that fact. */
function setsOfRepeats(runs: readonly RunEntry[]): RunEntry[][] {
  const alike = Map.groupBy(runs, ({ build, config, hardware, workload }) => {
    return JSON.stringify([build.index, config.name, hardware.index, workload.index])
  })
  return [...alike.values()].flatMap((set) =>
    set.length < 2 || areRepeats(set.map(asPoint)) ? [set] : [...Map.groupBy(set, statedKey).values()],
  )
}

/** Runs in one group share all dimensions but this one. */
const asPoint = (run: RunEntry): Point => ({
  runId: run.id,
  resultId: run.id,
  coordinates: run.benchmarkVersion.name === '' ? {} : { benchmarkVersion: run.benchmarkVersion.name },
  values: {},
  facts: factsOf(run),
})

const statedKey = (run: RunEntry): string => `${run.benchmarkVersion.index} ${JSON.stringify(factsOf(run))}`

/** Leaves out runs that a newer run with the same repeat number replaces. */
function withoutReplaced(runs: readonly RunEntry[]): readonly RunEntry[] {
  const replacing = runs.filter((run) => run.replaces)
  if (replacing.length === 0) return runs
  return runs.filter((run) => !replacing.some((other) => other.repeat === run.repeat && isNewer(other, run)))
}
