import { z } from 'zod'

/**
 * The fixed dimensions of a result, in the order in which pages offer them. `group` follows from `test`; `compiler` and
 * `flags` follow from `build`. `flags` and `benchmarkVersion` are absent from results that do not state them.
 */
export const FIXED_DIMENSIONS = [
  'product',
  'version',
  'build',
  'compiler',
  'flags',
  'config',
  'hardware',
  'benchmark',
  'benchmarkVersion',
  'workload',
  'group',
  'test',
  'clients',
  'repeat',
] as const

export type FixedDimension = (typeof FIXED_DIMENSIONS)[number]
export type ParamDimension = `param:${string}`
export type DimensionName = FixedDimension | ParamDimension

/** `param:NAME` is any parameter that a workload or a result carries. */
export const DimensionName = z.custom<DimensionName>((value) => typeof value === 'string' && isDimensionName(value), {
  error: (issue) =>
    `unknown dimension ${JSON.stringify(issue.input)}; known: ${FIXED_DIMENSIONS.join(', ')}, param:NAME`,
})

export function isDimensionName(value: string): value is DimensionName {
  return (FIXED_DIMENSIONS as readonly string[]).includes(value) || (value.startsWith('param:') && value.length > 6)
}
