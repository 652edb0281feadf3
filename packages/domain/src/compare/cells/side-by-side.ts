import { type Comparison, DEFAULT_COMPARISON } from '../comparison.ts'
import { type DimensionName, isParameter } from '../dimension.ts'
import type { Point } from '../point.ts'

/** Dimensions that two results must share to be compared, from the coarsest on. */
export const ENVIRONMENT_DIMENSIONS = ['hardware', 'benchmark', 'workload'] as const satisfies readonly DimensionName[]

/**
 * Dimensions in which the results of one version may differ: each value has a separate column, whose base is chosen
 * by choose-base.ts.
 */
export const VARIANTS = ['config', 'compiler', 'flags'] as const satisfies readonly DimensionName[]

/** Suffix for the version of a candidate that equals that of the base, so that the engine can distinguish them. */
const SAME_NAME = ' (candidate)'

export type Side = 'base' | 'candidate'
export type Sides = Record<Side, readonly Point[]>

/** Two versions to compare: the results of both, and the comparison that divides one by the other. */
export type SideBySide = {
  sides: Sides
  comparison: Comparison
  /** Versions as the columns name them. */
  versions: Record<Side, string>
}

/**
 * The comparison of two versions that the gate, the findings and their links share. Tests, clients and parameters are
 * rows, versions are columns, the base divides each test, and every other dimension that varies within an environment
 * is on an axis too, so that no cell mixes different results. The axes follow from all results of common environments,
 * including those without a counterpart, because the page of the comparison lists these as well.
 *
 * @param results results of one version each; results of environments that the other side lacks are left out.
 */
export function sideBySide(results: Sides): SideBySide {
  const { base, candidate } = inCommonEnvironments(results)
  const [ofBase = '', named = ''] = [base[0]?.coordinates.version, candidate[0]?.coordinates.version]
  const ofCandidate = named === ofBase ? `${named}${SAME_NAME}` : named
  const sides = { base, candidate: withVersion(candidate, ofCandidate) }
  return { sides, versions: { base: ofBase, candidate: ofCandidate }, comparison: comparisonOf(sides, ofBase) }
}

/** The results of one version, with the version as its column names it. */
export const withVersion = (points: readonly Point[], version: string): readonly Point[] =>
  (points[0]?.coordinates.version ?? '') === version
    ? points
    : points.map((point) => ({ ...point, coordinates: { ...point.coordinates, version } }))

/** The results of environments that both sides have. */
export function inCommonEnvironments({ base, candidate }: Sides): Sides {
  const [ofBase, ofCandidate] = [new Set(base.map(environmentKey)), new Set(candidate.map(environmentKey))]
  return {
    base: base.filter((point) => ofCandidate.has(environmentKey(point))),
    candidate: candidate.filter((point) => ofBase.has(environmentKey(point))),
  }
}

function comparisonOf({ base, candidate }: Sides, version: string): Comparison {
  const environments = environmentsOf({ base, candidate })
  // A dimension that differs only between environments is already in the title of its table.
  const varies = (name: DimensionName) => environments.some((own) => variesIn([...own.base, ...own.candidate], name))
  const variesOnSide = (name: DimensionName) =>
    environments.some((own) => variesIn(own.base, name) || variesIn(own.candidate, name))
  const parameters = [...new Set([...base, ...candidate].flatMap(parametersOf))].sort()
  return {
    ...DEFAULT_COMPARISON,
    rows: ['test', ...(['clients'] as const).filter(varies), ...parameters.filter(varies)],
    columns: ['version', ...VARIANTS.filter(varies), ...(['benchmarkVersion'] as const).filter(variesOnSide)],
    tables: ENVIRONMENT_DIMENSIONS.filter((dimension) => variesIn(base, dimension)),
    base: { kind: 'values', values: { version } },
  }
}

function environmentsOf({ base, candidate }: Sides): Sides[] {
  const ofCandidate = Map.groupBy(candidate, environmentKey)
  return [...Map.groupBy(base, environmentKey)].map(([environment, own]) => ({
    base: own,
    candidate: ofCandidate.get(environment) ?? [],
  }))
}

const variesIn = (points: readonly Point[], dimension: DimensionName): boolean =>
  points.some(({ coordinates }) => (coordinates[dimension] ?? '') !== (points[0]?.coordinates[dimension] ?? ''))

/** An id for the machine, benchmark and workload of a result. */
export const environmentKey = ({ coordinates }: Point): string =>
  JSON.stringify(ENVIRONMENT_DIMENSIONS.map((name) => coordinates[name] ?? ''))

/** The names of the parameters of a result, sorted. */
export const parametersOf = ({ coordinates }: Point): DimensionName[] =>
  // Keys of coordinates are names of dimensions, but Object.keys returns string[].
  (Object.keys(coordinates) as DimensionName[]).filter(isParameter).sort()
