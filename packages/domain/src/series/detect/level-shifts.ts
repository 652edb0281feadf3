import { clipOutliers } from './clip-outliers.ts'
import { confirmCuts } from './confirm-cuts.ts'
import { MIN_SEGMENT } from './min-segment.ts'
import { measureNoise, roughNoise } from './noise.ts'
import { optimalCuts } from './optimal-cuts.ts'
import { workingScale } from './working-scale.ts'

/** Penalty of a cut while all are weighed against each other, in noise variances per ln n; the last word is confirmCuts'. */
const PENALTY = 1.8
/** Series shorter than this are judged as sternly as one of this length: their noise is hardly known. */
const SHORTEST_FOR_PENALTY = 20

/**
 * Where the level of a series changes: the default detector. Penalised least squares over all ways to cut the series
 * (PELT, Killick, Fearnhead and Eckley 2012) on logarithms, with noise taken from differences between neighbours, so that
 * neither steps nor slow slides count as noise; single outliers are pulled in; autocorrelation widens the noise; then
 * each cut has to stand a t test against its neighbours. bench/parts/change-points.ts measures it.
 *
 * @param values in order, finite, gaps left out.
 * @returns index of the first point of each new level, ascending. A level has at least 3 points, so that the last two
 *   points never begin one: they are pending.
 */
export function findLevelShifts(values: readonly number[]): number[] {
  const count = values.length
  if (count < 2 * MIN_SEGMENT) return []
  const { scaled, resolution } = workingScale(values)
  const rough = roughNoise(scaled, resolution)
  const clipped = clipOutliers(scaled, rough)
  const noise = measureNoise(clipped, rough, resolution)
  const penalty = PENALTY * Math.log(Math.max(count, SHORTEST_FOR_PENALTY))
  const cuts = optimalCuts(clipped, noise.variance * noise.inflation, penalty)
  return cuts.length === 0 ? cuts : confirmCuts(clipped, cuts, noise)
}
