import type { DimensionName } from '@assay/domain/compare/dimension'
import type { DimensionFilters } from '../../types.ts'
import { foldIndex } from './fold-index.ts'
import { type Allowed, kindIndex, type RunKind } from './run-columns.ts'
import type { RunEntry, RunIndex, Shape, TestSetItem, WorkloadEntry } from './run-index.ts'

/** Dimensions that follow from an entry of a run, with their values by index of the entry. */
export const ENTRY_DIMENSIONS = {
  product: { kind: 'build', labels: labelsOf(builds, ({ product }) => product) },
  version: { kind: 'build', labels: labelsOf(builds, ({ version }) => version) },
  build: { kind: 'build', labels: labelsOf(builds, ({ name }) => name) },
  compiler: { kind: 'build', labels: labelsOf(builds, ({ compiler }) => compiler) },
  flags: { kind: 'build', labels: labelsOf(builds, ({ flags }) => flags) },
  config: { kind: 'config', labels: labelsOf(({ configs }) => configs.all, nameOf) },
  hardware: { kind: 'hardware', labels: labelsOf(({ hardware }) => hardware.all, nameOf) },
  benchmark: { kind: 'workload', labels: labelsOf(workloads, ({ benchmark }) => benchmark) },
  benchmarkVersion: {
    kind: 'benchmarkVersion',
    labels: labelsOf(({ benchmarkVersions }) => benchmarkVersions.all, nameOf),
  },
  workload: { kind: 'workload', labels: labelsOf(workloads, nameOf) },
} as const

function builds({ builds: { all } }: RunIndex) {
  return all
}

function workloads({ workloads: { all } }: RunIndex) {
  return all
}

function nameOf({ name }: { name: string }): string {
  return name
}

function labelsOf<Item>(list: (runIndex: RunIndex) => readonly Item[], read: (item: Item) => string) {
  const labels = foldIndex<Item, string[]>(
    list,
    () => [],
    (known, item) => known.push(read(item)),
  )
  return (runIndex: RunIndex): readonly string[] => labels(runIndex)
}

export type EntryDimension = keyof typeof ENTRY_DIMENSIONS

export function isEntryDimension(dimension: DimensionName): dimension is EntryDimension {
  return Object.hasOwn(ENTRY_DIMENSIONS, dimension)
}

/** A filter of runs: by entry index of a kind, 1 for entries that pass. */
type RunTest = { dimension: DimensionName; kind: RunKind; passing: Uint8Array }

/** A filter of results, which tests an item of a test set with the parameters of the workload. */
export type ItemTest = { dimension: DimensionName; fails: (item: TestSetItem, workload: WorkloadEntry) => boolean }

export type Filter = { run: RunTest[]; item: ItemTest[] }

/**
 * Compiles filters to tables and functions once per entry, because there are few entries. The value of an unstated
 * dimension is the empty text, which filters may contain.
 */
export function prepareFilter(runIndex: RunIndex, filters: DimensionFilters): Filter {
  const filter: Filter = { run: [], item: [] }
  // Keys of filters are names of dimensions by their type.
  for (const [dimension, list] of Object.entries(filters) as [DimensionName, readonly string[] | undefined][]) {
    if (list === undefined) continue
    const allowed = new Set(list)
    const test = runTest(runIndex, dimension, (value) => allowed.has(value))
    if (test !== null) filter.run.push(test)
    else {
      const read = itemValue(dimension)
      filter.item.push({ dimension, fails: (item, workload) => !allowed.has(read(item, workload)) })
    }
  }
  return filter
}

/** Returns true if a run fails a filter of runs. */
export const failsRun = ({ kind, passing }: RunTest, run: RunEntry): boolean => passing[kindIndex(run, kind)] !== 1

/** Combines filters of runs by kind; several dimensions of one kind, such as product and version, become one table. */
export function allowedBy(tests: readonly RunTest[]): Allowed {
  const allowed: Allowed = {}
  for (const { kind, passing } of tests) {
    const known = allowed[kind]
    allowed[kind] = known === undefined ? passing : passing.map((pass, index) => pass & (known[index] ?? 0))
  }
  return allowed
}

/**
 * Finds the runs that pass every filter of runs and have at least one result that passes those of results, in no order.
 */
export function findRuns(
  runIndex: RunIndex,
  filter: Filter,
  { newestOnly, isListed }: { newestOnly: boolean; isListed: (item: TestSetItem) => boolean },
): RunEntry[] {
  const holds = holdsListed(filter, isListed)
  const allowed = allowedBy(filter.run)
  // Filters of results also limit shapes, which may have the shortest lists.
  if (filter.item.length > 0) allowed.shape = Uint8Array.from(runIndex.shapes, (shape, number) => +holds(shape, number))
  const found: RunEntry[] = []
  for (const position of runIndex.columns.select(allowed, newestOnly)) {
    const run = runIndex.runs[position]
    if (run !== undefined && holds(run, run.shape)) found.push(run)
  }
  return found
}

/** Filters given runs like `findRuns`. */
export function filterRuns(
  runs: Iterable<RunEntry>,
  filter: Filter,
  isListed: (item: TestSetItem) => boolean,
): RunEntry[] {
  const holds = holdsListed(filter, isListed)
  const found: RunEntry[] = []
  for (const run of runs) {
    if (!filter.run.some((test) => failsRun(test, run)) && holds(run, run.shape)) found.push(run)
  }
  return found
}

/** Returns a predicate for shapes with a result that is listed and passes, computed once for each shape. */
function holdsListed(filter: Filter, isListed: (item: TestSetItem) => boolean) {
  const known: boolean[] = []
  return ({ workload, testSet }: Shape, number: number): boolean => {
    known[number] ??= testSet.items.some((item) => isListed(item) && passesItem(filter, item, workload))
    return known[number]
  }
}

export function passesItem({ item: tests }: Filter, item: TestSetItem, workload: WorkloadEntry): boolean {
  return !tests.some(({ fails }) => fails(item, workload))
}

/** Returns a function that reads a dimension of results; dimensions of runs are empty. */
export function itemValue(dimension: DimensionName): (item: TestSetItem, workload: WorkloadEntry) => string {
  if (dimension === 'test') return ({ test }) => test.name
  if (dimension === 'group') return ({ test }) => test.group ?? ''
  if (dimension === 'clients') return ({ clients }) => String(clients)
  const name = dimension.slice('param:'.length)
  return ({ params }, workload) => String(ownValue(params, name) ?? ownValue(workload.params, name) ?? '')
}

function ownValue(params: Record<string, string | number> | null, name: string) {
  return params !== null && Object.hasOwn(params, name) ? params[name] : undefined
}

function runTest(runIndex: RunIndex, dimension: DimensionName, passes: (value: string) => boolean): RunTest | null {
  if (dimension === 'repeat') {
    const passing = new Uint8Array(runIndex.columns.entries('repeat'))
    return { dimension, kind: 'repeat', passing: passing.map((_, repeat) => +passes(String(repeat))) }
  }
  if (!isEntryDimension(dimension)) return null
  const { kind, labels } = ENTRY_DIMENSIONS[dimension]
  return { dimension, kind, passing: Uint8Array.from(labels(runIndex), (label) => +passes(label)) }
}
