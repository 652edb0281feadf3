import { levelsAt, residualOf } from './step-model.ts'

/** Minimum correlation of neighbors for the test; it must also exceed two standard errors to be significant. */
const MIN_CORRELATION = 0.2
const STANDARD_ERRORS = 2
/** Minimum n ln(ratio of the mean squares without and with a cut), in units of ln n. */
const DEMAND = 3.4
const MIN_COUNT_FOR_DEMAND = 20
/** Maximum points on each side of a cut that are used, so that a cut in a long series costs no more. */
const REACH = 200

/**
 * Removes cuts that correlated noise explains equally well. With first-order noise each cut is evaluated by the
 * likelihood ratio of the series with and without it, and both cases estimate the correlation again: a wave of
 * correlated noise that looks like a level is then predicted from its predecessor (Cochrane and Orcutt 1949; Robbins
 * and others 2011 explain why change points need this). The weakest cut is removed first.
 */
export function confirmCorrelated(series: Float64Array, found: readonly number[], resolution: number): number[] {
  const count = series.length
  const threshold = Math.max(MIN_CORRELATION, STANDARD_ERRORS / Math.sqrt(count))
  if (found.length === 0 || firstOrder(residualOf(series, levelsAt(series, found))).correlation < threshold)
    return [...found]
  const demand = DEMAND * Math.log(Math.max(count, MIN_COUNT_FOR_DEMAND))
  let cuts = [...found]
  while (cuts.length > 0) {
    const gains = cuts.map((_, i) => gainOf(series, cuts, i, resolution))
    const smallest = Math.min(...gains)
    if (smallest >= demand) break
    cuts = cuts.toSpliced(gains.indexOf(smallest), 1)
  }
  return cuts
}

/** Improvement of the fit when the points around a cut are described with the cut. */
function gainOf(series: Float64Array, cuts: readonly number[], index: number, resolution: number): number {
  const cut = cuts[index] ?? 0
  const from = Math.max(0, cut - REACH)
  const near = series.subarray(from, Math.min(series.length, cut + REACH))
  const inside = (some: readonly number[]) =>
    some.filter((one) => one > from && one < from + near.length).map((one) => one - from)
  const squareWith = (some: readonly number[]) =>
    firstOrder(residualOf(near, levelsAt(near, inside(some)))).square + resolution ** 2
  return near.length * Math.log(squareWith(cuts.toSpliced(index, 1)) / squareWith(cuts))
}

/** Correlation of neighboring points, at least 0, and the mean square of the residuals that it does not predict. */
function firstOrder(residual: Float64Array): { correlation: number; square: number } {
  let [product, squares] = [0, 0]
  let before = 0
  for (let i = 0; i < residual.length; i++) {
    const value = residual[i] ?? 0
    squares += value * value
    product += value * before
    before = value
  }
  const correlation = squares === 0 ? 0 : Math.max(0, product / squares)
  let sum = (1 - correlation ** 2) * (residual[0] ?? 0) ** 2
  for (let i = 1; i < residual.length; i++) {
    const unforeseen = (residual[i] ?? 0) - correlation * (residual[i - 1] ?? 0)
    sum += unforeseen * unforeseen
  }
  return { correlation, square: sum / residual.length }
}
