import type { DimensionName } from '@assay/domain/compare/dimension'
import type { ComparedSize, NotShown, ReadBound } from '@assay/domain/compare/warnings/not-shown'
import { partialSort } from '../../partial-sort.ts'
import type { CellQuery } from '../../types.ts'
import { ENTRY_DIMENSIONS, type EntryDimension, failsRun, prepareFilter } from '../run-index/filter-runs.ts'
import { isNewer, type RunEntry, type RunIndex, type TestSetItem, type WorkloadEntry } from '../run-index/run-index.ts'
import { countCells } from './count-cells.ts'
import { type Combination, combineRuns } from './run-combinations.ts'

/** The items of a run that a query lists. */
export type ItemsOf = (run: RunEntry) => readonly TestSetItem[]

type Chosen = { runs: readonly RunEntry[]; itemsOf: ItemsOf; metrics: readonly string[] | null }

/** Minimum number of combinations to show before all repeats of one are shown. */
const MIN_COMBINATIONS = 8
/** Maximum share of the limit for a named base, so that results are left to divide by it. */
const MAX_BASE_SHARE = 0.5
const MAX_NARROWING_FILTERS = 4

/** Returns a function that finds the listed items of a run, once for all runs with the same test and metric sets. */
export function listedItems(isListed: (item: TestSetItem, workload: WorkloadEntry) => boolean): ItemsOf {
  const known: (readonly TestSetItem[] | undefined)[] = []
  return ({ shape, testSet, workload }) => {
    known[shape] ??= testSet.items.filter((item) => isListed(item, workload))
    return known[shape]
  }
}

/**
 * Selects the runs that a comparison reads within its limit, counted in the run index before anything is read. Runs are
 * left out along the axes: runs with the same values of the dimensions on the axes stay together, because a cell
 * without some of its runs would have another value. Only if one such combination alone exceeds the limit, just its
 * newest runs are read.
 *
 * @param runs in any order; the returned runs are newest first.
 */
export function boundRuns(
  runIndex: RunIndex,
  { runs, itemsOf, metrics }: Chosen,
  { bound, filters }: CellQuery,
): { runs: RunEntry[]; size: Size; notShown: NotShown | null } {
  const sizeOf = runSize(itemsOf, metrics)
  const whole = totalSize(runs, sizeOf)
  if (bound === undefined) return { runs: newestFirst(runs), size: whole, notShown: null }
  if (fits(whole, bound.max) && countCells(runIndex, bound, itemsOf).add(runs) <= bound.max.cells) {
    return { runs: newestFirst(runs), size: whole, notShown: null }
  }
  const { dimensions, combinations } = combineRuns(runIndex, runs, bound)
  const taken = takeCombinations(runIndex, combinations, { bound, sizeOf, itemsOf })
  const shown = newestFirst(taken.runs)
  const size = totalSize(shown, sizeOf)
  return {
    runs: shown,
    size,
    notShown: {
      results: { shown: size.results, all: whole.results },
      runs: { shown: shown.length, all: runs.length },
      combinations: { shown: taken.combinations, all: combinations.length },
      dimensions,
      shortened: taken.shortened,
      max: bound.max,
      narrowBy: narrowingFilters(runIndex, runs, filters),
    },
  }
}

const byNewest = (a: RunEntry, b: RunEntry): number => (isNewer(a, b) ? -1 : 1)

const newestFirst = (runs: Iterable<RunEntry>): RunEntry[] => [...runs].sort(byNewest)

type Size = Pick<ComparedSize, 'results' | 'values'>

/** Counts the results of a run that are read, and their values: of the named metrics, or of all. */
function runSize(itemsOf: ItemsOf, metrics: readonly string[] | null): (run: RunEntry) => Size {
  const valuesOf: number[] = []
  return (run) => {
    const { index, positions, metrics: own } = run.metricSet
    valuesOf[index] ??= metrics === null ? own.length : metrics.filter((name) => positions.has(name)).length
    const results = itemsOf(run).length
    return { results, values: results * valuesOf[index] }
  }
}

function totalSize(runs: readonly RunEntry[], sizeOf: (run: RunEntry) => Size): Size {
  const total = { results: 0, values: 0 }
  for (const run of runs) add(total, sizeOf(run))
  return total
}

