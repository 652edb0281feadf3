import { byName } from '@assay/domain/compare/dimension-order'
import { foldIndex } from './fold-index.ts'
import type { RunCombination, RunEntry, RunIndex } from './run-index.ts'

/** The runs of one product on one machine with one workload. */
export type Environment = {
  readonly first: RunEntry
  readonly combinations: RunCombination[]
  readonly firstOfKind: RunEntry[]
}

type Environments = { byKey: Map<string, Environment>; sorted: Environment[]; isSorted: boolean }

const fold = foldIndex<RunEntry, Environments>(
  ({ firstOfKind }) => firstOfKind,
  () => ({ byKey: new Map(), sorted: [], isSorted: true }),
  addToEnvironment,
)

function addToEnvironment(environments: Environments, run: RunEntry, { combinations }: RunIndex): void {
  const key = `${run.build.productId} ${run.hardware.index} ${run.workload.index}`
  const environment = environments.byKey.get(key) ?? { first: run, combinations: [], firstOfKind: [] }
  if (environment.firstOfKind.length === 0) {
    environments.byKey.set(key, environment)
    environments.sorted.push(environment)
    environments.isSorted = false
  }
  environment.firstOfKind.push(run)
  const combination = combinations[run.combination]
  if (combination?.run === run) environment.combinations.push(combination)
}

/** The environments of an index, by the names of product, machine, benchmark and workload. */
export function sortedEnvironments(runIndex: RunIndex): readonly Environment[] {
  const environments = fold(runIndex)
  if (!environments.isSorted) environments.sorted.sort(byNames)
  environments.isSorted = true
  return environments.sorted
}

const byNames = ({ first: a }: Environment, { first: b }: Environment): number =>
  byName(a.build.product, b.build.product) ||
  byName(a.hardware.name, b.hardware.name) ||
  byName(a.workload.benchmark, b.workload.benchmark) ||
  byName(a.workload.name, b.workload.name)

/**
 * Returns a function that computes a value of an environment once, and again after runs of a new kind were added to it.
 * Values are shared and must not be changed.
 */
export function memoByEnvironment<T>(compute: (environment: Environment) => T): (environment: Environment) => T {
  const known = new WeakMap<Environment, { kinds: number; value: T }>()
  return (environment) => {
    const { length: kinds } = environment.firstOfKind
    const before = known.get(environment)
    if (before?.kinds === kinds) return before.value
    const value = compute(environment)
    known.set(environment, { kinds, value })
    return value
  }
}
