import type { DimensionName } from '@assay/domain/compare/dimension'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { generatedFilters, generatedRuns } from '../../testing/arbitrary-runs.ts'
import { addRuns, makeRunIndex } from '../../testing/generate-run-index.ts'
import type { DimensionFilters } from '../../types.ts'
import { countFacets, readFacets } from './facets.ts'
import { ENTRY_DIMENSIONS, findRuns, isEntryDimension, itemValue, prepareFilter } from './filter-runs.ts'
import { mixedDimensions } from './mixed-dimensions.ts'
import { isNewer, type RunEntry, RunIndex, type TestSetItem } from './run-index.ts'

/** Reads a dimension of a result without the index. */
function readValue(index: RunIndex, run: RunEntry, item: TestSetItem, dimension: DimensionName): string {
  if (dimension === 'repeat') return String(run.repeat)
  if (!isEntryDimension(dimension)) return itemValue(dimension)(item, run.workload)
  const { kind, labels } = ENTRY_DIMENSIONS[dimension]
  return labels(index)[run[kind].index] ?? ''
}

const isListed = (allSteps: boolean) => (item: TestSetItem) => allSteps || item.test.role === 'measured'

function passes(index: RunIndex, run: RunEntry, item: TestSetItem, filters: DimensionFilters): boolean {
  // Keys of filters are names of dimensions by their type.
  const entries = Object.entries(filters) as [DimensionName, readonly string[]][]
  return entries.every(([dimension, values]) => values.includes(readValue(index, run, item, dimension)))
}

/** The newest run of each kind, by definition and without the index. */
function newestRuns(runs: readonly RunEntry[]): Set<RunEntry> {
  const kinds = Map.groupBy(runs, (run) =>
    JSON.stringify(
      [run.build, run.config, run.hardware, run.workload, run.benchmarkVersion, run.metricSet, run.testSet]
        .map(({ id }) => id)
        .concat(String(run.repeat)),
    ),
  )
  return new Set([...kinds.values()].flatMap((kind) => kind.sort((a, b) => (isNewer(a, b) ? -1 : 1)).slice(0, 1)))
}

const ids = (runs: Iterable<RunEntry>) => [...runs].map(({ id }) => id).sort()

test('inverted lists find the same runs as a linear filter', () => {
  fc.assert(
    fc.property(generatedRuns(300), generatedFilters, fc.boolean(), fc.boolean(), (runs, filters, newest, allSteps) => {
      const index = makeRunIndex(runs)
      const candidates = newest ? newestRuns(index.runs) : new Set(index.runs)
      expect(ids(index.newest())).toEqual(ids(newestRuns(index.runs)))
      const expected = [...candidates].filter((run) =>
        run.testSet.items.some((item) => isListed(allSteps)(item) && passes(index, run, item, filters)),
      )
      const query = { newestOnly: newest, isListed: isListed(allSteps) }
      expect(ids(findRuns(index, prepareFilter(index, filters), query))).toEqual(ids(expected))
    }),
    { numRuns: 400 },
  )
})

test('facets count the same as a linear filter, before and after more runs arrive', () => {
  const more = generatedRuns(40)
  fc.assert(
    fc.property(generatedRuns(150), more, generatedFilters, fc.boolean(), (runs, later, filters, allSteps) => {
      const index = makeRunIndex(runs)
      for (const arriving of [[], later]) {
        addRuns(index, arriving)
        const observed = readFacets(index, { filters, allSteps })
        expect(readFacets(index, { filters, allSteps })).toBe(observed)
        const results = [...newestRuns(index.runs)].flatMap((run) =>
          run.testSet.items.filter(isListed(allSteps)).map((item) => ({ run, item })),
        )
        for (const { name, values } of observed) {
          const { [name]: _own, ...others } = filters as DimensionFilters
          const counts = new Map<string, number>()
          for (const { run, item } of results) {
            if (!passes(index, run, item, others)) continue
            const value = readValue(index, run, item, name)
            if (value !== '') counts.set(value, (counts.get(value) ?? 0) + 1)
          }
          expect(new Map(values.map(({ value, count }) => [value, count])), name).toEqual(counts)
        }
      }
    }),
    { numRuns: 200 },
  )
})