function add(total: Size, { results, values }: Size): void {
  total.results += results
  total.values += values
}

const fits = ({ results, values }: Size, max: Size): boolean => results <= max.results && values <= max.values

type Taking = { bound: ReadBound; sizeOf: (run: RunEntry) => Size; itemsOf: ItemsOf }

/** Takes combinations in the order of the axes until the limit is reached; those of a named base come first. */
function takeCombinations(
  runIndex: RunIndex,
  combinations: readonly Combination[],
  { bound, sizeOf, itemsOf }: Taking,
): { runs: ReadonlySet<RunEntry>; combinations: number; shortened: number } {
  const share = 1 / Math.min(combinations.length, MIN_COMBINATIONS)
  const bounds = { results: bound.max.results * share, values: bound.max.values * share }
  const grid = countCells(runIndex, bound, itemsOf)
  const total = { results: 0, values: 0 }
  const runs = new Set<RunEntry>()
  const taken = { runs, combinations: 0, shortened: 0 }
  const isBase = baseTest(runIndex, bound.base)
  const take = (group: readonly Combination[], limit: number) => {
    for (const { runs: all } of group) {
      const { newest, size } = newestRuns(all, sizeOf, bounds)
      add(size, total)
      const isFirst = taken.combinations === 0
      if (!isFirst && !fits(size, { results: bound.max.results * limit, values: bound.max.values * limit })) return
      if (grid.add(newest) > bound.max.cells * limit && !isFirst) return
      Object.assign(total, size)
      for (const run of newest) runs.add(run)
      taken.combinations += 1
      if (newest.length < all.length) taken.shortened += 1
    }
  }
  take(combinations.filter(isBase), MAX_BASE_SHARE)
  take(
    combinations.filter((one) => !isBase(one)),
    1,
  )
  return taken
}

/** Returns the newest runs of one combination within `most`; at least one run. */
function newestRuns(runs: readonly RunEntry[], sizeOf: (run: RunEntry) => Size, max: Size) {
  const size = { results: 0, values: 0 }
  const newest: RunEntry[] = []
  for (const run of candidates(runs, max)) {
    const own = sizeOf(run)
    add(own, size)
    if (newest.length > 0 && !fits(own, max)) break
    newest.push(run)
    Object.assign(size, own)
  }
  return { newest, size }
}

/**
 * Returns the newest runs of a very long list, newest first. Each run has at least one result, so no more than
 * `results` runs can fit.
 */
function candidates(runs: readonly RunEntry[], { results }: Size): RunEntry[] {
  if (runs.length <= results) return newestFirst(runs)
  const [first, last] = [runs[0], runs.at(-1)]
  // The list is in the order of upload or the reverse, so its newer end contains most of the newest runs.
  const isAscending = first !== undefined && last !== undefined && isNewer(last, first)
  return partialSort(isAscending ? runs.toReversed() : runs, Math.ceil(results), byNewest)
}

/**
 * Returns a predicate for combinations with a run that can be part of a named base. Filters of tests and clients are
 * ignored, because they do not select runs.
 */
function baseTest(runIndex: RunIndex, base: ReadBound['base']): (combination: Combination) => boolean {
  if (base === null) return () => false
  const { run: tests } = prepareFilter(runIndex, base)
  if (tests.length === 0) return () => false
  return ({ runs }) => runs.some((run) => !tests.some((test) => failsRun(test, run)))
}

/** Lists dimensions in which the runs have several values and that no filter limits to one. */
function narrowingFilters(
  runIndex: RunIndex,
  runs: readonly RunEntry[],
  filters: CellQuery['filters'],
): NotShown['narrowBy'] {
  const names: readonly EntryDimension[] = [
    'product',
    'benchmark',
    'version',
    'hardware',
    'workload',
    'config',
    'build',
  ]
  const found = names.flatMap((dimension: DimensionName & EntryDimension) => {
    const { kind, labels } = ENTRY_DIMENSIONS[dimension]
    const entries = new Uint8Array(runIndex.columns.entries(kind))
    for (const run of runs) entries[run[kind].index] = 1
    const values = new Set(labels(runIndex).filter((_, index) => entries[index] === 1)).size
    return values > 1 && filters[dimension]?.length !== 1 ? [{ dimension, values }] : []
  })
  return found.slice(0, MAX_NARROWING_FILTERS)
}
