import { dimensionOrder } from '@assay/domain/compare/dimension-order'
import type { AmongDimension, VariedDimension, Varying } from '@assay/domain/compare/study'
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
  const itemValues = itemValuesByShape()
  for (const run of catalogue.newest()) {
    const { build, config, hardware, workload } = run
    const place = `${hardware.index} ${workload.benchmark} ${workload.name}`
    const own = `${build.index} ${config.index} ${place}`
    for (const [dimension, values] of itemValues(run)) addTo(groups, dimension, own, values, run)
    const version = `${build.versionId} ${config.index} ${place}`
    addTo(groups, 'version', `${build.product} ${place}`, [build.version], run)
    addTo(groups, 'config', `${build.index} ${place}`, [config.name], run)
    addTo(groups, 'compiler', version, build.compiler === 'unknown' ? [] : [build.compiler], run)
  }
  const byWorkload = Map.groupBy(
    [...groups.values()].filter(({ values }) => values.size > 1),
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

/** Clients and parameters of the measured results of a run; runs of one shape have the same. */
function itemValuesByShape() {
  const byShape = new Map<number, ReadonlyMap<VariedDimension, ReadonlySet<string>>>()
  return ({ shape, testSet, workload }: RunEntry) => {
    const made = byShape.get(shape)
    if (made !== undefined) return made
    const values = new Map<VariedDimension, Set<string>>()
    const add = (dimension: VariedDimension, value: string) => {
      const set = values.get(dimension) ?? new Set()
      values.set(dimension, set.add(value))
    }
    for (const { test, clients, params } of testSet.items) {
      if (test.role !== 'measured') continue
      add('clients', String(clients))
      for (const [name, value] of Object.entries({ ...workload.params, ...params })) add(`param:${name}`, String(value))
    }
    byShape.set(shape, values)
    return values
  }
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
