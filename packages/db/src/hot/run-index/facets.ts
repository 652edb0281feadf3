import { type DimensionName, FIXED_DIMENSIONS } from '@assay/domain/compare/dimension'
import { dimensionOrder } from '@assay/domain/compare/dimension-order'
import type { TestInfo } from '@assay/domain/compare/point'
import { invariant } from '@assay/domain/result'
import type { DimensionFilters, Facet } from '../../types.ts'
import {
  allowedBy,
  ENTRY_DIMENSIONS,
  type EntryDimension,
  type Filter,
  failsRun,
  type ItemTest,
  itemValue,
  passesItem,
  prepareFilter,
} from './filter-runs.ts'
import { memoByQuestion } from './fold-index.ts'
import { kindIndex, type RunKind } from './run-columns.ts'
import { compareVersionKeys, type RunEntry, type RunIndex, type TestSetItem, type WorkloadEntry } from './run-index.ts'

// Object.keys returns string[], so the names need a cast.
const RUN_DIMENSIONS = [...(Object.keys(ENTRY_DIMENSIONS) as EntryDimension[]), 'repeat'] as const
type RunDimension = (typeof RUN_DIMENSIONS)[number]

const MAX_CACHED = 200
/** With more new runs, all are counted again, which then takes less time than adding them one by one. */
const MAX_NEW = 1_000

/** The counts of a query, to which those of later runs are added, and the facets made from them. */
type Counted = { tally: Tally; facets: Facet[] }

const memo = memoByQuestion<Counted>(MAX_CACHED)

type FacetQuery = { filters: DimensionFilters; allSteps: boolean }

/** Returns the facets under some filters; after an upload, only its runs are counted. */
export function readFacets(runIndex: RunIndex, query: FacetQuery): Facet[] {
  const { firstOfKind } = runIndex
  const question = JSON.stringify([query.filters, query.allSteps])
  const { facets } = memo(runIndex, question, (before) => {
    if (before === null || firstOfKind.length - before.kinds > MAX_NEW) return count(runIndex, query)
    const { tally } = before.value
    addToTally(runIndex, query, { tally, runs: firstOfKind.slice(before.kinds) })
    return { tally, facets: tally.inOrder(runIndex) }
  })
  return facets
}

/** Counts the facets of all runs. */
export const countFacets = (runIndex: RunIndex, query: FacetQuery): Facet[] => count(runIndex, query).facets

/** Items that runs of one shape list, and the number of them that passes every filter of results. */
type ListedShape = { workload: WorkloadEntry; listed: TestSetItem[]; passing: number }

/**
 * Counts the values of each dimension: those of runs in the columns of passing runs, those of results once for each
 * shape of these. The values of a filtered dimension are counted among runs that pass all other filters.
 */
function count(runIndex: RunIndex, { filters, allSteps }: FacetQuery): Counted {
  const filter = prepareFilter(runIndex, filters)
  const shapes = listedShapes(runIndex, filter, allSteps)
  const tally = new Tally()
  const filtered = new Set(filter.run.map(({ dimension }) => dimension))
  const passing = runIndex.columns.select(allowedBy(filter.run), true)
  countRuns(
    RUN_DIMENSIONS.filter((dimension) => !filtered.has(dimension)),
    passing,
  )
  for (const dimension of RUN_DIMENSIONS) {
    if (!filtered.has(dimension)) continue
    const others = filter.run.filter((test) => test.dimension !== dimension)
    countRuns([dimension], runIndex.columns.select(allowedBy(others), true))
  }
  for (const [shape, runs] of countBy(runIndex, 'shape', passing, () => 1).entries()) {
    if (runs > 0) countItems(shapes(shape), runs, filter, tally)
  }
  return { tally, facets: tally.inOrder(runIndex) }

  function countRuns(dimensions: readonly RunDimension[], positions: readonly number[]): void {
    for (const [kind, own] of Map.groupBy(dimensions, kindOf)) {
      const counts = countBy(runIndex, kind, positions, (shape) => shapes(shape).passing)
      for (const dimension of own) {
        const labels = dimension === 'repeat' ? null : ENTRY_DIMENSIONS[dimension].labels(runIndex)
        for (const [index, count] of counts.entries()) tally.add(dimension, labels?.[index] ?? String(index), count)
      }
    }
  }
}

