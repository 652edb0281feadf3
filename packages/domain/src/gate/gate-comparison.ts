import { type Comparison, DEFAULT_COMPARISON } from '../compare/comparison.ts'
import type { DimensionName, FixedDimension } from '../compare/dimension.ts'
import type { Point } from '../compare/point.ts'
import { type GateSide, type Matched, PLACE, paramsOf, placeKey } from './match-sides.ts'

/** In front of the version of a candidate that is called as its base is, so that the engine tells them apart. */
const SAME_NAME = ' (candidate)'

export type GateQuestion = {
  points: readonly Point[]
  comparison: Comparison
  /** Versions as the columns have them. */
  base: string
  candidate: string
}

/**
 * What the engine is asked: all matched results, versions side by side, each test divided by the base. Whatever else
 * varies has rows or tables of its own, so that no cell mixes two things.
 *
 * @param least the smallest change that counts.
 */
export function gateQuestion(matched: Matched, least: number): GateQuestion {
  const base = matched.base[0]?.coordinates.version ?? ''
  const called = matched.candidate[0]?.coordinates.version ?? ''
  const candidate = called === base ? `${called}${SAME_NAME}` : called
  const renamed =
    candidate === called
      ? matched.candidate
      : matched.candidate.map((point) => ({ ...point, coordinates: { ...point.coordinates, version: candidate } }))
  const points = [...matched.base, ...renamed]
  return { points, base, candidate, comparison: gateComparison(points, base, least) }
}

function gateComparison(points: readonly Point[], base: string, least: number): Comparison {
  const places = [...Map.groupBy(points, placeKey).values()]
  // What only tells one machine or workload from another stands in the title of its table already.
  const varies = (dimension: DimensionName) => places.some((own) => variesIn(own, dimension))
  const params = [...new Set(points.flatMap(paramsOf))].sort()
  return {
    ...DEFAULT_COMPARISON,
    rows: ['test', ...(['clients'] as const).filter(varies), ...params.filter(varies)],
    columns: ['version', ...(['config', 'compiler'] as const).filter(varies)],
    tables: PLACE.filter((dimension) => variesIn(points, dimension)),
    base: { kind: 'values', values: { version: base } },
    show: 'both',
    bands: { kind: 'relative', worse: rounded(1 - least), better: rounded(1 + least) },
  }
}

/** 1 - 0.05 is not 0.95 in binary. */
const rounded = (value: number): number => Number(value.toFixed(10))

const variesIn = (points: readonly Point[], dimension: DimensionName): boolean =>
  new Set(points.map(({ coordinates }) => coordinates[dimension] ?? '')).size > 1

/** What may tell two sets of stored runs apart on a page of their own, the first that does. */
const TOLD_BY = ['version', 'build', 'config', 'repeat'] as const

/**
 * The same comparison for a page, where results are chosen by filters: null where no dimension tells the two sides apart,
 * as with runs of one build that share a number.
 */
export function pageComparison(
  { comparison }: Pick<GateQuestion, 'comparison'>,
  sides: Record<GateSide, readonly Point[]>,
): Comparison | null {
  const valuesOf = (side: GateSide, dimension: FixedDimension) => [
    ...new Set(sides[side].map(({ coordinates }) => coordinates[dimension] ?? '')),
  ]
  const dimension = TOLD_BY.find((name) => {
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
      ...Object.fromEntries(named),
      ...(dimension === 'version' ? {} : { [dimension]: all(dimension) }),
    },
    base: { kind: 'values', values: { [dimension]: valuesOf('base', dimension)[0] ?? '' } },
  }
}
