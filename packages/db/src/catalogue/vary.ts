import { dimensionOrder } from '@assay/domain/compare/dimension-order'
import type { AmongDimension, VariedDimension, Varying } from '@assay/domain/compare/study'
import { UNKNOWN_COMPILER } from '@assay/domain/run/build-label'
import type { Catalogue, RunEntry } from './catalogue.ts'

const known = new WeakMap<Catalogue['revision'], Varying[]>()

/** DimensionQueries.varying, worked out once for each revision of the catalogue. */
export function vary(catalogue: Catalogue): Varying[] {
  const { revision } = catalogue
  const varying = known.get(revision) ?? findVarying(catalogue)
  known.set(revision, varying)
  return varying
}

/** Runs that agree in everything but one dimension, and its values among them. */
type Alike = { dimension: VariedDimension; values: Set<string>; runs: RunEntry[] }

function findVarying(catalogue: Catalogue): Varying[] {
  const groups = new Map<string, Alike>()
  const builds = new Map<string, RunEntry[]>()
  for (const run of catalogue.newest()) {
    const { build, config, hardware, workload } = run
    const place = `${hardware.index} ${workload.benchmark} ${workload.name}`
    const version = `${build.versionId} ${config.index} ${place}`
    addTo(groups, 'version', `${build.product} ${place}`, [build.version], run)
    addTo(groups, 'config', `${build.index} ${place}`, [config.name], run)
    addTo(groups, 'compiler', version, build.compiler === UNKNOWN_COMPILER ? [] : [build.compiler], run)
    const own = `${build.index} ${config.index} ${place}`
    const runs = builds.get(own) ?? []
    builds.set(own, runs)
    runs.push(run)
  }
  const ofItems = itemsThatVary()
  const varied = [...groups.values()].filter(({ values }) => values.size > 1)
  for (const runs of builds.values()) {
    for (const [dimension, values] of ofItems(runs)) varied.push({ dimension, values, runs })
  }
  const byWorkload = Map.groupBy(
    varied,
    ({ dimension, runs: [first] }) =>
      `${dimension} ${first?.workload.benchmark} ${first?.workload.name} ${first === undefined ? '' : ofOne(dimension, first)}`,
  )
  return [...byWorkload.values()].flatMap(together)
}

/** What must not be mixed: versions of two products, configs of two versions. */
function ofOne(dimension: VariedDimension, { build }: RunEntry): string {
  if (dimension === 'version') return build.product
  return dimension === 'config' ? String(build.versionId) : ''
}

function addTo(
  groups: Map<string, Alike>,
  dimension: VariedDimension,
  rest: string,
  values: Iterable<string>,
  run: RunEntry,
): void {
  const key = `${dimension} ${rest}`
  const group: Alike = groups.get(key) ?? { dimension, values: new Set(), runs: [] }
  groups.set(key, group)
  group.runs.push(run)
  for (const value of values) group.values.add(value)
}

/**
 * Clients and parameters that differ within one measured test: that one test is run by one client and another by 24
 * varies nothing. Most builds have runs of the same few shapes, so the answer is kept.
 */
function itemsThatVary() {
  const known = new Map<string, ReadonlyMap<VariedDimension, Set<string>>>()
  return (runs: readonly RunEntry[]) => {
    const firstOfShape = new Map(runs.map((run) => [run.shape, run]))
    const key = [...firstOfShape.keys()].sort((a, b) => a - b).join(' ')
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

/** What one dimension does within one workload, over all builds and machines. */
function together(groups: readonly Alike[]): Varying[] {
  const [first] = groups
  const [run] = first?.runs ?? []
  if (first === undefined || run === undefined) return []
  const { dimension } = first
  const runs = groups.flatMap((group) => group.runs)
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
  const { benchmark, name: workload } = run.workload
  const common = values.filter((value) => groups.every((group) => group.values.has(value)))
  return [{ dimension, benchmark, workload, values, common, among, runs: runs.length }]
}
