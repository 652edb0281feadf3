/** Shortest ramp: what rises faster is a step. */
const MIN_RAMP = 20
/** A ramp may begin and end at this many places of a series. */
const RAMP_PLACES = 20
/** A wave is there at least twice, and a period has at least this many points. */
const MIN_PERIODS = 2
const MIN_PERIOD = 5
/** Frequencies are this many times as dense as those of a Fourier transform. */
const OVERSAMPLING = 3
/** Longer series are averaged over blocks before the frequency is looked for. */
const MAX_COUNT_FOR_WAVES = 600

/** The straight line of least squares, around 0, point by point. */
export function fitLine(series: Float64Array): Float64Array {
  const middle = (series.length - 1) / 2
  const slope = projection(series, (i) => i - middle)
  return series.map((_, i) => slope * (i - middle))
}

/** The parabola of least squares, around 0: the line, and a curve that is orthogonal to it. */
export function fitCurve(series: Float64Array): Float64Array {
  const middle = (series.length - 1) / 2
  const mean = (series.length ** 2 - 1) / 12
  const bend = projection(series, (i) => (i - middle) ** 2 - mean)
  return fitLine(series).map((value, i) => value + bend * ((i - middle) ** 2 - mean))
}

function projection(series: Float64Array, shape: (index: number) => number): number {
  let [product, squares] = [0, 0]
  for (const [i, value] of series.entries()) {
    product += shape(i) * value
    squares += shape(i) ** 2
  }
  return product / squares
}

/**
 * Level, then a straight line from one point to another, then level again: least squares over all pairs of points of a
 * grid, around 0. Zeros for a series that is shorter than the shortest ramp.
 */
export function fitRamp(series: Float64Array): Float64Array {
  const count = series.length
  const { sums, moments } = runningSums(series)
  let best = { gain: 0, from: 0, to: 1, slope: 0, mean: 0 }
  const step = Math.max(1, Math.floor(count / RAMP_PLACES))
  for (let from = 0; from + MIN_RAMP <= count; from += step)
    for (let end = count; end - from >= MIN_RAMP; end -= step) {
      // The shape is 0 up to `from`, (i - from) / length from there, and 1 from `end - 1` on.
      const length = end - 1 - from
      const rising = at(moments, end) - at(moments, from) - from * (at(sums, end) - at(sums, from))
      const shape = (length + 1) / 2 + (count - end)
      const squares = ((length + 1) * (2 * length + 1)) / (6 * length) + (count - end) - shape ** 2 / count
      const product = rising / length + at(sums, count) - at(sums, end) - (shape * at(sums, count)) / count
      const gain = product ** 2 / squares
      if (gain > best.gain) best = { gain, from, to: end - 1, slope: product / squares, mean: shape / count }
    }
  const { from, to, slope, mean } = best
  return series.map((_, i) => slope * (Math.min(1, Math.max(0, (i - from) / (to - from))) - mean))
}

/** Sums of x and of i x before each point, which give the fit of each ramp in constant time. */
function runningSums(series: Float64Array) {
  const sums = new Float64Array(series.length + 1)
  const moments = new Float64Array(series.length + 1)
  for (const [i, value] of series.entries()) {
    sums[i + 1] = at(sums, i) + value
    moments[i + 1] = at(moments, i) + i * value
  }
  return { sums, moments }
}

/**
 * The sine of least squares over a grid of frequencies: the periodogram of Lomb 1976, on a grid as dense as VanderPlas
 * 2018 asks for.
 */
export function fitWave(series: Float64Array): Float64Array {
  const block = Math.ceil(series.length / MAX_COUNT_FOR_WAVES)
  const short = aroundMean(block === 1 ? series : blockMeans(series, block))
  let best = { gain: 0, frequency: 0 }
  const step = 1 / (short.length * OVERSAMPLING)
  for (let frequency = MIN_PERIODS / short.length; frequency <= 1 / MIN_PERIOD; frequency += step) {
    const { gain } = fitSine(short, frequency)
    if (gain > best.gain) best = { gain, frequency }
  }
  const angle = (2 * Math.PI * best.frequency) / block
  const { sine, cosine } = fitSine(aroundMean(series), best.frequency / block)
  return series.map((_, i) => sine * Math.sin(angle * i) + cosine * Math.cos(angle * i))
}

/** Least squares of a sine and a cosine of one frequency, for a series around 0; the angle goes on by rotation. */
function fitSine(series: Float64Array, frequency: number): { gain: number; sine: number; cosine: number } {
  const [stepSin, stepCos] = [Math.sin(2 * Math.PI * frequency), Math.cos(2 * Math.PI * frequency)]
  let [sin, cos, ss, cc, sc, sx, cx] = [0, 1, 0, 0, 0, 0, 0]
  for (let i = 0; i < series.length; i++) {
    const x = at(series, i)
    ss += sin * sin
    cc += cos * cos
    sc += sin * cos
    sx += sin * x
    cx += cos * x
    const next = sin * stepCos + cos * stepSin
    cos = cos * stepCos - sin * stepSin
    sin = next
  }
  const determinant = ss * cc - sc * sc
  if (determinant < 1e-9) return { gain: 0, sine: 0, cosine: 0 }
  const [sine, cosine] = [(sx * cc - cx * sc) / determinant, (cx * ss - sx * sc) / determinant]
  return { gain: sine * sx + cosine * cx, sine, cosine }
}

function aroundMean(series: Float64Array): Float64Array {
  const mean = series.reduce((sum, value) => sum + value, 0) / series.length
  return series.map((value) => value - mean)
}

function blockMeans(series: Float64Array, block: number): Float64Array {
  const means = new Float64Array(Math.floor(series.length / block))
  return means.map((_, i) => series.subarray(i * block, (i + 1) * block).reduce((sum, value) => sum + value, 0) / block)
}

// Indexes are within the arrays by the loops above; `?? 0` costs nothing and spares an assertion.
const at = (values: Float64Array, index: number) => values[index] ?? 0
