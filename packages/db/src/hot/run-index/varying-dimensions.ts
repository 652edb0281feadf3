import { dimensionOrder } from '@assay/domain/compare/dimension-order'
import type { AmongDimension, VariedDimension, Varying } from '@assay/domain/compare/study'
import { UNKNOWN_COMPILER } from '@assay/domain/run/build-label'
import { memoByRevision } from './revision-memo.ts'
import type { RunCombination, RunEntry, RunIndex } from './run-index.ts'

const cached = memoByRevision<Varying[]>(1)

/** Dimensions that vary within a workload; computed once for each revision of the run index. */
export const varyingDimensions = (runIndex: RunIndex): Varying[] =>
  cached(runIndex, '', () => togetherByWorkload(findAlike(runIndex)))

/** The same for the runs of each environment alone, by the key of the environment. */
export function varyingPerEnvironment(
  runIndex: RunIndex,
  environmentKey: (run: RunEntry) => string,
): ReadonlyMap<string, Varying[]> {
  const groups = Map.groupBy(findAlike(runIndex), ({ runs: [first] }) =>
    first === undefined ? '' : environmentKey(first.run),
  )
  return new Map([...groups].map(([key, alike]) => [key, togetherByWorkload(alike)]))
}

/** Runs that agree in all dimensions except one, with its values. */
type Alike = { dimension: VariedDimension; values: ReadonlySet<string>; runs: RunCombination[] }

/** A group while it is collected: its first value, and the set of all values once there are two. */
type Group = { value: string; values: Set<string> | null; runs: RunCombination[] }

/** Groups of runs that agree in all dimensions except one; all runs of a group are of one environment. */
function findAlike(runIndex: RunIndex): Alike[] {
  const { builds, configs, hardware } = runIndex
  const versionOf = indexBy(builds.all.map(({ versionId }) => versionId))
  const productOf = indexBy(builds.all.map(({ product }) => product))
  // Keys are numbers instead of texts, because each run has one of each.
  const ofVersion = new Map<number, Group>()
  const ofConfig = new Map<number, Group>()
  const ofCompiler = new Map<number, Group>()
  const ofItems = new Map<number, RunCombination[]>()
  for (const combination of runIndex.combinations) {
    const { run } = combination
    const { build, config } = run
    const environment = run.workload.index * hardware.all.length + run.hardware.index
    const inProduct = environment * builds.all.length + (productOf[build.index] ?? 0)
    const inVersion =
      (environment * builds.all.length + (versionOf[build.index] ?? 0)) * configs.all.length + config.index
    const inBuild = environment * builds.all.length + build.index
    addTo(ofVersion, inProduct, build.version, combination)
    addTo(ofConfig, inBuild, config.name, combination)
    if (build.compiler !== UNKNOWN_COMPILER) addTo(ofCompiler, inVersion, build.compiler, combination)
    const own = inBuild * configs.all.length + config.index
    const runs = ofItems.get(own)
    if (runs === undefined) ofItems.set(own, [combination])
    else runs.push(combination)
  }
  const varied = [
    ...severalOf('version', ofVersion),
    ...severalOf('config', ofConfig),
    ...severalOf('compiler', ofCompiler),
  ]
  const differing = itemsThatVary()
  for (const runs of ofItems.values()) {
    for (const [dimension, values] of differing(runs)) varied.push({ dimension, values, runs })
  }
  return varied
}

function togetherByWorkload(alike: readonly Alike[]): Varying[] {
  const byWorkload = Map.groupBy(
    alike,
    ({ dimension, runs: [first] }) =>
      `${dimension} ${first?.run.workload.benchmark} ${first?.run.workload.name} ${first === undefined ? '' : ofOne(dimension, first.run)}`,
  )
  return [...byWorkload.values()].flatMap(together)
}

const severalOf = (dimension: VariedDimension, groups: ReadonlyMap<number, Group>): Alike[] =>
  [...groups.values()].flatMap(({ values, runs }) => (values === null ? [] : [{ dimension, values, runs }]))