/** Adds runs of new kinds to the counts, by the same rules. A newer run of a known kind changes no count. */
function addToTally(
  runIndex: RunIndex,
  { filters, allSteps }: FacetQuery,
  { tally, runs }: { tally: Tally; runs: readonly RunEntry[] },
): void {
  const filter = prepareFilter(runIndex, filters)
  const shapes = listedShapes(runIndex, filter, allSteps)
  for (const run of runs) {
    const failed = filter.run.filter((test) => failsRun(test, run)).map(({ dimension }) => dimension)
    const shape = shapes(run.shape)
    for (const dimension of RUN_DIMENSIONS) {
      if (failed.some((other) => other !== dimension)) continue
      const value =
        dimension === 'repeat'
          ? String(run.repeat)
          : ENTRY_DIMENSIONS[dimension].labels(runIndex)[kindIndex(run, kindOf(dimension))]
      tally.add(dimension, value ?? '', shape.passing)
    }
    if (failed.length === 0) countItems(shape, 1, filter, tally)
  }
}

/** Sums a number of the shape of each run by entry of one kind; the number is computed once for each shape. */
function countBy(
  { columns, shapes }: RunIndex,
  kind: RunKind,
  positions: readonly number[],
  numberOf: (shape: number) => number,
): Float64Array {
  const [entries, shapesOfRuns] = [columns.column(kind), columns.column('shape')]
  const counts = new Float64Array(columns.entries(kind))
  const numbers = new Float64Array(shapes.length).fill(UNKNOWN)
  for (const position of positions) {
    const [entry, shape] = [entries[position] ?? 0, shapesOfRuns[position] ?? 0]
    if (numbers[shape] === UNKNOWN) numbers[shape] = numberOf(shape)
    counts[entry] = (counts[entry] ?? 0) + (numbers[shape] ?? 0)
  }
  return counts
}

const UNKNOWN = -1

function listedShapes(runIndex: RunIndex, filter: Filter, allSteps: boolean): (shape: number) => ListedShape {
  const known: ListedShape[] = []
  return (number) => {
    const found = known[number]
    if (found !== undefined) return found
    const shape = runIndex.shapes[number]
    invariant(shape !== undefined, 'every run has a shape')
    const { workload, testSet } = shape
    const listed = testSet.items.filter(({ test }) => allSteps || test.role === 'measured')
    const passing = listed.filter((item) => passesItem(filter, item, workload)).length
    known[number] = { workload, listed, passing }
    return known[number]
  }
}

/** Counts by dimension and value. */
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

/** Sorts versions like dimensionOrder, but computes the sort key of each version only once. */
function versionsInOrder(counts: ReadonlyMap<string, number>, { builds }: RunIndex): string[] {
  const byVersion = new Map(builds.all.map((build) => [build.version, build]))
  const sorted = [...byVersion.values()].sort(compareVersionKeys)
  return sorted.map((build) => build.version).filter((version) => counts.has(version))
}

function countItems({ workload, listed }: ListedShape, runs: number, filter: Filter, tally: Tally): void {
  for (const item of listed) {
    const failing = soleFailure(filter.item, item, workload)
    if (failing === 'several') continue
    const params = Object.keys({ ...workload.params, ...item.params }).map((name) => `param:${name}` as const)
    const names: DimensionName[] = failing === null ? ['test', 'group', 'clients', ...params] : [failing]
    for (const name of names) tally.add(name, itemValue(name)(item, workload), runs)
  }
}

/** The dimension of the only filter that an item fails; null if it fails none. */
function soleFailure(
  tests: readonly ItemTest[],
  item: TestSetItem,
  workload: WorkloadEntry,
): DimensionName | 'several' | null {
  let found: DimensionName | null = null
  for (const { dimension, fails } of tests) {
    if (!fails(item, workload)) continue
    if (found !== null) return 'several'
    found = dimension
  }
  return found
}

const kindOf = (dimension: RunDimension): RunKind =>
  dimension === 'repeat' ? 'repeat' : ENTRY_DIMENSIONS[dimension].kind

function testInfos(runIndex: RunIndex): TestInfo[] {
  return runIndex.tests.all.map(({ name, group, position, role, primaryMetric }) => ({
    name,
    group,
    order: position,
    role,
    primaryMetric: primaryMetric ?? '',
  }))
}
