import { MIN_SEGMENT } from './min-segment.ts'
import { roughNoise } from './neighbor-noise.ts'
import { optimalCuts } from './pelt.ts'
import { workingScale } from './working-scale.ts'

/** Number of variances that are tried; each is double the previous one, from a quarter of the rough one. */
const TRIES = 14

/**
 * Piecewise constant fit: the best cuts at several penalties, of which those with the lowest n ln(RSS / n) + 2 cuts ln
 * n are returned (BIC with a level and a position for each cut). It has no significance test; outliers and
 * autocorrelation cause false steps.
 *
 * @param values in order, finite, without gaps.
 * @returns index of the first point of each new level, ascending.
 */
export function fitSteps(values: readonly number[]): number[] {
  const count = values.length
  if (count < 2 * MIN_SEGMENT) return []
  const { scaled, resolution } = workingScale(values)
  const penalty = 2 * Math.log(count)
  let variance = (roughNoise(scaled, resolution) / 2) ** 2
  let best = { cuts: [] as number[], bic: bicOf(scaled, [], resolution) }
  for (let i = 0; i < TRIES; i++, variance *= 2) {
    const cuts = optimalCuts(scaled, variance, penalty)
    const bic = bicOf(scaled, cuts, resolution)
    if (bic < best.bic) best = { cuts, bic }
    if (cuts.length === 0) break
  }
  return best.cuts
}

function bicOf(series: Float64Array, cuts: readonly number[], resolution: number): number {
  const count = series.length
  let squares = 0
  for (const [i, start] of [0, ...cuts].entries()) {
    const level = series.subarray(start, cuts[i] ?? count)
    const mean = level.reduce((sum, value) => sum + value, 0) / level.length
    for (const value of level) squares += (value - mean) ** 2
  }
  return count * Math.log(squares / count + resolution ** 2) + 2 * cuts.length * Math.log(count)
}
