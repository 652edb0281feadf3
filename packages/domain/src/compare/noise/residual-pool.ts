import { type Better, findKnownMetric } from '../../run/metric.ts'
import { normalScore } from '../verdict/score.ts'
import { type NoiseKey, poolKey } from './noise-levels.ts'
import { distancesIn, type FittedShape, fitShape, MIN_DISTANCES } from './noise-shape.ts'
import type { ReleaseSteps } from './pair-steps.ts'
import { type ReleaseResidual, releaseResiduals } from './release-residuals.ts'
import { sizeOfStep } from './step-grid.ts'

/** The residuals of one metric in one environment. */
export type ResidualPool = {
  /** Key of the machine. */
  key: string[]
  /** Number of releases with a neighbor on both sides. */
  releases: number
  /** Normal scores of near residuals, counted by size on the grid. */
  near: [size: number, count: number][]
  far: FarResidual[]
}

/**
 * `size` of the residual and `score` of its normal score, both on the grid of steps; `isFall` is true for negative
 * ones.
 */
export type FarResidual = { version: string; test: string; isFall: boolean; size: number; score: number }

/** Minimum normal score of a residual that may be a change which the next release reverted. */
const FAR = 4
/** A release has a change of its own if chance gives as many far residuals with less than this probability. */
const CLEARLY_MORE = 0.05
/** Maximum difference of two residuals that agree, on the grid: one is at most twice the other. */
const ALIKE = 14

type Scale = { sd: number; degreesOfFreedom: number }

/**
 * Collects the residuals of one environment.
 *
 * @param scaleAt returns the noise of a test; null if unknown.
 */
export function residualPools(
  environment: { hardware: string; benchmark: string; workload: string },
  releases: readonly ReleaseSteps[],
  scaleAt: (residual: ReleaseResidual) => Scale | null,
): ResidualPool[] {
  const ofMachine = (metric: string): NoiseKey => ({ ...environment, test: '', group: null, clients: '', metric })
  const byMetric = Map.groupBy(releaseResiduals(releases), ({ metric }) => metric)
  return [...byMetric].map(([metric, residuals]): ResidualPool => {
    const near = new Map<number, number>()
    const far: FarResidual[] = []
    for (const one of residuals) {
      const scale = scaleAt(one)
      if (scale === null) continue
      const score = normalScore(Math.abs(one.residual) / scale.sd, scale.degreesOfFreedom)
      const onGrid = sizeOfStep(score)
      if (score <= FAR) near.set(onGrid, (near.get(onGrid) ?? 0) + 1)
      else far.push(farResidual(one, onGrid))
    }
    return {
      key: (poolKey(ofMachine(metric), 'machine') ?? '').split('\u0000'),
      releases: new Set(residuals.map(({ version }) => version)).size,
      near: [...near].sort(([a], [b]) => a - b),
      far,
    }
  })
}

const farResidual = ({ version, test, residual }: ReleaseResidual, score: number): FarResidual => {
  return { version, test, isFall: residual < 0, size: sizeOfStep(residual), score }
}

type Shape = Pick<FittedShape, 'shape' | 'factor'>

/**
 * The shape of the noise of each machine, from all its residuals except those of changes: residuals that another line,
 * workload or machine shows for the same test of the same release, and all far ones of a release with more than chance
 * allows. Outliers occur one by one; many at once, or the same one twice, are a change that the next release reverted.
 *
 * A machine with too few residuals also uses those of its relatives: of the same benchmark on other machines, and of
 * other benchmarks on this machine. Their scores are relative to the noise of their own tests, so only the shape is
 * shared.
 *
 * @param pools of all environments of one product.
 * @returns shapes by key of the machine.
 */
export function machineShapes(pools: readonly ResidualPool[]): Map<string, Shape> {
  const machines = residualsByMachine(pools)
  return new Map(
    machines.map((own): [string, Shape] => {
      if (own.count >= MIN_DISTANCES) return [own.key, fitShape(own.sizes, 'residuals')]
      const all = [own, ...relativesOf(own, machines)].flatMap(({ sizes }) => sizes)
      return [own.key, withoutNarrowing(fitShape(all, 'residuals'))]
    }),
  )
}

