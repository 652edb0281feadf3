import { z } from 'zod'

/** Describes how a base is found in a dimension that it does not name (choose-base.ts). */
type DimensionTraits = {
  /**
   * Dimensions that this one depends on: a version has its own commit and build, and its configs may have other names;
   * another benchmark has its own product, tests and workload. If a base names one of them, it may differ from the cell
   * in this dimension.
   */
  dependsOn: readonly string[]
  /**
   * Rank in which the base of a cell is narrowed; absent for dimensions within an environment. The build and the config
   * come last, because they depend on the others.
   */
  rank?: number
  /** True if a result that states no value is not known to differ. */
  isOptional?: boolean
}

/**
 * The fixed dimensions of a result, in the order of pages. `group` follows from `test`; `compiler` and `flags` follow
 * from `build`. Results that do not state `flags` or `benchmarkVersion` lack them.
 */
const DIMENSIONS = {
  product: { dependsOn: ['version', 'benchmark'], rank: 1 },
  version: { dependsOn: ['product', 'benchmark'], rank: 2 },
  build: {
    dependsOn: ['product', 'version', 'compiler', 'flags', 'hardware', 'benchmark'],
    rank: 10,
    isOptional: true,
  },
  compiler: { dependsOn: ['product', 'version', 'build', 'benchmark'], rank: 7, isOptional: true },
  flags: { dependsOn: ['product', 'version', 'build', 'compiler', 'benchmark'], rank: 8, isOptional: true },
  config: { dependsOn: ['product', 'version', 'build', 'compiler', 'flags', 'hardware', 'benchmark'], rank: 9 },
  hardware: { dependsOn: [], rank: 3 },
  benchmark: { dependsOn: [], rank: 4 },
  // Some benchmarks, such as db_bench, are released with the database.
  benchmarkVersion: { dependsOn: ['product', 'version', 'hardware', 'benchmark'], rank: 6, isOptional: true },
  workload: { dependsOn: ['benchmark'], rank: 5 },
  group: { dependsOn: ['benchmark', 'test'] },
  test: { dependsOn: ['benchmark'] },
  clients: { dependsOn: [] },
  repeat: { dependsOn: [] },
} as const satisfies Record<string, DimensionTraits>

const PARAMETER: DimensionTraits = { dependsOn: ['benchmark', 'workload'], isOptional: true }

export type FixedDimension = keyof typeof DIMENSIONS
export type ParamDimension = `param:${string}`
export type DimensionName = FixedDimension | ParamDimension

// Object.keys returns string[], so the names need a cast.
export const FIXED_DIMENSIONS = Object.keys(DIMENSIONS) as FixedDimension[]

/** `param:NAME` is any parameter that a workload or a result carries. */
export const DimensionName = z.custom<DimensionName>((value) => typeof value === 'string' && isDimensionName(value), {
  error: (issue) =>
    `unknown dimension ${JSON.stringify(issue.input)}; known: ${FIXED_DIMENSIONS.join(', ')}, param:NAME`,
})

export const isDimensionName = (value: string): value is DimensionName =>
  Object.hasOwn(DIMENSIONS, value) || (isParameter(value) && value.length > PREFIX.length)

const PREFIX = 'param:'

export const isParameter = (name: string): name is ParamDimension => name.startsWith(PREFIX)

const traitsOf = (dimension: DimensionName): DimensionTraits =>
  isParameter(dimension) ? PARAMETER : DIMENSIONS[dimension]

/** True when a base that names `other` may differ from its cell in this dimension. */
export const dependsOn = (dimension: DimensionName, other: DimensionName): boolean =>
  traitsOf(dimension).dependsOn.includes(other)

/** True for a dimension in which a result that states no value is not known to differ. */
export const isOptional = (dimension: DimensionName): boolean => traitsOf(dimension).isOptional === true

/** True for dimensions that all tests and numbers of clients of one run share. */
export const isOfEnvironment = (dimension: DimensionName): boolean => traitsOf(dimension).rank !== undefined

/** Orders dimensions by rank, as the base of a cell is narrowed; those without a rank come last. */
export const inOrderOfChoice = (a: DimensionName, b: DimensionName): number =>
  (traitsOf(a).rank ?? UNRANKED) - (traitsOf(b).rank ?? UNRANKED)

const UNRANKED = 100
