import type { DimensionName } from '../../dimension.ts'
import { type Facts, type Observed, readObserved, type Varying } from '../../study.ts'

/** Dimensions in which the results of one environment differ, except parameters. */
export const ENVIRONMENT_VALUES = ['version', 'compiler', 'config', 'test', 'clients', 'repeat'] as const

/** The results of one product on one machine with one workload. */
export type StudyEnvironment = {
  product: string
  hardware: string
  benchmark: string
  workload: string
  /** Number of newest results of measured tests. */
  results: number
  /** Values in the order of the dimension. */
  values: Readonly<Record<(typeof ENVIRONMENT_VALUES)[number], readonly string[]>>
  /** Dimensions that vary in this environment while all others are fixed. */
  varying: readonly Varying[]
  /** Numbers of clients with which at least two versions ran. */
  comparedClients: readonly string[]
  /** Names of metrics that results have. */
  metrics: readonly string[]
}

/** The facts of some environments, as if the project had no other results. */
export function factsOf(environments: readonly StudyEnvironment[], varying = varyingIn(environments)): Facts {
  const names: readonly DimensionName[] = ['product', 'hardware', 'benchmark', 'workload', ...ENVIRONMENT_VALUES]
  const observed: Observed = names.map((name) => {
    const counts = new Map<string, number>()
    for (const environment of environments)
      for (const value of valuesOf(environment, name)) counts.set(value, (counts.get(value) ?? 0) + environment.results)
    return { name, values: [...counts].map(([value, count]) => ({ value, count })) }
  })
  return readObserved(observed, varying)
}

const varyingIn = (environments: readonly StudyEnvironment[]): readonly Varying[] =>
  environments.flatMap(({ varying }) => varying)

function valuesOf(environment: StudyEnvironment, name: DimensionName): readonly string[] {
  const own: Readonly<Partial<Record<DimensionName, readonly string[]>>> = {
    ...environment.values,
    product: [environment.product],
    hardware: [environment.hardware],
    benchmark: [environment.benchmark],
    workload: [environment.workload],
  }
  return own[name] ?? []
}

export const isAnyVaried = ({ varying }: StudyEnvironment, dimensions: readonly string[]): boolean =>
  varying.some(({ dimension }) => dimensions.includes(dimension))