test('mixed dimensions of combinations of runs equal those of all runs', () => {
  const shown: DimensionName[] = ['version', 'config', 'hardware', 'workload', 'test', 'clients', 'repeat']
  fc.assert(
    fc.property(generatedRuns(120), generatedFilters, fc.subarray(shown), (runs, filters, axes) => {
      const index = makeRunIndex(runs)
      const mixed = mixedDimensions(index, { filters, shown: axes, allSteps: true })
      const cells = Map.groupBy(
        [...newestRuns(index.runs)].flatMap((run) => run.testSet.items.map((item) => ({ run, item }))),
        ({ run, item }) => JSON.stringify(axes.map((name) => readValue(index, run, item, name))),
      )
      for (const name of ['version', 'config', 'hardware', 'workload', 'test', 'clients'] as const) {
        if (axes.includes(name)) continue
        const differs = [...cells.values()].some((results) => {
          const passing = results.filter(({ run, item }) => passes(index, run, item, filters))
          return new Set(passing.map(({ run, item }) => readValue(index, run, item, name))).size > 1
        })
        if (differs) expect(mixed, name).toContain(name)
      }
    }),
    { numRuns: 200 },
  )
})

test('dimensions that new runs mix are found in their cells only, and equal those of all cells', () => {
  const shown: DimensionName[] = ['version', 'compiler', 'config', 'hardware', 'workload', 'test', 'clients']
  fc.assert(
    fc.property(
      ...([generatedRuns(60), generatedRuns(20), generatedFilters, fc.subarray(shown)] as const),
      (first, second, filters, axes) => {
        const index = makeRunIndex(first)
        const query = { filters, shown: axes, allSteps: false }
        mixedDimensions(index, query)
        addRuns(index, second)
        expect(mixedDimensions(index, query)).toEqual(mixedDimensions(makeRunIndex([...first, ...second]), query))
      },
    ),
    { numRuns: 300 },
  )
})

test('a changed compiler of a known build changes what is mixed', () => {
  const run = { version: 0, config: 0, hardware: 0, workload: 0, testSet: 1, metricSet: 0, benchmarkVersion: 0 }
  const index = makeRunIndex([0, 1].map((compiler) => ({ ...run, compiler, repeat: 1, startedAt: 0, replaces: false })))
  const query = { filters: {}, shown: ['version' as const], allSteps: false }
  expect(mixedDimensions(index, query)).toEqual(['build', 'compiler'])
  const [gcc, clang] = index.builds.all
  if (gcc === undefined || clang === undefined) throw new Error('two builds were added')
  const { id, index: _, ...facts } = clang
  index.builds.put(id, { ...facts, compiler: gcc.compiler })
  expect(mixedDimensions(index, query)).toEqual(['build'])
})

test('an index reports the bytes per run in its columns', () => {
  const index = new RunIndex()
  const run = { version: 0, compiler: 0, config: 0, hardware: 0, workload: 0, testSet: 1, metricSet: 0 }
  addRuns(
    index,
    Array.from({ length: 10_000 }, (_, i) => ({
      ...{ ...run, benchmarkVersion: 0, repeat: 1 + (i % 3), startedAt: i, replaces: false },
    })),
  )
  expect(index.columns.length).toBe(10_000)
  expect(index.columns.bytes / index.columns.length).toBeLessThan(130)
  expect(countFacets(index, { filters: {}, allSteps: false }).find(({ name }) => name === 'repeat')?.values).toEqual([
    { value: '1', count: 1 },
    { value: '2', count: 1 },
    { value: '3', count: 1 },
  ])
})
