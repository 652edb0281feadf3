/** Minimum points of a ramp; a faster rise is a step. */
const MIN_RAMP = 20
/** Number of positions at which a ramp may begin or end. */
const RAMP_PLACES = 20

/**
 * The least-squares line at each point, with mean 0.
 *
 * @param into is overwritten and returned, as in the other fits.
 */
export function fitLine(series: Float64Array, into: Float64Array = new Float64Array(series.length)): Float64Array {
  const middle = (series.length - 1) / 2
  let [product, squares] = [0, 0]
  for (let i = 0; i < series.length; i++) {
    product += (i - middle) * at(series, i)
    squares += (i - middle) * (i - middle)
  }
  const slope = product / squares
  for (let i = 0; i < series.length; i++) into[i] = slope * (i - middle)
  return into
}

/** The least-squares parabola with mean 0: the line, plus a curve that is orthogonal to it. */
export function fitCurve(series: Float64Array, into: Float64Array = new Float64Array(series.length)): Float64Array {
  const middle = (series.length - 1) / 2
  const mean = (series.length ** 2 - 1) / 12
  let [product, squares] = [0, 0]
  for (let i = 0; i < series.length; i++) {
    const shape = (i - middle) * (i - middle) - mean
    product += shape * at(series, i)
    squares += shape * shape
  }
  const bend = product / squares
  fitLine(series, into)
  for (let i = 0; i < series.length; i++) into[i] = at(into, i) + bend * ((i - middle) * (i - middle) - mean)
  return into
}

/**
 * A level, then a straight line, then a level: the least-squares ramp with mean 0 over all pairs of points of a grid.
 * Zeros for a series shorter than the shortest ramp.
 */
export function fitRamp(series: Float64Array, into: Float64Array = new Float64Array(series.length)): Float64Array {
  const count = series.length
  const { sums, moments } = runningSums(series)
  const total = at(sums, count)
  let best = { gain: 0, from: 0, to: 1, slope: 0, mean: 0 }
  const step = Math.max(1, Math.floor(count / RAMP_PLACES))
  for (let from = 0; from + MIN_RAMP <= count; from += step)
    for (let end = count; end - from >= MIN_RAMP; end -= step) {
      // The shape is 0 up to `from`, (i - from) / length from there, and 1 from `end - 1` on.
      const length = end - 1 - from
      const rising = at(moments, end) - at(moments, from) - from * (at(sums, end) - at(sums, from))
      const shape = (length + 1) / 2 + (count - end)
      const squares = ((length + 1) * (2 * length + 1)) / (6 * length) + (count - end) - shape ** 2 / count
      const product = rising / length + total - at(sums, end) - (shape * total) / count
      const gain = product ** 2 / squares
      if (gain > best.gain) best = { gain, from, to: end - 1, slope: product / squares, mean: shape / count }
    }
  const { from, to, slope, mean } = best
  for (let i = 0; i < count; i++) into[i] = slope * (Math.min(1, Math.max(0, (i - from) / (to - from))) - mean)
  return into
}

/** Sums of x and of i x before each point, from which each ramp is fitted in constant time. */
function runningSums(series: Float64Array): { sums: Float64Array; moments: Float64Array } {
  if (series.length >= running.sums.length) running = makeRunning(2 * series.length)
  const { sums, moments } = running
  for (let i = 0; i < series.length; i++) {
    sums[i + 1] = at(sums, i) + at(series, i)
    moments[i + 1] = at(moments, i) + i * at(series, i)
  }
  return running
}

const makeRunning = (size: number) => ({ sums: new Float64Array(size + 1), moments: new Float64Array(size + 1) })
// A buffer that calls share, because a thread runs one fit at a time and allocation would cost as much as fitting a
// short series. Sums begin with 0.
let running = makeRunning(256)

// Indexes are in range by construction; `?? 0` satisfies the type checker at no cost.
const at = (values: Float64Array, index: number) => values[index] ?? 0