/**
 * The core of relatives may be narrower, which does not apply to this machine, so outliers keep their distance in its
 * units.
 */
const withoutNarrowing = ({ shape, factor }: Shape): Shape => {
  if (factor >= 1) return { shape, factor }
  const { reach, ...others } = shape
  const width = shape.width * factor
  return { shape: { ...others, width, ...(reach === undefined ? {} : { reach: reach * factor }) }, factor: 1 }
}

/** The residuals of one metric of a benchmark on a machine, without those of changes. */
type MachineResiduals = {
  key: string
  hardware: string
  benchmark: string
  metric: string
  better: Better | undefined
  sizes: [size: number, count: number][]
  /** Number of residuals that are not 0. */
  count: number
}

function residualsByMachine(pools: readonly ResidualPool[]): MachineResiduals[] {
  const isChange = sharedChanges(pools)
  const machines = Map.groupBy(pools, ({ key }) => key.join('\u0000'))
  return [...machines].map(([key, own]): MachineResiduals => {
    const [, hardware = '', benchmark = '', metric = ''] = key.split('\u0000')
    const far = own.flatMap((pool) => withoutBursts(pool).filter((one) => !isChange(one, metricOf(pool))))
    const sizes = [...own.flatMap(({ near }) => near), ...far.map(({ score }): [number, number] => [score, 1])]
    const better = findKnownMetric(metric)?.better
    return { key, hardware, benchmark, metric, better, sizes, count: distancesIn(sizes) }
  })
}

/**
 * One metric for each benchmark on a machine, because metrics of one run correlate: the same metric or, among those
 * with the same direction, the one with the most residuals, because rates and latencies have different outliers.
 */
function relativesOf(own: MachineResiduals, machines: readonly MachineResiduals[]): MachineResiduals[] {
  const isDirected = own.better === 'higher' || own.better === 'lower'
  const byMachine = new Map<string, MachineResiduals>()
  for (const one of machines) {
    if ((one.hardware === own.hardware) === (one.benchmark === own.benchmark)) continue
    const isSame = one.metric === own.metric
    if (!isSame && !(isDirected && one.better === own.better)) continue
    const key = `${one.hardware}\u0000${one.benchmark}`
    const known = byMachine.get(key)
    if (known === undefined || isSame || (known.metric !== own.metric && one.count > known.count))
      byMachine.set(key, one)
  }
  return [...byMachine.values()]
}

function sharedChanges(pools: readonly ResidualPool[]): (one: FarResidual, metric: string) => boolean {
  const keyOf = ({ version, test, isFall }: FarResidual, metric: string) =>
    [metric, version, test, isFall].join('\u0000')
  const alike = new Map<string, FarResidual[]>()
  for (const pool of pools) {
    for (const one of pool.far) {
      const key = keyOf(one, metricOf(pool))
      alike.set(key, [...(alike.get(key) ?? []), one])
    }
  }
  return (one, metric) =>
    (alike.get(keyOf(one, metric)) ?? []).some((other) => other !== one && Math.abs(other.size - one.size) <= ALIKE)
}

/** Residuals are compared only within a metric, because metrics of one run correlate. */
const metricOf = ({ key }: ResidualPool) => key[3] ?? ''

function withoutBursts({ far, releases }: ResidualPool): FarResidual[] {
  return [...Map.groupBy(far, ({ version }) => version).values()].flatMap((own) => {
    const mean = (far.length - own.length + 0.5) / Math.max(1, releases - 1)
    return own.length > 1 && poissonTail(own.length, mean) < CLEARLY_MORE ? [] : own
  })
}

/** P(N >= count) for a Poisson variable with this mean. */
function poissonTail(count: number, mean: number): number {
  let [term, below] = [Math.exp(-mean), 0]
  for (let n = 0; n < count; n += 1) {
    below += term
    term *= mean / (n + 1)
  }
  return Math.max(0, 1 - below)
}
