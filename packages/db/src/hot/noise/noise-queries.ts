import { chooseNoiseFloor } from '@assay/domain/compare/noise/choose-noise-floor'
import { NO_FLOORS, type NoiseFloors, noiseFloors } from '@assay/domain/compare/noise/noise-floor'
import type { RepeatGroup } from '@assay/domain/compare/noise/noise-levels'
import type { Point, PointSet } from '@assay/domain/compare/point'
import { measuredPrimaries } from '@assay/domain/compare/primary-metric'
import { PRIMARY_METRIC } from '@assay/domain/run/metric'
import { z } from 'zod'
import { isUuid } from '../../is-uuid.ts'
import { readRows } from '../../scope/statements.ts'
import type { TenantScope } from '../../scope/tenant-scope.ts'
import { fallbackMetricOfRuns } from '../run-index/fallback-metric-of-runs.ts'
import type { RunEntry, RunIndex } from '../run-index/run-index.ts'
import type { RunIndexCache } from '../run-index/run-index-cache.ts'
import { readNeighborEntries, readNeighborFloors, storeNeighborFloors } from './neighbor-floors.ts'
import type { NoiseQueries } from './noise-types.ts'
import { readRepeats } from './read-repeats.ts'
import { bench, type Repeated, repeatedRuns } from './repeated-runs.ts'
import { withNoise } from './with-noise.ts'

/** Groups of each set of repeats for one metric of a benchmark on a machine, valid for these exclusions. */
type CachedRepeats = {
  invalidations: string
  sets: readonly Repeated[]
  bySet: Map<Repeated, Promise<RepeatGroup[]>>
  /** The groups of all sets in one list. */
  groups: Promise<readonly RepeatGroup[]>
}

const cached = new WeakMap<RunIndex, Map<string, CachedRepeats>>()

export function noiseQueries(scoped: TenantScope, runIndexes: RunIndexCache): NoiseQueries {
  return {
    floors: async (set, metrics, more) => floorsAt(await readState(scoped, productsOf(set)), set, metrics, more),

    withNoise: async (points, metrics, more) =>
      withNoiseAt(await readState(scoped, productsOf(points)), points, metrics, more),

    async currentNoise(product) {
      const state = await readState(scoped, [product])
      return (points, metrics) => withNoiseAt(state, points, metrics)
    },

    storeNeighborFloors: (product, estimates) => storeNeighborFloors(scoped, product, estimates),

    async ofHardware(id) {
      const runIndex = await runIndexes.fresh(scoped.projectId)
      const hardware = isUuid(id) ? runIndex.hardware.get(id) : undefined
      if (hardware === undefined) return null
      const runs = runIndex.runs.filter((run) => run.hardware === hardware)
      const benches = new Set(runs.map(({ workload }) => bench(hardware.name, workload.benchmark)))
      const metrics = primaryMetrics(runs)
      const [{ invalidations }, steps] = await Promise.all([
        readState(scoped, []),
        readNeighborEntries(scoped, hardware.name),
      ])
      const repeats = (await repeatsOf(scoped, runIndex, [...benches], metrics, invalidations)).flat()
      return { repeats, steps: steps.filter(([[, , , metric = '']]) => metrics.includes(metric)) }
    },
  }

  async function withNoiseAt(
    state: NoiseState,
    points: PointSet,
    metrics: readonly string[],
    more?: readonly RepeatGroup[],
  ): Promise<PointSet> {
    // Noise must be estimated on the metrics that the engine compares.
    const set = { ...points, tests: measuredPrimaries(points) }
    const runIndex = runIndexes.current(scoped.projectId)
    return withNoise(scoped, runIndex, { set, metrics, floors: await floorsAt(state, set, metrics, more) })
  }

  async function floorsAt(
    { invalidations, revisions }: NoiseState,
    set: PointSet,
    metrics: readonly string[],
    more: readonly RepeatGroup[] = [],
  ): Promise<NoiseFloors> {
    const runIndex = runIndexes.current(scoped.projectId)
    const [parts, neighbors] = await Promise.all([
      repeatsOf(scoped, runIndex, benchesOf(set.points), metricNames(set, metrics), invalidations),
      readNeighborFloors(scoped, revisions),
    ])
    if (more.length > 0) return chooseNoiseFloor(noiseFloors([...parts.flat(), ...more]), neighbors)
    return chooseNoiseFloor(floorsOf(parts), neighbors)
  }
}

