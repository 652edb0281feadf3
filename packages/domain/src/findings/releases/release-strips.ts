import { compareVersions } from '../../run/compare-versions.ts'
import { geometricMean } from '../../stats/geometric-mean.ts'
import { MAX_NAMED, type ReleaseSummary } from './release-summary.ts'

/** The releases that one environment measured, oldest first. */
type MeasuredEnvironment = {
  product: string
  hardware: string
  benchmark: string
  workload: string
  versions: readonly string[]
}

/** The stored summary of a release compared with the previous one in one environment. */
export type StoredSummary = Omit<MeasuredEnvironment, 'versions' | 'workload'> & {
  from: string
  to: string
  summary: ReleaseSummary
}

/** Counts and mean of a release over the workloads of a machine and benchmark. */
type ComparedRelease = Omit<ReleaseSummary, 'workload'>

/**
 * One release on one machine. `first` is the oldest measured release, `not compared` has no test in common with the
 * previous one, and `pending` waits for the scan that follows an upload.
 */
export type ReleaseCell =
  | { kind: 'first'; version: string; previous: null }
  | { kind: 'not compared'; version: string; previous: string }
  | { kind: 'pending'; version: string; previous: string }
  | { kind: 'compared'; version: string; previous: string; result: ComparedRelease }

/** The releases of a product on one machine with one benchmark, oldest first. */
export type ReleaseStrip = {
  product: string
  hardware: string
  benchmark: string
  workloads: readonly string[]
  cells: readonly ReleaseCell[]
}

/** All strips of a product, and the releases in any of them, oldest first. */
export type ProductStrips = { product: string; versions: readonly string[]; strips: readonly ReleaseStrip[] }

/**
 * Groups summaries of releases by product, machine and benchmark. Workloads of one machine and benchmark are merged, so
 * that a strip has one cell per release. Products and strips with most releases come first.
 */
export function releaseStrips(
  environments: readonly MeasuredEnvironment[],
  summaries: readonly StoredSummary[],
): ProductStrips[] {
  const bySummary = new Map(
    summaries.map((one) => [keyOf({ ...one, workload: one.summary.workload }, one), one.summary]),
  )
  const byProduct = Map.groupBy(environments, ({ product }) => product)
  return [...byProduct]
    .map(([product, own]) => {
      const lines = Map.groupBy(own, ({ hardware, benchmark }) => JSON.stringify([hardware, benchmark]))
      const strips = [...lines.values()].flatMap((line) => stripOf(line, bySummary) ?? [])
      const versions = [...new Set(strips.flatMap(({ cells }) => cells.map(({ version }) => version)))]
      return {
        product,
        versions: versions.sort(compareVersions),
        strips: strips.sort((a, b) => b.cells.length - a.cells.length || a.hardware.localeCompare(b.hardware)),
      }
    })
    .sort((a, b) => b.strips.length - a.strips.length || b.versions.length - a.versions.length)
}

type Pair = { from: string; to: string }

const keyOf = (
  { product, hardware, benchmark, workload }: Omit<MeasuredEnvironment, 'versions'>,
  { from, to }: Pair,
): string => JSON.stringify([product, hardware, benchmark, workload, from, to])

function stripOf(
  environments: readonly MeasuredEnvironment[],
  summaries: ReadonlyMap<string, ReleaseSummary>,
): ReleaseStrip | null {
  const [first] = environments
  if (first === undefined || environments.every((one) => one.versions.length === 0)) return null
  const { product, hardware, benchmark } = first
  const versions = [...new Set(environments.flatMap((one) => one.versions))].sort(compareVersions)
  const cells = versions.map((version): ReleaseCell => {
    const pairs = environments.flatMap((environment) => {
      const from = environment.versions[environment.versions.indexOf(version) - 1]
      return environment.versions.includes(version) && from !== undefined ? [{ environment, from }] : []
    })
    const previous =
      pairs
        .map(({ from }) => from)
        .sort(compareVersions)
        .at(-1) ?? null
    if (previous === null) return { kind: 'first', version, previous }
    const known = pairs.flatMap(
      ({ environment, from }) => summaries.get(keyOf(environment, { from, to: version })) ?? [],
    )
    if (known.length === 0) return { kind: 'pending', version, previous }
    const result = mergeSummaries(known)
    return result.compared === 0
      ? { kind: 'not compared', version, previous }
      : { kind: 'compared', version, previous, result }
  })
  return { product, hardware, benchmark, workloads: environments.map(({ workload }) => workload), cells }
}

