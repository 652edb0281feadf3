import type { DimensionName } from '@assay/domain/compare/dimension'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { generatedFilters, generatedRuns } from '../../testing/arbitrary-runs.ts'
import { addRuns, type GeneratedRun, makeRunIndex } from '../../testing/generate-run-index.ts'
import type { DimensionFilters } from '../../types.ts'
import { countFacets, readFacets } from './facets.ts'
import { ENTRY_DIMENSIONS } from './filter-runs.ts'
import { listComparableVersions } from './list-comparable-versions.ts'
import { listMetrics } from './list-metrics.ts'
import { listStudyEnvironments } from './list-study-environments.ts'
import { mixedDimensions } from './mixed-dimensions.ts'
import { projectHome, versionSummaries } from './project-home.ts'
import type { RunIndex } from './run-index.ts'
import { searchEntries } from './search-entries.ts'
import { varyingDimensions } from './varying-dimensions.ts'

type Question = { filters: DimensionFilters; shown: readonly DimensionName[]; allSteps: boolean }

/** Everything that is derived from an index and continued after uploads. */
const derived = (index: RunIndex, question: Question) => ({
  comparable: listComparableVersions(index),
  environments: listStudyEnvironments(index),
  facets: readFacets(index, question),
  home: projectHome(index, []),
  labels: Object.values(ENTRY_DIMENSIONS).map(({ labels }) => labels(index)),
  metrics: listMetrics(index),
  mixed: mixedDimensions(index, question),
  search: searchEntries(index),
  varying: varyingDimensions(index),
  versions: versionSummaries(index),
})

/** One change of a project: uploads, a fact that an upload adds to a known entry, or the removal of a run. */
type Change = { add: GeneratedRun[] } | { rename: number } | { remove: number }

const changes: fc.Arbitrary<Change[]> = fc.array(
  fc.oneof(
    { weight: 4, arbitrary: generatedRuns(12).map((add) => ({ add })) },
    { weight: 1, arbitrary: fc.record({ rename: fc.nat() }) },
    { weight: 1, arbitrary: fc.record({ remove: fc.nat() }) },
  ),
  { minLength: 1, maxLength: 6 },
)

const AXES: DimensionName[] = ['version', 'compiler', 'config', 'hardware', 'workload', 'test', 'clients', 'repeat']

test('what is continued after each change equals what is derived from all runs at once', () => {
  fc.assert(
    fc.property(
      ...([generatedRuns(60), changes, generatedFilters, fc.subarray(AXES), fc.boolean()] as const),
      (first, later, filters, shown, allSteps) => {
        const question = { filters, shown, allSteps }
        let runs = first
        let since: Exclude<Change, { remove: number }>[] = []
        let index = makeRunIndex(runs)
        for (const change of later) {
          derived(index, question)
          if ('remove' in change) {
            // The index is then built again from the remaining runs.
            runs = [...runs, ...since.flatMap((one) => ('add' in one ? one.add : []))]
            runs = runs.filter((_, at) => at !== change.remove % runs.length)
            since = []
            index = makeRunIndex(runs)
          } else {
            apply(index, change)
            since.push(change)
          }
          const atOnce = makeRunIndex(runs)
          for (const one of since) apply(atOnce, one)
          expect(derived(index, question)).toEqual(derived(atOnce, question))
          expect(readFacets(index, question)).toEqual(countFacets(atOnce, question))
        }
      },
    ),
    { numRuns: 80 },
  )
})

function apply(index: RunIndex, change: Exclude<Change, { remove: number }>): void {
  if ('add' in change) addRuns(index, change.add)
  else rename(index, change.rename)
}

/** Changes the name of a config and the compiler of a build, as an upload with more facts can. */
function rename(index: RunIndex, number: number): void {
  const [config, build] = [
    index.configs.all[number % index.configs.all.length],
    index.builds.all[number % index.builds.all.length],
  ]
  if (config === undefined || build === undefined) return
  index.configs.put(config.id, { name: `renamed-${number % 3}`, textSha256: null })
  const { id, index: _, ...facts } = build
  index.builds.put(id, { ...facts, compiler: `gcc ${number % 3}` })
  index.revision = {}
}

test('an upload changes the values of its own environment only', () => {
  const run = { compiler: 0, config: 0, workload: 0, testSet: 1, metricSet: 0, benchmarkVersion: 0, repeat: 1 }
  const made = (version: number, hardware: number) => ({ ...run, version, hardware, startedAt: 0, replaces: false })
  const index = makeRunIndex([made(0, 0), made(2, 0), made(0, 1), made(2, 1)])
  const read = () => [listStudyEnvironments(index), listComparableVersions(index)]
  const before = read()
  addRuns(index, [made(4, 1)])
  for (const [at, after] of read().entries()) {
    expect(after[0]).toBe(before[at]?.[0])
    expect(after[1]).not.toBe(before[at]?.[1])
  }
})