/** @returns a list for each benchmark and metric with repeats; a list without changes stays the same object. */
async function repeatsOf(
  scoped: TenantScope,
  runIndex: RunIndex,
  benches: readonly string[],
  metrics: readonly string[],
  invalidations: string,
): Promise<(readonly RepeatGroup[])[]> {
  const found = benches.flatMap((key) => {
    const sets = repeatedRuns(runIndex, key)
    return sets.length === 0
      ? []
      : metrics.map((metric) => readOnce(scoped, runIndex, { key, sets, metric, invalidations }))
  })
  return (await Promise.all(found)).filter((groups) => groups.length > 0)
}

type RepeatsQuery = { key: string; sets: readonly Repeated[]; metric: string; invalidations: string }

/**
 * Reads only the sets that changed since the last read: a new run is read with its own repeats, not with all others of
 * the machine. Pending results are cached too, so that concurrent pages read them once.
 */
async function readOnce(
  scoped: TenantScope,
  runIndex: RunIndex,
  { key, sets, metric, invalidations }: RepeatsQuery,
): Promise<readonly RepeatGroup[]> {
  const ofRunIndex = cached.get(runIndex) ?? new Map<string, CachedRepeats>()
  cached.set(runIndex, ofRunIndex)
  const name = `${key}\u0000${metric}`
  const before = ofRunIndex.get(name)
  // Thousands of sets of a large project are not read again for each comparison.
  if (before?.sets === sets && before.invalidations === invalidations) return before.groups
  const known = before?.invalidations === invalidations ? before.bySet : new Map<Repeated, Promise<RepeatGroup[]>>()
  const unknown = sets.filter((set) => !known.has(set))
  const pendingRead = unknown.length === 0 ? null : readRepeats(scoped, runIndex, unknown, metric)
  const bySet = new Map(
    sets.map(
      (set) => [set, known.get(set) ?? Promise.resolve(pendingRead).then((found) => found?.get(set) ?? [])] as const,
    ),
  )
  const groups = Promise.all(bySet.values()).then((found) => found.flat())
  ofRunIndex.set(name, { invalidations, sets, bySet, groups })
  try {
    return await groups
  } catch (cause) {
    ofRunIndex.delete(name)
    throw cause
  }
}

const StateRow = z.object({ invalidations: z.string(), revisions: z.record(z.string(), z.string()).nullable() })

/** The state that cached repeats and neighbor floors must match. */
type NoiseState = { invalidations: string; revisions: Readonly<Record<string, string>> }

/** Reads the state in one statement. */
async function readState(scoped: TenantScope, products: readonly string[]): Promise<NoiseState> {
  const rows = await readRows(scoped, StateRow, {
    name: 'noise-state',
    text: `select
        (select count(*) || ' ' || count(withdrawn_at) from invalidation where project_id = $1) as invalidations,
        (select json_object_agg(product, revision::text) from neighbor_floor
         where project_id = $1 and product = any($2)) as revisions`,
    values: [scoped.projectId, products],
  })
  return { invalidations: rows[0]?.invalidations ?? '', revisions: rows[0]?.revisions ?? {} }
}

// Cached, because pooling thousands of groups for every page would cost more than its verdicts.
type Made = { parts: readonly (readonly RepeatGroup[])[]; floors: NoiseFloors }
const made = new WeakMap<readonly RepeatGroup[], Made>()

function floorsOf(parts: readonly (readonly RepeatGroup[])[]): NoiseFloors {
  const [first] = parts
  if (first === undefined) return NO_FLOORS
  const found = made.get(first)
  const isSame = found?.parts.length === parts.length && found.parts.every((part, i) => part === parts[i])
  if (found !== undefined && isSame) return found.floors
  const floors = noiseFloors(parts.flat())
  made.set(first, { parts, floors })
  return floors
}

const productsOf = ({ points }: PointSet): string[] => [
  ...new Set(points.map(({ coordinates }) => coordinates.product ?? '')),
]

const benchesOf = (points: readonly Point[]): string[] => [
  ...new Set(points.map(({ coordinates: { hardware = '', benchmark = '' } }) => bench(hardware, benchmark))),
]

const metricNames = ({ tests }: PointSet, metrics: readonly string[]): string[] => [
  ...new Set(
    metrics.flatMap((name) => (name === PRIMARY_METRIC ? tests.map(({ primaryMetric }) => primaryMetric) : [name])),
  ),
]

function primaryMetrics(runs: readonly RunEntry[]): string[] {
  const fallback = fallbackMetricOfRuns([...new Set(runs.map((run) => run.metricSet))])
  const sets = new Set(runs.map((run) => run.testSet))
  const tests = new Set([...sets].flatMap(({ items }) => items.map(({ test }) => test)))
  return [...new Set([...tests].map(({ primaryMetric }) => primaryMetric ?? fallback))]
}
