import { byName } from '@assay/domain/compare/dimension-order'
import type { ComparableVersions } from '@assay/domain/compare/pairs/comparable-versions'
import { memoByRevision } from './revision-memo.ts'
import { compareVersionKeys, type RunEntry, type RunIndex, type TestSetEntry } from './run-index.ts'

const memo = memoByRevision<ComparableVersions[]>(1)

/**
 * Versions of each product that ran with the same workload on the same machine; computed once per revision of the
 * index.
 */
export const listComparableVersions = (runIndex: RunIndex): ComparableVersions[] =>
  memo(runIndex, '', () => findComparable(runIndex))

type Version = { run: RunEntry; tests: Set<number> }

function findComparable(runIndex: RunIndex): ComparableVersions[] {
  const environments = new Map<string, Map<string, Version>>()
  for (const { run } of runIndex.combinations) {
    const { build, hardware, workload } = run
    const environment = `${build.productId} ${hardware.index} ${workload.index}`
    const versions = environments.get(environment) ?? new Map<string, Version>()
    environments.set(environment, versions)
    const version = versions.get(build.versionId) ?? { run, tests: new Set() }
    versions.set(build.versionId, version)
    for (const index of measuredTests(run.testSet)) version.tests.add(index)
  }
  const found = [...environments.values()].flatMap((versions) => comparableOf([...versions.values()]))
  return found.sort(
    (a, b) =>
      byName(a.product, b.product) ||
      byName(a.hardware, b.hardware) ||
      byName(a.benchmark, b.benchmark) ||
      byName(a.workload, b.workload),
  )
}

const measuredTests = ({ items }: TestSetEntry): number[] =>
  items.flatMap(({ test }) => (test.role === 'measured' ? [test.index] : []))

function comparableOf(unsorted: readonly Version[]): ComparableVersions[] {
  const versions = unsorted.toSorted((a, b) => compareVersionKeys(a.run.build, b.run.build))
  const [first] = versions
  if (first === undefined) return []
  const { build, hardware, workload } = first.run
  return [
    {
      product: build.product,
      hardware: hardware.name,
      benchmark: workload.benchmark,
      workload: workload.name,
      versions: versions.map(({ run, tests }, index) => ({
        version: run.build.version,
        tests: tests.size,
        common: commonTests(versions[index - 1], tests),
      })),
    },
  ]
}

const commonTests = (previous: Version | undefined, tests: ReadonlySet<number>): number =>
  [...tests].filter((index) => previous?.tests.has(index)).length
