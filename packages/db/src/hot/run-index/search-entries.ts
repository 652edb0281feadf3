import { plural } from '@assay/domain/plural'
import type { Metric } from '@assay/domain/run/metric'
import type { SearchEntry } from '@assay/domain/search/search-entry'
import { foldIndex } from './fold-index.ts'
import { listMetrics } from './list-metrics.ts'
import { productSummaries, versionSummaries } from './project-home.ts'
import { memoByRevision } from './revision-memo.ts'
import type { RunEntry, RunIndex } from './run-index.ts'

const cached = memoByRevision<readonly SearchEntry[]>(1)

/** The search entries of all results. */
export const searchEntries = (runIndex: RunIndex): readonly SearchEntry[] =>
  cached(runIndex, '', () => makeEntries(runIndex))

const runEntries = foldIndex<RunEntry, SearchEntry[]>(
  ({ runs }) => runs,
  () => [],
  (entries, run) => entries.push(runEntry(run)),
)

function makeEntries(runIndex: RunIndex): SearchEntry[] {
  const products = productSummaries(runIndex).map(
    ({ id, name, versionCount }): SearchEntry => ({
      kind: 'product',
      key: id,
      title: name,
      about: plural(versionCount, 'version'),
      filters: { product: name },
    }),
  )
  const versions = versionSummaries(runIndex).map(
    ({ id, product, name, runCount }): SearchEntry => ({
      kind: 'version',
      key: id,
      title: `${product} ${name}`,
      about: plural(runCount, 'run'),
      filters: { product, version: name },
    }),
  )
  const builds = runIndex.builds.all.map(
    ({ id, product, version, name }): SearchEntry => ({
      kind: 'build',
      key: id,
      title: `${product} ${version} ${name}`,
      about: '',
      filters: {},
    }),
  )
  const named = (kind: 'hardware' | 'config', all: readonly { id: string; name: string }[]) =>
    all.map(({ id, name }): SearchEntry => ({ kind, key: id, title: name, about: '', filters: { [kind]: name } }))
  return [
    ...products,
    ...versions,
    ...named('hardware', runIndex.hardware.all),
    ...named('config', runIndex.configs.all),
    ...benchmarks(runIndex),
    ...tests(runIndex),
    ...listMetrics(runIndex).map(metricEntry),
    ...builds,
    ...runEntries(runIndex),
  ]
}

const metricEntry = ({ name, unit, better, about }: Metric): SearchEntry => ({
  ...{ kind: 'metric', key: name, title: name, filters: {} },
  about: [about, unit, better === 'neither' ? '' : `${better} is better`].filter((part) => part !== '').join(' · '),
})

function benchmarks({ workloads }: RunIndex): SearchEntry[] {
  return [...Map.groupBy(workloads.all, ({ benchmark }) => benchmark)].flatMap(([benchmark, all]) => [
    { kind: 'benchmark' as const, key: benchmark, title: benchmark, about: '', filters: { benchmark } },
    ...all.map(({ id, name }) => ({
      kind: 'workload' as const,
      key: id,
      title: name,
      about: benchmark,
      filters: { benchmark, workload: name },
    })),
  ])
}

function tests({ tests: all }: RunIndex): SearchEntry[] {
  return [...Map.groupBy(all.all, ({ name }) => name)].map(([name, [first]]) => ({
    kind: 'test',
    key: name,
    title: name,
    about: first?.group ?? '',
    filters: { test: name },
  }))
}

const runEntry = ({ id, build, config, hardware, workload, startedAt }: RunEntry): SearchEntry => ({
  kind: 'run',
  key: id,
  title: [`${build.product} ${build.version}`, config.name, hardware.name].filter(isKnown).join(' · '),
  about: [workload.benchmark, workload.name, startedAt === null ? '' : new Date(startedAt).toISOString().slice(0, 10)]
    .filter((part) => part !== '')
    .join(' · '),
  filters: {},
})

const isKnown = (name: string) => name !== 'unknown' && name !== ''
