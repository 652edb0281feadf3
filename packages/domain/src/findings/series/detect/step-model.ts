/**
 * The mean of the segment between cuts at each point.
 *
 * @param into is overwritten and returned; must not be the series itself.
 */
export function levelsAt(
  series: Float64Array,
  cuts: readonly number[],
  into: Float64Array = new Float64Array(series.length),
): Float64Array {
  let start = 0
  for (let i = 0; i <= cuts.length; i++) {
    const end = cuts[i] ?? series.length
    const mean = meanOf(series, start, end)
    for (let at = start; at < end; at++) into[at] = mean
    start = end
  }
  return into
}

/**
 * The series minus a model of it, at each point.
 *
 * @param into is overwritten and returned; may be one of the other two.
 */
export function residualOf(
  series: Float64Array,
  model: Float64Array,
  into: Float64Array = new Float64Array(series.length),
): Float64Array {
  for (let i = 0; i < series.length; i++) into[i] = (series[i] ?? 0) - (model[i] ?? 0)
  return into
}

/** Sum of squared deviations from the levels between cuts. */
export function squaresAround(series: Float64Array, cuts: readonly number[]): number {
  let sum = 0
  let start = 0
  for (let i = 0; i <= cuts.length; i++) {
    const end = cuts[i] ?? series.length
    const mean = meanOf(series, start, end)
    for (let at = start; at < end; at++) {
      const residual = (series[at] ?? 0) - mean
      sum += residual * residual
    }
    start = end
  }
  return sum
}

/** Mean of the points from `start` to before `end`. */
export function meanOf(series: Float64Array, start: number, end: number): number {
  let sum = 0
  for (let i = start; i < end; i++) sum += series[i] ?? 0
  return sum / (end - start)
}
