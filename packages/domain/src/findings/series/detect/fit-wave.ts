/** Minimum periods of a wave in a series, and minimum points of a period. */
const MIN_PERIODS = 2
const MIN_PERIOD = 5
/** Density of frequencies relative to a Fourier transform. */
const OVERSAMPLING = 3
/** Longer series are averaged over blocks before the search for the frequency. */
const MAX_COUNT_FOR_WAVES = 600

/**
 * Fits a sine by least squares over a grid of frequencies (the periodogram of Lomb 1976), as dense as VanderPlas 2018
 * recommends.
 *
 * @param into is overwritten and returned; must not be the series itself.
 */
export function fitWave(series: Float64Array, into: Float64Array = new Float64Array(series.length)): Float64Array {
  const block = Math.ceil(series.length / MAX_COUNT_FOR_WAVES)
  const short = block === 1 ? aroundMean(series, into) : aroundMean(blockMeans(series, block))
  let best: { gain: number; wave: Wave | null } = { gain: 0, wave: null }
  for (const wave of wavesOf(short.length)) {
    const { gain } = fitSine(short, wave)
    if (gain > best.gain) best = { gain, wave }
  }
  if (best.wave === null) return into.fill(0)
  const wave = block === 1 ? best.wave : waveOf(series.length, best.wave.frequency / block)
  const { sine, cosine } = fitSine(block === 1 ? short : aroundMean(series, into), wave)
  for (let i = 0; i < series.length; i++) into[i] = sine * at(wave.sines, i) + cosine * at(wave.cosines, i)
  return into
}

/**
 * A sine and a cosine at each point, centered on the series so that they are orthogonal, with the sums of their
 * squares.
 */
type Wave = { frequency: number; sines: Float64Array; cosines: Float64Array; ss: number; cc: number }

// Cached, because series of one project mostly have the same length and the tables are most of the work of a fit.
let known: { count: number; waves: readonly Wave[] } = { count: 0, waves: [] }

/** The waves of the grid for series of this length. */
function wavesOf(count: number): readonly Wave[] {
  if (known.count === count) return known.waves
  const waves: Wave[] = []
  const step = 1 / (count * OVERSAMPLING)
  for (let frequency = MIN_PERIODS / count; frequency <= 1 / MIN_PERIOD; frequency += step)
    waves.push(waveOf(count, frequency))
  known = { count, waves }
  return waves
}

function waveOf(count: number, frequency: number): Wave {
  const sines = new Float64Array(count)
  const cosines = new Float64Array(count)
  let ss = 0
  let cc = 0
  for (let i = 0; i < count; i++) {
    const angle = 2 * Math.PI * frequency * (i - (count - 1) / 2)
    sines[i] = Math.sin(angle)
    cosines[i] = Math.cos(angle)
    ss += at(sines, i) ** 2
    cc += at(cosines, i) ** 2
  }
  return { frequency, sines, cosines, ss, cc }
}

/** Least-squares amplitudes of a sine and a cosine of one frequency, for a series with mean 0. */
function fitSine(series: Float64Array, { sines, cosines, ss, cc }: Wave) {
  const last = series.length - 1
  // The sine is odd around the center and the cosine even, so half of the series is enough for both.
  let sx = 0
  let cx = 0
  for (let i = 0; i < last - i; i++) {
    const left = at(series, i)
    const right = at(series, last - i)
    sx += at(sines, i) * (left - right)
    cx += at(cosines, i) * (left + right)
  }
  if (last % 2 === 0) cx += at(series, last / 2)
  return { gain: (sx * sx) / ss + (cx * cx) / cc, sine: sx / ss, cosine: cx / cc }
}

function aroundMean(series: Float64Array, around: Float64Array = new Float64Array(series.length)): Float64Array {
  let sum = 0
  for (let i = 0; i < series.length; i++) sum += at(series, i)
  const mean = sum / series.length
  for (let i = 0; i < series.length; i++) around[i] = at(series, i) - mean
  return around
}

function blockMeans(series: Float64Array, block: number): Float64Array {
  const means = new Float64Array(Math.floor(series.length / block))
  for (let i = 0; i < series.length; i++) {
    const own = Math.floor(i / block)
    if (own < means.length) means[own] = at(means, own) + at(series, i) / block
  }
  return means
}

// Indexes are in range by construction; `?? 0` satisfies the type checker at no cost.
const at = (values: Float64Array, index: number) => values[index] ?? 0
