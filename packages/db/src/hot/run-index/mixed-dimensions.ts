import type { DimensionName } from '@assay/domain/compare/dimension'
import type { DimensionFilters } from '../cells/cell-types.ts'
import {
  allowedBy,
  ENTRY_DIMENSIONS,
  type EntryDimension,
  filterRuns,
  itemValue,
  passesItem,
  prepareFilter,
} from './filter-runs.ts'
import { memoByQuestion } from './fold-index.ts'
import type { RunEntry, RunIndex, TestSetItem, WorkloadEntry } from './run-index.ts'

export type MixingQuery = {
  filters: DimensionFilters
  /** Dimensions on an axis. */
  shown: readonly DimensionName[]
  allSteps: boolean
}

/** Tests of one shape of runs by cell: the key has the dimensions on the axes, each item the others. */
type ShapeCells = ReadonlyMap<string, readonly Item[]>
type Item = Readonly<Partial<Record<DimensionName, string>>>

// Object.keys returns string[], so the names need a cast.
const RUN_DIMENSIONS = Object.keys(ENTRY_DIMENSIONS) as EntryDimension[]

/** Maximum queries whose results are cached for each project. */
const MAX_CACHED = 1_000
/** With more new runs, all cells are compared again, which then takes less time than finding theirs. */
const MAX_NEW = 50

const memo = memoByQuestion<readonly DimensionName[]>(MAX_CACHED)

/**
 * Returns dimensions on no axis in which results of one cell differ. New runs can only add some, so that only the cells
 * with new runs are compared again.
 */
export function mixedDimensions(runIndex: RunIndex, query: MixingQuery): DimensionName[] {
  // Runs that differ only in their repeat number or metrics are in one cell, unless repeats are on an axis.
  const isByRepeat = query.shown.includes('repeat') || query.filters.repeat !== undefined
  const { combinations, firstOfKind } = runIndex
  const runsOf = (runs: readonly RunEntry[]) =>
    isByRepeat ? runs : runs.filter((run) => combinations[run.combination]?.run === run)
  const mixed = memo(runIndex, JSON.stringify(query), (before) => {
    if (before === null) return findMixedDimensions(runIndex, query, runsOf(firstOfKind))
    const added = runsOf(firstOfKind.slice(before.kinds))
    if (added.length > MAX_NEW) return findMixedDimensions(runIndex, query, runsOf(firstOfKind))
    const ofNewCells = added.length === 0 ? [] : findMixedDimensions(runIndex, query, null, added)
    return ofNewCells.length === 0 ? before.value : [...new Set([...before.value, ...ofNewCells])].sort()
  })
  return [...mixed]
}

/**
 * Finds, from the run index alone, the dimensions on no axis in which results of one cell differ, sorted. Runs of one
 * shape have the same tests, so cells are compared once for each pair of shapes instead of each run.
 *
 * @param all the runs to compare; null to compare only the cells with `added`.
 */
function findMixedDimensions(
  runIndex: RunIndex,
  { filters, shown, allSteps }: MixingQuery,
  all: readonly RunEntry[] | null,
  added: readonly RunEntry[] = [],
): DimensionName[] {
  const filter = prepareFilter(runIndex, filters)
  const isListed = ({ test }: TestSetItem) => allSteps || test.role === 'measured'
  const onAxis = new Set(shown)
  const labels = new Map(RUN_DIMENSIONS.map((dimension) => [dimension, ENTRY_DIMENSIONS[dimension].labels(runIndex)]))
  const read = (run: RunEntry, dimension: EntryDimension) =>
    labels.get(dimension)?.[run[ENTRY_DIMENSIONS[dimension].kind].index] ?? ''
  const shownOfRun = RUN_DIMENSIONS.filter((dimension) => onAxis.has(dimension))
  const hiddenOfRun = RUN_DIMENSIONS.filter((dimension) => !onAxis.has(dimension))
  const cellsOf = shapeCells((item, workload) => isListed(item) && passesItem(filter, item, workload), shown)
  const mixed = new Set<DimensionName>()
  const ofShape = new Map<number, ReadonlySet<DimensionName>>()
  const compared = all ?? sharingCells(runIndex, filterRuns(added, filter, isListed), shownOfRun)
  const runs = filterRuns(compared, filter, isListed)
  const cells = Map.groupBy(runs, (run) => cellOfRun(run, shownOfRun, onAxis, read))
  for (const group of cells.values()) {
    for (const overlapping of overlappingRuns(group, cellsOf)) {
      for (const dimension of hiddenOfRun) {
        if (!mixed.has(dimension) && differ(overlapping, dimension, read)) mixed.add(dimension)
      }
    }
    for (const dimension of differencesOfTests(group)) mixed.add(dimension)
  }
  return [...mixed].sort()

  /** Most cells contain runs of one shape, which have the same differences, so these are cached by shape. */
  function differencesOfTests(group: readonly RunEntry[]): ReadonlySet<DimensionName> {
    const [first] = group
    if (first === undefined || group.some(({ shape }) => shape !== first.shape)) return itemDifferences(group, cellsOf)
    const found = ofShape.get(first.shape) ?? itemDifferences([first], cellsOf)
    ofShape.set(first.shape, found)
    return found
  }
}