/** Adds the counts of several workloads; each ratio has equal weight in the mean. */
export function mergeSummaries(summaries: readonly ReleaseSummary[]): ComparedRelease {
  const sum = (of: (summary: ReleaseSummary) => number) => summaries.reduce((total, one) => total + of(one), 0)
  const means = summaries.flatMap(({ compared, geometricMean: mean }) =>
    mean === null ? [] : Array.from({ length: compared }, () => mean),
  )
  return {
    compared: sum(({ compared }) => compared),
    geometricMean: geometricMean(means),
    regressions: sum(({ regressions }) => regressions),
    improvements: sum(({ improvements }) => improvements),
    noChange: sum(({ noChange }) => noChange),
    inconclusive: sum(({ inconclusive }) => inconclusive),
    notCompared: sum(({ notCompared }) => notCompared),
    worst: summaries
      .flatMap(({ worst }) => worst)
      .sort((a, b) => a.ratio - b.ratio)
      .slice(0, MAX_NAMED),
    best: summaries
      .flatMap(({ best }) => best)
      .sort((a, b) => b.ratio - a.ratio)
      .slice(0, MAX_NAMED),
  }
}

/** The strips of one machine, with the releases that it measured. */
export const stripsOfMachine = (products: readonly ProductStrips[], hardware: string): ProductStrips[] =>
  products.flatMap(({ product, strips }) => {
    const own = strips.filter((strip) => strip.hardware === hardware)
    const versions = new Set(own.flatMap(({ cells }) => cells.map(({ version }) => version)))
    return own.length === 0 ? [] : [{ product, versions: [...versions].sort(compareVersions), strips: own }]
  })

/** Separates strips with at least two releases from strips with only one, which cannot be compared. */
export function splitByReleases(products: readonly ProductStrips[]): {
  compared: ProductStrips[]
  single: ReleaseStrip[]
} {
  const hasSeveral = ({ cells }: ReleaseStrip) => cells.length > 1
  return {
    compared: products.flatMap((product) => {
      const strips = product.strips.filter(hasSeveral)
      return strips.length === 0 ? [] : [{ ...product, strips }]
    }),
    single: products.flatMap(({ strips }) => strips.filter((strip) => !hasSeveral(strip))),
  }
}

/**
 * Style of a heat cell: an inconclusive release has a texture, and size is one of four steps, so that color is never the
 * only signal.
 */
type HeatStyle = { tone: 'worse' | 'better' | 'neutral'; step: 0 | 1 | 2 | 3 | 4; isInconclusive: boolean }

/** Distances of the geometric mean from 1 at which the steps of the style begin. */
const STEPS = [0.02, 0.05, 0.1, 0.2] as const

/**
 * The style of a release: the direction of its geometric mean or, if the mean hardly moved, the direction in which more
 * tests changed significantly.
 */
export function heatStyle(release: ComparedRelease): HeatStyle {
  const { geometricMean: mean, regressions, improvements, noChange } = release
  const distance = Math.abs((mean ?? 1) - 1)
  const step = STEPS.filter((from) => distance >= from).length as HeatStyle['step']
  // A mean that hardly moved is no change only if the tests say so.
  const isInconclusive = regressions + improvements === 0 && (step > 0 || noChange === 0)
  if (step > 0) return { tone: (mean ?? 1) < 1 ? 'worse' : 'better', step, isInconclusive }
  if (regressions === improvements) return { tone: 'neutral', step: 0, isInconclusive }
  return { tone: regressions > improvements ? 'worse' : 'better', step: 1, isInconclusive }
}
