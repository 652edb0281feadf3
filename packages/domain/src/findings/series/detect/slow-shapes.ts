/** Shortest ramp: what rises faster is a step. */
const MIN_RAMP = 20
/** Number of positions at which a ramp may begin or end. */
const RAMP_PLACES = 20

/**
 * The straight line of least squares, around 0, point by point.
 *
 * @param into is overwritten and returned, here and in the other fits.
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

/** The parabola of least squares, around 0: the line, and a curve that is orthogonal to it. */
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
 * Level, then a straight line from one point to another, then level again: least squares over all pairs of points of a
 * grid, around 0. Zeros for a series that is shorter than the shortest ramp.
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

/** Sums of x and of i x before each point, which give the fit of each ramp in constant time. */
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
// One fit at a time runs on a thread, and making arrays would cost as much as fitting a short series. Sums begin with 0.
let running = makeRunning(256)

// Indexes are within the arrays by the loops above; `?? 0` costs nothing and spares an assertion.
const at = (values: Float64Array, index: number) => values[index] ?? 0