/** The newest runs that agree with one of the given runs in all of these dimensions, found by the inverted lists. */
function sharingCells(
  runIndex: RunIndex,
  given: readonly RunEntry[],
  dimensions: readonly EntryDimension[],
): ReadonlySet<RunEntry> {
  const found = new Set<RunEntry>()
  for (const run of given) {
    const filters = dimensions.map((dimension) => {
      const { kind, labels } = ENTRY_DIMENSIONS[dimension]
      return [dimension, [labels(runIndex)[run[kind].index] ?? '']] as const
    })
    const { run: tests } = prepareFilter(runIndex, Object.fromEntries(filters))
    for (const position of runIndex.columns.select(allowedBy(tests), true)) {
      const other = runIndex.runs[position]
      if (other !== undefined) found.add(other)
    }
  }
  return found
}

/**
 * Key of the cells of a run: its values of the run dimensions on the axes, and the repeat number if repeats are on an
 * axis.
 */
function cellOfRun(
  run: RunEntry,
  shown: readonly EntryDimension[],
  onAxis: ReadonlySet<DimensionName>,
  read: (run: RunEntry, dimension: EntryDimension) => string,
): string {
  const values = shown.map((dimension) => read(run, dimension))
  return JSON.stringify(onAxis.has('repeat') ? [...values, run.repeat] : values)
}

/** Returns a function that groups the tests of a run by cell, computed once for each shape. */
function shapeCells(
  isTaken: (item: TestSetItem, workload: WorkloadEntry) => boolean,
  shown: readonly DimensionName[],
): (run: RunEntry) => ShapeCells {
  const known = new Map<number, ShapeCells>()
  const shownOfItem = shown.filter((dimension) => !Object.hasOwn(ENTRY_DIMENSIONS, dimension) && dimension !== 'repeat')
  return ({ shape, workload, testSet }) => {
    const found = known.get(shape)
    if (found !== undefined) return found
    const taken = testSet.items.filter((item) => isTaken(item, workload))
    const made = new Map<string, Item[]>()
    for (const item of taken) {
      const cell = JSON.stringify(shownOfItem.map((dimension) => itemValue(dimension)(item, workload)))
      const items = made.get(cell) ?? []
      made.set(cell, items)
      items.push(hiddenOf(item, workload, shownOfItem))
    }
    known.set(shape, made)
    return made
  }
}

function hiddenOf(item: TestSetItem, workload: WorkloadEntry, shown: readonly DimensionName[]): Item {
  const params = Object.keys({ ...workload.params, ...item.params }).map((name) => `param:${name}` as const)
  const names: DimensionName[] = ['test', 'clients', ...params]
  const hidden = names.filter((name) => !shown.includes(name))
  return Object.fromEntries(hidden.map((name) => [name, itemValue(name)(item, workload)]))
}

/** Groups runs so that runs which share a cell are in one group; runs of one shape share all of their cells. */
function overlappingRuns(runs: readonly RunEntry[], cellsOf: (run: RunEntry) => ShapeCells): RunEntry[][] {
  const [first] = runs
  if (first === undefined || runs.every(({ shape }) => shape === first.shape)) return [[...runs]]
  let parts: { runs: RunEntry[]; cells: Set<string> }[] = []
  for (const ofShape of Map.groupBy(runs, ({ shape }) => shape).values()) {
    const cells = new Set(ofShape[0] === undefined ? [] : cellsOf(ofShape[0]).keys())
    const touched = parts.filter((part) => [...cells].some((cell) => part.cells.has(cell)))
    parts = [
      ...parts.filter((part) => !touched.includes(part)),
      {
        runs: [...touched.flatMap((part) => part.runs), ...ofShape],
        cells: new Set([...cells, ...touched.flatMap((part) => [...part.cells])]),
      },
    ]
  }
  return parts.map((part) => part.runs)
}

/** Dimensions in which tests of one cell differ, within a run or between runs. */
function itemDifferences(runs: readonly RunEntry[], cellsOf: (run: RunEntry) => ShapeCells): Set<DimensionName> {
  const differing = new Set<DimensionName>()
  const first = new Map<string, Item>()
  const shapes = new Map(runs.map((run) => [run.shape, run]))
  for (const run of shapes.values()) {
    for (const [cell, items] of cellsOf(run)) {
      for (const item of items) {
        const known = first.get(cell)
        if (known === undefined) first.set(cell, item)
        else for (const name of namesThatDiffer(known, item)) differing.add(name)
      }
    }
  }
  return differing
}

function namesThatDiffer(a: Item, b: Item): DimensionName[] {
  // Keys of both are names of dimensions, but Object.keys returns string[].
  const names = Object.keys({ ...a, ...b }) as DimensionName[]
  return names.filter((name) => a[name] !== b[name])
}

/** True if runs differ in a dimension. A run that does not state its benchmark version agrees with any. */
function differ(
  runs: readonly RunEntry[],
  dimension: EntryDimension,
  read: (run: RunEntry, dimension: EntryDimension) => string,
): boolean {
  const values = new Set(runs.map((run) => read(run, dimension)))
  if (dimension === 'benchmarkVersion') values.delete('')
  return values.size > 1
}
