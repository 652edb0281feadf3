import { type NoiseKey, poolKey } from './noise-levels.ts'
import { fitShape } from './noise-shape.ts'
import { isNormal } from './null-distribution.ts'
import type { ReleaseSteps } from './pair-steps.ts'
import { type ReleaseResidual, releaseResiduals } from './release-residuals.ts'
import { normalScore } from './score.ts'
import { sizeOfStep } from './step-grid.ts'

/** The residuals of one place and metric. */
export type ResidualPool = {
  /** Key of the machine. */
  key: string[]
  /** Releases with a neighbor on both sides. */
  releases: number
  /** Normal scores of near residuals, counted by size on the grid. */
  near: [size: number, count: number][]
  far: FarResidual[]
}

/** `size` of the residual itself and `score` of its normal score, both on the grid of steps; `isFall` where it is below 0. */
export type FarResidual = { version: string; test: string; isFall: boolean; size: number; score: number }

/** Normal scores from which a residual may be a change that the next release took back. */
const FAR = 4
/** A release with so many far residuals that chance makes as many less often than this has a change of its own. */
const CLEARLY_MORE = 0.05
/** Sizes of two residuals that agree differ at most by this on the grid: one is up to twice the other. */
const ALIKE = 14

type Scale = { sd: number; degreesOfFreedom: number }

/** @param scaleAt what is known of the noise of a test; null where nothing is. */
export function residualPools(
  place: { hardware: string; benchmark: string; workload: string },
  releases: readonly ReleaseSteps[],
  scaleAt: (residual: ReleaseResidual) => Scale | null,
): ResidualPool[] {
  const ofMachine = (metric: string): NoiseKey => ({ ...place, test: '', group: null, clients: '', metric })
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

/**
 * The shape of noise of each machine, from all its residuals but those of changes: a residual that another line, workload
 * or machine shows for the same test of the same release, and all far ones of a release that has more than chance allows.
 * Outliers come one by one; many at once, or the same one twice, are a change that the next release took back.
 *
 * @param pools of all places of one product.
 * @returns by machine key; without the machines whose residuals are too few.
 */
export function machineShapes(pools: readonly ResidualPool[]): Map<string, ReturnType<typeof fitShape>> {
  const isChange = sharedChanges(pools)
  const machines = Map.groupBy(pools, ({ key }) => key.join('\u0000'))
  return new Map(
    [...machines].flatMap(([key, own]) => {
      const far = own.flatMap((pool) => withoutBursts(pool).filter((one) => !isChange(one, metricOf(pool))))
      const outliers = far.map(({ score }): [number, number] => [score, 1])
      const found = fitShape([...own.flatMap(({ near }) => near), ...outliers], 'residuals')
      return isNormal(found.shape) ? [] : [[key, found] as const]
    }),
  )
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

/** Metrics of one run are alike, so only the same one says that two residuals are the same. */
const metricOf = ({ key }: ResidualPool) => key[3] ?? ''

function withoutBursts({ far, releases }: ResidualPool): FarResidual[] {
  return [...Map.groupBy(far, ({ version }) => version).values()].flatMap((own) => {
    const mean = (far.length - own.length + 0.5) / Math.max(1, releases - 1)
    return own.length > 1 && poissonTail(own.length, mean) < CLEARLY_MORE ? [] : own
  })
}

/** P(N >= count) for a Poisson number with this mean. */
function poissonTail(count: number, mean: number): number {
  let [term, below] = [Math.exp(-mean), 0]
  for (let n = 0; n < count; n += 1) {
    below += term
    term *= mean / (n + 1)
  }
  return Math.max(0, 1 - below)
}
