import { compareVersions } from '../../run/compare-versions.ts'
import { type Comparison, DEFAULT_COMPARISON } from '../comparison.ts'

/** The versions of a product that one machine ran with one workload. */
export type ComparableVersions = {
  product: string
  hardware: string
  benchmark: string
  workload: string
  /** Oldest first. */
  versions: readonly ComparedVersion[]
}

type ComparedVersion = {
  version: string
  /** Number of measured tests. */
  tests: number
  /** Number of these that the previous version has too; 0 for the oldest. */
  common: number
}

/** Two versions of a product on one machine, with one workload; the first is the baseline. */
type VersionPairChoice = {
  product: string
  from: string
  to: string
  hardware: string
  benchmark: string
  workload: string
}

/**
 * Returns the pair that people most often ask for: the two newest comparable versions where the project has the most
 * data; null when no two versions have a test in common.
 */
export function usualPair(all: readonly ComparableVersions[]): VersionPairChoice | null {
  return best(all.flatMap((environment) => pairsOf(environment).slice(-1)))
}

type Found = VersionPairChoice & { tests: number; size: number }

function best(found: readonly Found[]): VersionPairChoice | null {
  const [first] = found.toSorted((a, b) => b.size - a.size || b.tests - a.tests)
  if (first === undefined) return null
  const { tests: _tests, size: _size, ...pair } = first
  return pair
}

/** Neighboring versions with tests in common, oldest first. */
function pairsOf({ versions, ...environment }: ComparableVersions): Found[] {
  const size = sizeOf({ versions })
  return versions.flatMap(({ version: to, common }, index) => {
    const from = versions[index - 1]?.version
    return from === undefined || common === 0 ? [] : [{ ...environment, from, to, tests: common, size }]
  })
}

/** A pair whose machine or workload may be left open. */
export type PairRequest = Pick<VersionPairChoice, 'product' | 'from' | 'to'> & {
  hardware?: string | undefined
  benchmark?: string | undefined
  workload?: string | undefined
}

/**
 * Completes a pair with the environment where both versions have most tests, among those that the request names; null when
 * the versions never ran in the same environment. A machine where they did not both run is replaced by one where they did.
 */
export function choosePair(all: readonly ComparableVersions[], request: PairRequest): VersionPairChoice | null {
  const { product, from, to } = request
  const [environment] = withNamed(environmentsOf(all, request), request)
  if (environment === undefined) return null
  const { hardware, benchmark, workload } = environment
  return { product, from, to, hardware, benchmark, workload }
}

/** The environments with the machine, benchmark and workload that are named; a name that none of them has is ignored. */
const withNamed = (
  environments: readonly ComparableVersions[],
  named: Pick<PairRequest, 'hardware' | 'benchmark' | 'workload'>,
): readonly ComparableVersions[] =>
  (['hardware', 'benchmark', 'workload'] as const).reduce((left, dimension) => {
    const candidates = left.filter(
      (environment) => named[dimension] === undefined || environment[dimension] === named[dimension],
    )
    return candidates.length === 0 ? left : candidates
  }, environments)

/** Environments where both versions of a product ran, most tests first. */
export function environmentsOf(
  all: readonly ComparableVersions[],
  { product, from, to }: Pick<VersionPairChoice, 'product' | 'from' | 'to'>,
): ComparableVersions[] {
  const testsOf = ({ versions }: ComparableVersions, name: string) =>
    versions.find(({ version }) => version === name)?.tests ?? 0
  const tests = (environment: ComparableVersions) => Math.min(testsOf(environment, from), testsOf(environment, to))
  return all
    .filter((environment) => environment.product === product && tests(environment) > 0)
    .toSorted((a, b) => tests(b) - tests(a))
}

/** All versions of a product in one environment, divided by `from`, or by the oldest without it. */
export type ReleasesRequest = Omit<PairRequest, 'from' | 'to'> & { from?: string | undefined; to: null }

/** The largest environment of a product that has the base and, as far as one does, what the request names. */
export function largestEnvironment(
  all: readonly ComparableVersions[],
  { product, from, ...named }: Omit<ReleasesRequest, 'to'>,
): ComparableVersions | null {
  const environments = all
    .filter(({ versions }) => versions.length > 1 && (from === undefined || versions.some(isVersion(from))))
    .filter((environment) => environment.product === product)
    .toSorted((a, b) => sizeOf(b) - sizeOf(a))
  return withNamed(environments, named)[0] ?? null
}

const isVersion =
  (name: string) =>
  ({ version }: ComparedVersion): boolean =>
    version === name

const sizeOf = ({ versions }: Pick<ComparableVersions, 'versions'>): number =>
  versions.reduce((sum, { tests }) => sum + tests, 0)

/** The comparison of all versions of an environment: one column per version. */
export const releasesComparison = (
  { product, hardware, benchmark, workload }: Omit<ComparableVersions, 'versions'>,
  from: string | undefined,
): Comparison => ({
  ...DEFAULT_COMPARISON,
  filters: { product: [product], hardware: [hardware], benchmark: [benchmark], workload: [workload] },
  columns: ['version'],
  base: from === undefined ? { kind: 'first-column' } : { kind: 'values', values: { version: from } },
})

/** The comparison of a pair: one column per version, divided by the older one, worst first. */
export function pairComparison({ product, from, to, hardware, benchmark, workload }: VersionPairChoice): Comparison {
  return {
    ...DEFAULT_COMPARISON,
    filters: {
      product: [product],
      version: [from, to],
      hardware: [hardware],
      benchmark: [benchmark],
      workload: [workload],
    },
    columns: ['version'],
    base: { kind: 'values', values: { version: from } },
    // Columns are in the order of versions, so that the first candidate follows an older base.
    sort: { kind: 'column', column: compareVersions(from, to) < 0 ? 1 : 0, direction: 'ascending' },
  }
}
