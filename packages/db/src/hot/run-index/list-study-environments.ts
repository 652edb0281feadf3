import { byName, dimensionOrder } from '@assay/domain/compare/dimension-order'
import { ENVIRONMENT_VALUES, type StudyEnvironment } from '@assay/domain/compare/studies/selection/study-environment'
import type { Varying } from '@assay/domain/compare/study'
import { memoByRevision } from './revision-memo.ts'
import { compareVersionKeys, type RunCombination, type RunEntry, type RunIndex, type TestSetItem } from './run-index.ts'
import { varyingPerEnvironment } from './varying-dimensions.ts'

const memo = memoByRevision<StudyEnvironment[]>(1)

/** The environments of a project for the pickers of studies; computed once per revision of the index. */
export const listStudyEnvironments = (runIndex: RunIndex): StudyEnvironment[] =>
  memo(runIndex, '', () => findEnvironments(runIndex))

/** Identifies the environment of a run: one product on one machine with one workload. */
const environmentKey = ({ build, hardware, workload }: RunEntry): string =>
  `${build.productId} ${hardware.index} ${workload.index}`

function findEnvironments(runIndex: RunIndex): StudyEnvironment[] {
  const combinations = Map.groupBy(runIndex.combinations, ({ run }) => environmentKey(run))
  const varying = varyingPerEnvironment(runIndex, environmentKey)
  const repeats = new Map<string, Set<number>>()
  const metrics = new Map<string, Set<RunEntry['metricSet']>>()
  for (const run of runIndex.newest()) {
    const key = environmentKey(run)
    addTo(repeats, key, run.repeat)
    addTo(metrics, key, run.metricSet)
  }
  const found = [...combinations].flatMap(([key, own]) => {
    const names = [...(metrics.get(key) ?? [])].flatMap((set) => set.metrics.map(({ name }) => name))
    return environmentOf(own, {
      varying: varying.get(key) ?? [],
      repeats: [...(repeats.get(key) ?? [])],
      metrics: [...new Set(names)],
    })
  })
  return found.sort(
    (a, b) =>
      byName(a.product, b.product) ||
      byName(a.hardware, b.hardware) ||
      byName(a.benchmark, b.benchmark) ||
      byName(a.workload, b.workload),
  )
}

function addTo<T>(sets: Map<string, Set<T>>, key: string, value: T): void {
  const set = sets.get(key)
  if (set === undefined) sets.set(key, new Set([value]))
  else set.add(value)
}

type Collected = { varying: readonly Varying[]; repeats: readonly number[]; metrics: readonly string[] }

function environmentOf(
  combinations: readonly RunCombination[],
  { varying, repeats, metrics }: Collected,
): StudyEnvironment[] {
  const [first] = combinations
  if (first === undefined) return []
  const { build, hardware, workload } = first.run
  const builds = new Set(combinations.map(({ run }) => run.build))
  const versions = [...builds].sort(compareVersionKeys).map(({ version }) => version)
  const values = {
    version: versions,
    compiler: [...builds].map(({ compiler }) => compiler),
    config: combinations.map(({ run }) => run.config.name),
    test: combinations.flatMap(({ run }) => measured(run).map(({ test }) => test.name)),
    clients: combinations.flatMap(({ run }) => measured(run).map(({ clients }) => String(clients))),
    repeat: repeats.map(String),
  }
  for (const name of ENVIRONMENT_VALUES) {
    values[name] = [...new Set(values[name])]
    if (name !== 'version') values[name].sort(dimensionOrder(name, []))
  }
  return [
    {
      product: build.product,
      hardware: hardware.name,
      benchmark: workload.benchmark,
      workload: workload.name,
      results: combinations.reduce((sum, { run, newest }) => sum + newest * measured(run).length, 0),
      values,
      varying,
      comparedClients: values.clients.filter((clients) => isCompared(combinations, Number(clients))),
      metrics,
    },
  ]
}

/** True for a number of clients with which at least two versions ran. */
function isCompared(combinations: readonly RunCombination[], clients: number): boolean {
  const versions = combinations.flatMap(({ run }) =>
    measured(run).some((item) => item.clients === clients) ? [run.build.versionId] : [],
  )
  return new Set(versions).size > 1
}

/** The items of a run without load and warm-up steps. */
const measured = ({ testSet }: RunEntry): TestSetItem[] => testSet.items.filter(({ test }) => test.role === 'measured')
