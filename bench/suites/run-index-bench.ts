import { readFacets } from '../../packages/db/src/hot/run-index/facets.ts'
import { listComparableVersions } from '../../packages/db/src/hot/run-index/list-comparable-versions.ts'
import { listStudyEnvironments } from '../../packages/db/src/hot/run-index/list-study-environments.ts'
import { mixedDimensions } from '../../packages/db/src/hot/run-index/mixed-dimensions.ts'
import { projectHome } from '../../packages/db/src/hot/run-index/project-home.ts'
import type { RunIndex } from '../../packages/db/src/hot/run-index/run-index.ts'
import { searchEntries } from '../../packages/db/src/hot/run-index/search-entries.ts'
import { varyingDimensions } from '../../packages/db/src/hot/run-index/varying-dimensions.ts'
import { addRuns, type GeneratedRun, makeRunIndex } from '../../packages/db/src/testing/generate-run-index.ts'
import type { Line } from '../lib/print-table.ts'

const SIZES = [400, 6_000, 24_000]
const UPLOADS = 40

const EVERYTHING = { filters: {}, allSteps: false }
const VERSIONS_BY_TEST = { ...EVERYTHING, shown: ['version' as const, 'test' as const] }

const DERIVED: readonly { what: string; read: (index: RunIndex) => unknown }[] = [
  { what: 'varying dimensions', read: varyingDimensions },
  { what: 'environments of studies', read: listStudyEnvironments },
  { what: 'comparable versions', read: listComparableVersions },
  { what: 'entries of the search', read: searchEntries },
  { what: 'facets', read: (index) => readFacets(index, EVERYTHING) },
  { what: 'mixed dimensions', read: (index) => mixedDimensions(index, VERSIONS_BY_TEST) },
  { what: 'overview', read: (index) => projectHome(index, []) },
]

/** CPU time to derive from a run index what pages show, after one more upload and from all runs. */
export function benchRunIndex(): Line[] {
  return SIZES.flatMap((size) => {
    const runs = Array.from({ length: size }, (_, at) => runNumber(at))
    const index = makeRunIndex(runs)
    const fromAll = DERIVED.map(({ read }) => cpuMs(() => read(index)))
    const afterUpload = DERIVED.map(() => 0)
    for (let at = size; at < size + UPLOADS; at += 1) {
      addRuns(index, [runNumber(at)])
      for (const [i, { read }] of DERIVED.entries()) afterUpload[i] = (afterUpload[i] ?? 0) + cpuMs(() => read(index))
    }
    return DERIVED.map(({ what }, i) => ({
      what: `run index of ${size} runs: ${what} after an upload`,
      value: (afterUpload[i] ?? 0) / UPLOADS,
      unit: 'ms of CPU',
      base: fromAll[i] ?? 0,
      baseName: 'from all runs',
    }))
  })
}

/** 50 versions x 10 configs x 12 machines, then repeats of them, each with 40 tests. */
const runNumber = (at: number): GeneratedRun => ({
  version: at % 50,
  compiler: 0,
  config: Math.floor(at / 50) % 10,
  hardware: Math.floor(at / 500) % 12,
  workload: 0,
  testSet: 40,
  metricSet: 1,
  benchmarkVersion: 0,
  repeat: Math.floor(at / 6_000) + 1,
  startedAt: at,
  replaces: false,
})

function cpuMs(work: () => unknown): number {
  const before = process.threadCpuUsage()
  work()
  const { user, system } = process.threadCpuUsage(before)
  return (user + system) / 1_000
}
