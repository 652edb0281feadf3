import type { Side, SideBySide, Sides } from '../../compare/cells/side-by-side.ts'
import type { Comparison } from '../../compare/comparison.ts'
import type { DimensionName, FixedDimension } from '../../compare/dimension.ts'
import type { Point } from '../../compare/point.ts'

type GateQuestion = {
  points: readonly Point[]
  comparison: Comparison
  /** Versions as the columns name them. */
  base: string
  candidate: string
}

/**
 * The comparison of a gate: both sides as columns (compare/side-by-side.ts), with the smallest change that any test can
 * have as the limits of the bands.
 *
 * @param min the smallest change that counts, as a share.
 */
export function gateQuestion({ sides, versions, comparison }: SideBySide, min: number): GateQuestion {
  return {
    points: [...sides.base, ...sides.candidate],
    ...versions,
    comparison: {
      ...comparison,
      show: 'both',
      bands: { kind: 'relative', worse: rounded(1 - min), better: rounded(1 + min) },
    },
  }
}

/** Rounding is needed because 1 - 0.05 is not exactly 0.95 in binary. */
const rounded = (value: number): number => Number(value.toFixed(10))

/** Dimensions that can distinguish the two sides on a page, in order of preference. */
const DISTINGUISHED_BY = ['version', 'build', 'config', 'repeat'] as const

/**
 * The same comparison for a page, which selects results by filters. Null if no dimension distinguishes the two sides,
 * as with runs of one build that share a repeat number.
 *
 * @param requested further filters of both sides, so that the page compares the same cells.
 */
export function pageComparison(
  { comparison }: Pick<GateQuestion, 'comparison'>,
  sides: Sides,
  requested: Comparison['filters'] = {},
): Comparison | null {
  const valuesOf = (side: Side, dimension: FixedDimension) => [
    ...new Set(sides[side].map(({ coordinates }) => coordinates[dimension] ?? '')),
  ]
  const dimension = DISTINGUISHED_BY.find((name) => {
    const [base, candidate] = [valuesOf('base', name), valuesOf('candidate', name)]
    return base.length === 1 && !candidate.includes(base[0] ?? '')
  })
  if (dimension === undefined) return null
  const all = (name: FixedDimension) => [...new Set([...valuesOf('base', name), ...valuesOf('candidate', name)])]
  const named = (['product', 'version', 'hardware', 'benchmark', 'workload'] as const).map((name) => [name, all(name)])
  return {
    ...comparison,
    columns: [...new Set<DimensionName>([dimension, ...comparison.columns.filter((name) => name !== 'version')])],
    filters: {
      ...requested,
      ...Object.fromEntries(named),
      ...(dimension === 'version' ? {} : { [dimension]: all(dimension) }),
    },
    base: { kind: 'values', values: { [dimension]: valuesOf('base', dimension)[0] ?? '' } },
  }
}