/** Assigns the same number to equal names. */
function indexBy(names: readonly string[]): number[] {
  const indexes = new Map<string, number>()
  return names.map((name) => {
    const index = indexes.get(name) ?? indexes.size
    indexes.set(name, index)
    return index
  })
}

/** Key that keeps versions of two products, and configs of two versions, apart. */
function ofOne(dimension: VariedDimension, { build }: RunEntry): string {
  if (dimension === 'version') return build.product
  return dimension === 'config' ? String(build.versionId) : ''
}

/** The set is created on the second value, because most groups have only one. */
function addTo(groups: Map<number, Group>, key: number, value: string, run: RunCombination): void {
  const group = groups.get(key)
  if (group === undefined) groups.set(key, { value, values: null, runs: [run] })
  else {
    if (group.values === null && group.value !== value) group.values = new Set([group.value])
    group.values?.add(value)
    group.runs.push(run)
  }
}

/**
 * Finds clients and parameters that differ within one test; two tests with different clients do not count. Results are
 * cached by shape, because most builds have runs of the same few shapes.
 */
function itemsThatVary() {
  const known = new Map<string | number, ReadonlyMap<VariedDimension, Set<string>>>()
  return (combinations: readonly RunCombination[]) => {
    const runs = combinations.map(({ run }) => run)
    const [only, ...others] = runs
    const firstOfShape = new Map(runs.map((run) => [run.shape, run]))
    const key =
      only !== undefined && others.length === 0 ? only.shape : [...firstOfShape.keys()].sort((a, b) => a - b).join(' ')
    const found = known.get(key) ?? valuesThatDiffer([...firstOfShape.values()])
    known.set(key, found)
    return found
  }
}

function valuesThatDiffer(runs: readonly RunEntry[]): ReadonlyMap<VariedDimension, Set<string>> {
  const byTest = new Map<string, { dimension: VariedDimension; values: Set<string> }>()
  for (const { testSet, workload } of runs) {
    for (const { test, clients, params } of testSet.items) {
      if (test.role !== 'measured') continue
      const add = (dimension: VariedDimension, value: string) => {
        const key = `${test.index} ${dimension}`
        const ofTest = byTest.get(key) ?? { dimension, values: new Set() }
        byTest.set(key, ofTest)
        ofTest.values.add(value)
      }
      add('clients', String(clients))
      for (const [name, value] of Object.entries({ ...workload.params, ...params })) add(`param:${name}`, String(value))
    }
  }
  const found = new Map<VariedDimension, Set<string>>()
  for (const { dimension, values } of byTest.values()) {
    if (values.size > 1) found.set(dimension, new Set([...(found.get(dimension) ?? []), ...values]))
  }
  return found
}

/** The values of one dimension within one workload, over all builds and machines. */
function together(groups: readonly Alike[]): Varying[] {
  const [first] = groups
  const [combination] = first?.runs ?? []
  if (first === undefined || combination === undefined) return []
  const { dimension } = first
  const combinations = groups.flatMap((group) => group.runs)
  const runs = combinations.map(({ run }) => run)
  const inOrder = (name: AmongDimension | VariedDimension, values: Iterable<string>) =>
    [...new Set(values)].sort(dimensionOrder(name, []))
  const namesOf = (name: AmongDimension, read: (run: RunEntry) => string) => inOrder(name, runs.map(read))
  const among = {
    product: namesOf('product', ({ build }) => build.product),
    version: namesOf('version', ({ build }) => build.version),
    compiler: namesOf('compiler', ({ build }) => build.compiler),
    config: namesOf('config', ({ config }) => config.name),
    hardware: namesOf('hardware', ({ hardware }) => hardware.name),
  }
  const values = inOrder(
    dimension,
    groups.flatMap((group) => [...group.values]),
  )
  const { benchmark, name: workload } = combination.run.workload
  const common = values.filter((value) => groups.every((group) => group.values.has(value)))
  return [
    {
      dimension,
      benchmark,
      workload,
      values,
      common,
      among,
      runs: combinations.reduce((sum, { newest }) => sum + newest, 0),
    },
  ]
}
