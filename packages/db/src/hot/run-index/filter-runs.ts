import type { DimensionName } from '@assay/domain/compare/dimension'
import type { DimensionFilters } from '../../types.ts'
import type { RunEntry, RunIndex, TestSetItem, WorkloadEntry } from './run-index.ts'

/** Dimensions that follow from an entry of a run, and their values by the index of the entry. */
export const ENTRY_DIMENSIONS = {
  product: { kind: 'build', labels: ({ builds }: RunIndex) => builds.all.map(({ product }) => product) },
  version: { kind: 'build', labels: ({ builds }: RunIndex) => builds.all.map(({ version }) => version) },
  build: { kind: 'build', labels: ({ builds }: RunIndex) => builds.all.map(({ name }) => name) },
  compiler: { kind: 'build', labels: ({ builds }: RunIndex) => builds.all.map(({ compiler }) => compiler) },
  flags: { kind: 'build', labels: ({ builds }: RunIndex) => builds.all.map(({ flags }) => flags) },
  config: { kind: 'config', labels: ({ configs }: RunIndex) => configs.all.map(({ name }) => name) },
  hardware: { kind: 'hardware', labels: ({ hardware }: RunIndex) => hardware.all.map(({ name }) => name) },
  benchmark: {
    kind: 'workload',
    labels: ({ workloads }: RunIndex) => workloads.all.map(({ benchmark }) => benchmark),
  },
  benchmarkVersion: {
    kind: 'benchmarkVersion',
    labels: ({ benchmarkVersions }: RunIndex) => benchmarkVersions.all.map(({ name }) => name),
  },
  workload: { kind: 'workload', labels: ({ workloads }: RunIndex) => workloads.all.map(({ name }) => name) },
} as const

export type EntryDimension = keyof typeof ENTRY_DIMENSIONS

export function isEntryDimension(dimension: DimensionName): dimension is EntryDimension {
  return Object.hasOwn(ENTRY_DIMENSIONS, dimension)
}

/** Says whether a run fails one filter. */
export type RunTest = { dimension: DimensionName; fails: (run: RunEntry) => boolean }

/** The same for what one run measured: an item of its test set, with the parameters of its workload. */
export type ItemTest = { dimension: DimensionName; fails: (item: TestSetItem, workload: WorkloadEntry) => boolean }

export type Filter = { run: RunTest[]; item: ItemTest[] }

/**
 * Filters as functions. What a run's entries say is worked out once per entry, of which there are few, and then looked
 * up for each run. A dimension without a value has the empty text, which a filter may name.
 */
export function prepareFilter(runIndex: RunIndex, filters: DimensionFilters): Filter {
  const filter: Filter = { run: [], item: [] }
  // The keys of filters are names of dimensions by their type.
  for (const [dimension, list] of Object.entries(filters) as [DimensionName, readonly string[] | undefined][]) {
    if (list === undefined) continue
    const allowed = new Set(list)
    const fails = runTest(runIndex, dimension, (value) => !allowed.has(value))
    if (fails !== null) filter.run.push({ dimension, fails })
    else {
      const read = itemValue(dimension)
      filter.item.push({ dimension, fails: (item, workload) => !allowed.has(read(item, workload)) })
    }
  }
  return filter
}

/** The runs that pass every filter of runs and hold at least one result that passes those of results. */
export function filterRuns(
  runs: Iterable<RunEntry>,
  filter: Filter,
  isListed: (item: TestSetItem) => boolean,
): RunEntry[] {
  const holdsAny: boolean[] = []
  const found: RunEntry[] = []
  for (const run of runs) {
    if (filter.run.some(({ fails }) => fails(run))) continue
    const { workload, testSet, shape } = run
    holdsAny[shape] ??= testSet.items.some((item) => isListed(item) && passesItem(filter, item, workload))
    if (holdsAny[shape]) found.push(run)
  }
  return found
}

export function passesItem({ item: tests }: Filter, item: TestSetItem, workload: WorkloadEntry): boolean {
  return !tests.some(({ fails }) => fails(item, workload))
}

/** How to read a dimension of a result; only for those that are not of the run. */
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

function runTest(runIndex: RunIndex, dimension: DimensionName, fails: (value: string) => boolean) {
  if (dimension === 'repeat') return (run: RunEntry) => fails(String(run.repeat))
  if (!isEntryDimension(dimension)) return null
  const { kind, labels } = ENTRY_DIMENSIONS[dimension]
  const failing = labels(runIndex).map(fails)
  return (run: RunEntry) => failing[run[kind].index] === true
}
