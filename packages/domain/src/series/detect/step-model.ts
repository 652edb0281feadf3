/** The levels of a series between cuts, point by point: the mean of each segment. */
export function levelsAt(series: Float64Array, cuts: readonly number[]): Float64Array {
  const levels = new Float64Array(series.length)
  for (const [i, start] of [0, ...cuts].entries()) {
    const end = cuts[i] ?? series.length
    let mean = 0
    for (let at = start; at < end; at++) mean += (series[at] ?? 0) / (end - start)
    levels.fill(mean, start, end)
  }
  return levels
}

/** A series without a model of it, point by point. */
export const residualOf = (series: Float64Array, model: Float64Array): Float64Array =>
  series.map((value, i) => value - (model[i] ?? 0))

/** Mean of the squares, around 0. */
export function meanSquareOf(series: Float64Array): number {
  let sum = 0
  for (const value of series) sum += value * value
  return sum / series.length
}
