import { dimensionOrder } from '@assay/domain/compare/dimension-order'
import { ENVIRONMENT_VALUES, type StudyEnvironment } from '@assay/domain/compare/studies/selection/study-environment'
import { type Environment, memoByEnvironment, sortedEnvironments } from './environments.ts'
import { memoByRevision } from './revision-memo.ts'
import { compareVersionKeys, type RunIndex, type TestSetEntry, type TestSetItem } from './run-index.ts'
import { varyingInEnvironment } from './varying-dimensions.ts'

const studyEnvironmentOf = memoByEnvironment(describeEnvironment)
const memo = memoByRevision<StudyEnvironment[]>(1)

/** The environments of a project for the pickers of studies. */
export const listStudyEnvironments = (runIndex: RunIndex): StudyEnvironment[] =>
  memo(runIndex, '', () => sortedEnvironments(runIndex).map(studyEnvironmentOf))

function describeEnvironment(environment: Environment): StudyEnvironment {
  const { first, combinations, firstOfKind } = environment
  const { build, hardware, workload } = first
  const builds = new Set(combinations.map(({ run }) => run.build))
  // Most runs of an environment have the same tests, of which each needs to be read only once.
  const versionsOf = new Map<TestSetEntry, Set<string>>()
  for (const { run } of combinations) addTo(versionsOf, run.testSet, run.build.versionId)
  const itemsOf = new Map([...versionsOf.keys()].map((testSet) => [testSet, measured(testSet)]))
  const items = [...itemsOf.values()].flat()
  const values = {
    version: [...builds].sort(compareVersionKeys).map(({ version }) => version),
    compiler: [...builds].map(({ compiler }) => compiler),
    config: combinations.map(({ run }) => run.config.name),
    test: items.map(({ test }) => test.name),
    clients: items.map(({ clients }) => String(clients)),
    repeat: firstOfKind.map(({ repeat }) => String(repeat)),
  }
  for (const name of ENVIRONMENT_VALUES) {
    values[name] = [...new Set(values[name])]
    if (name !== 'version') values[name].sort(dimensionOrder(name, []))
  }
  const metricSets = new Set(firstOfKind.map(({ metricSet }) => metricSet))
  return {
    product: build.product,
    hardware: hardware.name,
    benchmark: workload.benchmark,
    workload: workload.name,
    results: combinations.reduce((sum, { run, newest }) => sum + newest * (itemsOf.get(run.testSet)?.length ?? 0), 0),
    values,
    varying: varyingInEnvironment(environment),
    comparedClients: comparedClients(versionsOf, itemsOf, values.clients),
    metrics: [...new Set([...metricSets].flatMap(({ metrics }) => metrics.map(({ name }) => name)))],
  }
}

/** The numbers of clients with which at least two versions ran. */
function comparedClients(
  versionsOf: ReadonlyMap<TestSetEntry, ReadonlySet<string>>,
  itemsOf: ReadonlyMap<TestSetEntry, readonly TestSetItem[]>,
  clients: readonly string[],
): string[] {
  const ofClients = new Map<string, Set<string>>()
  for (const [testSet, versions] of versionsOf) {
    for (const item of itemsOf.get(testSet) ?? []) {
      for (const version of versions) addTo(ofClients, String(item.clients), version)
    }
  }
  return clients.filter((count) => (ofClients.get(count)?.size ?? 0) > 1)
}

function addTo<K, V>(sets: Map<K, Set<V>>, key: K, value: V): void {
  const set = sets.get(key)
  if (set === undefined) sets.set(key, new Set([value]))
  else set.add(value)
}

/** The items of a test set without load and warm-up steps. */
const measured = ({ items }: TestSetEntry): TestSetItem[] => items.filter(({ test }) => test.role === 'measured')
