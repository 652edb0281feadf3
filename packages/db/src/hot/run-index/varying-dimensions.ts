import { dimensionOrder } from '@assay/domain/compare/dimension-order'
import type { AmongDimension, VariedDimension, Varying } from '@assay/domain/compare/study'
import { invariant } from '@assay/domain/result'
import { UNKNOWN_COMPILER } from '@assay/domain/run/build-label'
import { type Environment, memoByEnvironment, sortedEnvironments } from './environments.ts'
import { memoByRevision } from './revision-memo.ts'
import type { RunCombination, RunEntry, RunIndex } from './run-index.ts'

const partsOf = memoByEnvironment(findParts)
const cached = memoByRevision<Varying[]>(1)
const known = new WeakMap<RunIndex, ReadonlyMap<string, Combined>>()

/** One dimension that varies, combined from the parts of its environments. */
type Combined = { parts: readonly Part[]; varying: Varying }

/** Dimensions that vary within a workload; after an upload, only those of its environments are combined again. */
export function varyingDimensions(runIndex: RunIndex): Varying[] {
  return cached(runIndex, '', () => {
    const before = known.get(runIndex)
    const byKey = Map.groupBy(sortedEnvironments(runIndex).flatMap(partsOf), ({ key }) => key)
    const after = new Map([...byKey].map(([key, parts]) => [key, combinedOrKnown(parts, before?.get(key))]))
    known.set(runIndex, after)
    return [...after.values()].map(({ varying }) => varying)
  })
}

function combinedOrKnown(parts: readonly Part[], before: Combined | undefined): Combined {
  const isKnown = before?.parts.length === parts.length && parts.every((part, at) => part === before.parts[at])
  return isKnown && before !== undefined ? before : { parts, varying: combine(parts) }
}

/** The dimensions that vary within one environment. */
export const varyingInEnvironment = (environment: Environment): Varying[] =>
  partsOf(environment).map((part) => combine([part]))

/** One dimension that varies within an environment; parts with the same key are of one workload. */
type Part = {
  key: string
  dimension: VariedDimension
  of: RunEntry
  values: ReadonlySet<string>
  /** Values of every group of runs that agree in all other dimensions. */
  common: ReadonlySet<string>
  among: Readonly<Record<AmongDimension, ReadonlySet<string>>>
  runs: number
}

function findParts({ combinations }: Environment): Part[] {
  const byKey = Map.groupBy(findAlike(combinations), ({ dimension, runs: [first] }) => {
    if (first === undefined) return ''
    const { benchmark, name } = first.run.workload
    return `${dimension} ${benchmark} ${name} ${ofOne(dimension, first.run)}`
  })
  return [...byKey].flatMap(([key, groups]) => partOf(key, groups))
}

function partOf(key: string, groups: readonly Alike[]): Part[] {
  const combinations = groups.flatMap(({ runs }) => runs)
  const [first] = groups
  const [combination] = combinations
  if (first === undefined || combination === undefined) return []
  const { dimension } = first
  const values = new Set(groups.flatMap((group) => [...group.values]))
  return [
    {
      ...{ key, dimension, of: combination.run, values },
      common: new Set([...values].filter((value) => groups.every((group) => group.values.has(value)))),
      among: byAmong((name) => new Set(combinations.map(({ run }) => AMONG[name](run)))),
      runs: combinations.reduce((sum, { newest }) => sum + newest, 0),
    },
  ]
}

const AMONG: Readonly<Record<AmongDimension, (run: RunEntry) => string>> = {
  product: ({ build }) => build.product,
  version: ({ build }) => build.version,
  compiler: ({ build }) => build.compiler,
  config: ({ config }) => config.name,
  hardware: ({ hardware }) => hardware.name,
}

/** Combines parts with the same key to one dimension of a workload, over all builds and machines. */
function combine(parts: readonly Part[]): Varying {
  const [first] = parts
  invariant(first !== undefined, 'a group has at least one part')
  const { dimension, of } = first
  const inOrder = (name: AmongDimension | VariedDimension, sets: readonly ReadonlySet<string>[]) =>
    [...new Set(sets.flatMap((set) => [...set]))].sort(dimensionOrder(name, []))
  const values = inOrder(
    dimension,
    parts.map((part) => part.values),
  )
  return {
    dimension,
    benchmark: of.workload.benchmark,
    workload: of.workload.name,
    values,
    common: values.filter((value) => parts.every((part) => part.common.has(value))),
    among: byAmong((name) =>
      inOrder(
        name,
        parts.map((part) => part.among[name]),
      ),
    ),
    runs: parts.reduce((sum, { runs }) => sum + runs, 0),
  }
}

const byAmong = <T>(read: (name: AmongDimension) => T): Record<AmongDimension, T> => ({
  product: read('product'),
  version: read('version'),
  compiler: read('compiler'),
  config: read('config'),
  hardware: read('hardware'),
})

/** Runs that agree in all dimensions except one, with its values. */
type Alike = { dimension: VariedDimension; values: ReadonlySet<string>; runs: RunCombination[] }

/** A group while it is collected: its first value, and the set of all values once there are two. */
type Group = { value: string; values: Set<string> | null; runs: RunCombination[] }

/** Groups of runs of one environment that agree in all dimensions except one. */
function findAlike(combinations: readonly RunCombination[]): Alike[] {
  const ofVersion = new Map<string, Group>()
  const ofConfig = new Map<string, Group>()
  const ofCompiler = new Map<string, Group>()
  const ofItems = new Map<string, RunCombination[]>()
  for (const combination of combinations) {
    const { build, config } = combination.run
    addTo(ofVersion, build.product, build.version, combination)
    addTo(ofConfig, build.id, config.name, combination)
    if (build.compiler !== UNKNOWN_COMPILER) {
      addTo(ofCompiler, `${build.versionId} ${config.id}`, build.compiler, combination)
    }
    const own = `${build.id} ${config.id}`
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

const severalOf = (dimension: VariedDimension, groups: ReadonlyMap<string, Group>): Alike[] =>
  [...groups.values()].flatMap(({ values, runs }) => (values === null ? [] : [{ dimension, values, runs }]))

/** Key that keeps versions of two products, and configs of two versions, apart. */
function ofOne(dimension: VariedDimension, { build }: RunEntry): string {
  if (dimension === 'version') return build.product
  return dimension === 'config' ? String(build.versionId) : ''
}

/** The set is created on the second value, because most groups have only one. */
function addTo(groups: Map<string, Group>, key: string, value: string, run: RunCombination): void {
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
