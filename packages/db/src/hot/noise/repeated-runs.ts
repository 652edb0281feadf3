import type { Point } from '@assay/domain/compare/point'
import { areRepeats } from '@assay/domain/compare/verdict/repeat-groups'
import { factsOf } from '../cells/run-facts.ts'
import { isNewer, type RunEntry, type RunIndex } from '../run-index/run-index.ts'

/** Runs that are repeats of each other but for what tests and parameters they have, newest first. */
export type Repeated = readonly RunEntry[]

/** The key of noise estimates that are read together: a benchmark on a machine. */
export const bench = (hardware: string, benchmark: string): string => `${hardware}\u0000${benchmark}`

// Worked out once for each state of a run index, and thrown away with it.
const known = new WeakMap<object, ReadonlyMap<string, readonly Repeated[]>>()

/**
 * The runs of a project that repeat each other, by benchmark and machine. Runs with the same repeat number that no time
 * of start tells apart are one run told twice, and alone they are no repeats.
 */
export function repeatedRuns(runIndex: RunIndex): ReadonlyMap<string, readonly Repeated[]> {
  const found = known.get(runIndex.revision)
  if (found !== undefined) return found
  const made = findRepeated(runIndex.runs)
  known.set(runIndex.revision, made)
  return made
}

/** Different for runs that are repeats of each other, the same for one that was told twice. */
export const tellingOf = ({ repeat, startedAt }: RunEntry): string => `${repeat} ${startedAt ?? ''}`

function findRepeated(runs: readonly RunEntry[]): Map<string, Repeated[]> {
  const repeated = new Map<string, Repeated[]>()
  for (const alike of setsOfRepeats(runs).map(withoutReplaced)) {
    const [first] = alike
    if (first === undefined || new Set(alike.map(tellingOf)).size < 2) continue
    const key = bench(first.hardware.name, first.workload.benchmark)
    const places = repeated.get(key) ?? []
    repeated.set(key, places)
    places.push(alike.toSorted((a, b) => b.receivedAt - a.receivedAt || (a.id < b.id ? 1 : -1)))
  }
  return repeated
}

/** By the definition of `areRepeats`, for whole runs: what one does not state parts it only from runs that differ in it. */
function setsOfRepeats(runs: readonly RunEntry[]): RunEntry[][] {
  const alike = Map.groupBy(runs, ({ build, config, hardware, workload }) => {
    return JSON.stringify([build.index, config.name, hardware.index, workload.index])
  })
  return [...alike.values()].flatMap((set) =>
    set.length < 2 || areRepeats(set.map(asPoint)) ? [set] : [...Map.groupBy(set, statedKey).values()],
  )
}

/** Runs of one entry each share all dimensions but this one. */
const asPoint = (run: RunEntry): Point => ({
  runId: run.id,
  resultId: run.id,
  coordinates: run.benchmarkVersion.name === '' ? {} : { benchmarkVersion: run.benchmarkVersion.name },
  values: {},
  facts: factsOf(run),
})

const statedKey = (run: RunEntry): string => `${run.benchmarkVersion.index} ${JSON.stringify(factsOf(run))}`

/** Runs whose repeat number another run took over, to replace them, are no repeats of it. */
function withoutReplaced(runs: readonly RunEntry[]): readonly RunEntry[] {
  const replacing = runs.filter((run) => run.replaces)
  if (replacing.length === 0) return runs
  return runs.filter((run) => !replacing.some((other) => other.repeat === run.repeat && isNewer(other, run)))
}
