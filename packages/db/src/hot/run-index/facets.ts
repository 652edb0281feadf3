import { type DimensionName, FIXED_DIMENSIONS } from '@assay/domain/compare/dimension'
import { dimensionOrder } from '@assay/domain/compare/dimension-order'
import type { TestInfo } from '@assay/domain/compare/point'
import type { DimensionFilters, Facet } from '../../types.ts'
import { ENTRY_DIMENSIONS, type EntryDimension, type Filter, itemValue, prepareFilter } from './filter-runs.ts'
import { compareVersionKeys, type RunEntry, type RunIndex, type TestSetItem } from './run-index.ts'

const everything = new WeakMap<RunIndex['revision'], Facet[]>()

/** The facets without filters, which every page of a comparison asks for; counted once for each revision. */
export function allFacets(runIndex: RunIndex): Facet[] {
  const { revision } = runIndex
  const observed = everything.get(revision) ?? countFacets(runIndex, {}, false)
  everything.set(revision, observed)
  return observed
}

/** Runs are counted by an entry's index, or by the number of the repeat. */
const KINDS = ['build', 'config', 'hardware', 'workload', 'benchmarkVersion', 'repeat'] as const
type Kind = (typeof KINDS)[number]

// Object.keys forgets the type of the keys of a constant.
const RUN_DIMENSIONS = [...(Object.keys(ENTRY_DIMENSIONS) as EntryDimension[]), 'repeat'] as const
type RunDimension = (typeof RUN_DIMENSIONS)[number]

/** Runs that agree on every filter of results, counted together. */
type Shape = { run: RunEntry; listed: TestSetItem[]; passing: number; runs: number }

/** Counts the values of each dimension in one pass over the runs and one over the few shapes that runs have. */
export function countFacets(runIndex: RunIndex, filters: DimensionFilters, allSteps: boolean): Facet[] {
  const filter = prepareFilter(runIndex, filters)
  const runCounts = new RunCounts()
  const shapes: (Shape | undefined)[] = []
  for (const run of runIndex.newest()) {
    const failing = soleFailure(filter.run, (test) => test.fails(run))
    if (failing === 'several') continue
    const shape = shapes[run.shape] ?? shapeOf(run, filter, allSteps)
    shapes[run.shape] = shape
    if (failing === null) shape.runs += 1
    runCounts.add(run, failing, shape.passing)
  }
  const tally = new Tally()
  runCounts.addTo(tally, runIndex)
  // `shapes` has holes where no newest run has that shape.
  for (const shape of shapes) if (shape !== undefined && shape.runs > 0) countItems(shape, filter, tally)
  return tally.inOrder(runIndex)
}

/** Results of runs by entry: of runs that pass every filter, and of those that fail the filter of one dimension only. */
class RunCounts {
  readonly #passing: Record<Kind, number[]> = {
    build: [],
    config: [],
    hardware: [],
    workload: [],
    benchmarkVersion: [],
    repeat: [],
  }
  readonly #failing = new Map<DimensionName, number[]>()

  add(run: RunEntry, failing: DimensionName | null, results: number): void {
    if (failing === null) {
      for (const kind of KINDS) addAt(this.#passing[kind], indexOf(run, kind), results)
      return
    }
    // A run that fails one filter only still counts in the list of that filter's own dimension.
    const counts = this.#failing.get(failing) ?? []
    this.#failing.set(failing, counts)
    addAt(counts, indexOf(run, kindOf(failing as RunDimension)), results) // only these have filters of runs
  }

  addTo(tally: Tally, runIndex: RunIndex): void {
    for (const dimension of RUN_DIMENSIONS) {
      const labels = dimension === 'repeat' ? null : ENTRY_DIMENSIONS[dimension].labels(runIndex)
      for (const counts of [this.#passing[kindOf(dimension)], this.#failing.get(dimension) ?? []]) {
        counts.forEach((count, index) => {
          tally.add(dimension, labels?.[index] ?? String(index), count)
        })
      }
    }
  }
}

/** Counts by dimension, then by value. */
class Tally {
  readonly #counts = new Map<DimensionName, Map<string, number>>()

  add(dimension: DimensionName, value: string, count: number): void {
    if (value === '' || count === 0) return
    const counts = this.#counts.get(dimension) ?? new Map<string, number>()
    this.#counts.set(dimension, counts)
    counts.set(value, (counts.get(value) ?? 0) + count)
  }

  inOrder(runIndex: RunIndex): Facet[] {
    const params = [...this.#counts.keys()].filter((name) => name.startsWith('param:')).sort()
    const tests = testInfos(runIndex)
    return [...FIXED_DIMENSIONS, ...params].map((name) => {
      const counts = this.#counts.get(name) ?? new Map<string, number>()
      const order = dimensionOrder(name, tests)
      const sorted = name === 'version' ? versionsInOrder(counts, runIndex) : [...counts.keys()].sort(order)
      return { name, values: sorted.map((value) => ({ value, count: counts.get(value) ?? 0 })) }
    })
  }
}

/** The order of dimensionOrder, without making the sort key of each version again and again. */
function versionsInOrder(counts: ReadonlyMap<string, number>, { builds }: RunIndex): string[] {
  const byVersion = new Map(builds.all.map((build) => [build.version, build]))
  const sorted = [...byVersion.values()].sort(compareVersionKeys)
  return sorted.map((build) => build.version).filter((version) => counts.has(version))
}

function shapeOf(run: RunEntry, filter: Filter, allSteps: boolean): Shape {
  const listed = run.testSet.items.filter(({ test }) => allSteps || test.role === 'measured')
  const passing = listed.filter((item) => !filter.item.some(({ fails }) => fails(item, run.workload))).length
  return { run, listed, passing, runs: 0 }
}

function countItems({ run: { workload }, listed, runs }: Shape, filter: Filter, tally: Tally): void {
  for (const item of listed) {
    const failing = soleFailure(filter.item, (test) => test.fails(item, workload))
    if (failing === 'several') continue
    const params = Object.keys({ ...workload.params, ...item.params }).map((name) => `param:${name}` as const)
    const names: DimensionName[] = failing === null ? ['test', 'group', 'clients', ...params] : [failing]
    for (const name of names) tally.add(name, itemValue(name)(item, workload), runs)
  }
}

/** The dimension of the only test that fails; null when none does. */
function soleFailure<T extends { dimension: DimensionName }>(tests: readonly T[], fails: (test: T) => boolean) {
  let found: DimensionName | null = null
  for (const test of tests) {
    if (!fails(test)) continue
    if (found !== null) return 'several'
    found = test.dimension
  }
  return found
}

function kindOf(dimension: RunDimension): Kind {
  return dimension === 'repeat' ? 'repeat' : ENTRY_DIMENSIONS[dimension].kind
}

function indexOf(run: RunEntry, kind: Kind): number {
  return kind === 'repeat' ? run.repeat : run[kind].index
}

function addAt(counts: number[], index: number, count: number): void {
  counts[index] = (counts[index] ?? 0) + count
}

function testInfos(runIndex: RunIndex): TestInfo[] {
  return runIndex.tests.all.map(({ name, group, position, role, primaryMetric }) => ({
    name,
    group,
    order: position,
    role,
    primaryMetric: primaryMetric ?? '',
  }))
}
