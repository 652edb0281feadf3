import type { ComparableVersions } from '@assay/domain/compare/pairs/comparable-versions'
import { type Environment, memoByEnvironment, sortedEnvironments } from './environments.ts'
import { memoByRevision } from './revision-memo.ts'
import { compareVersionKeys, type RunEntry, type RunIndex, type TestSetEntry } from './run-index.ts'

const comparableOf = memoByEnvironment(findComparable)
const memo = memoByRevision<ComparableVersions[]>(1)

/** Versions of each product that ran with the same workload on the same machine. */
export const listComparableVersions = (runIndex: RunIndex): ComparableVersions[] =>
  memo(runIndex, '', () => sortedEnvironments(runIndex).map(comparableOf))

type Version = { run: RunEntry; testSets: Set<TestSetEntry> }

const measuredTests = ({ items }: TestSetEntry): number[] =>
  items.flatMap(({ test }) => (test.role === 'measured' ? [test.index] : []))

function findComparable({ first, combinations }: Environment): ComparableVersions {
  const byVersion = new Map<string, Version>()
  for (const { run } of combinations) {
    const version = byVersion.get(run.build.versionId) ?? { run, testSets: new Set() }
    byVersion.set(run.build.versionId, version)
    version.testSets.add(run.testSet)
  }
  const versions = [...byVersion.values()]
    .map(({ run, testSets }) => ({ build: run.build, tests: new Set([...testSets].flatMap(measuredTests)) }))
    .sort((a, b) => compareVersionKeys(a.build, b.build))
  const { build, hardware, workload } = first
  return {
    product: build.product,
    hardware: hardware.name,
    benchmark: workload.benchmark,
    workload: workload.name,
    versions: versions.map(({ build: { version }, tests }, index) => ({
      version,
      tests: tests.size,
      common: commonTests(versions[index - 1], tests),
    })),
  }
}

const commonTests = (previous: { tests: ReadonlySet<number> } | undefined, tests: ReadonlySet<number>): number =>
  [...tests].filter((index) => previous?.tests.has(index)).length
