import { normalFrom, seededRandom } from '@assay/testing/seeded-random'

/** A series with the positions where its level changes, and runs of points that leave the level for a while. */
export type MadeSeries = { values: number[]; steps: number[] }

export const POINTS = 100

type Source = { uniform: () => number; normal: () => number }
type Shape = (index: number) => number

/**
 * The rows of the table of change points, with level 1000 and 100 points unless the name states otherwise. Kinds
 * without steps are noise and slow movement, without a change at a point; "two regimes" are machines with two states.
 */
export const SERIES_KINDS: Readonly<Record<string, (source: Source) => MadeSeries>> = {
  'flat, 1% noise': ({ normal }) => make({ noise: () => 0.01 * normal() }),
  'flat, 5%': ({ normal }) => make({ noise: () => 0.05 * normal() }),
  'flat, 2%, 24 points': ({ normal }) => make({ count: 24, noise: () => 0.02 * normal() }),
  'flat, 2%, 400 points': ({ normal }) => make({ count: 400, noise: () => 0.02 * normal() }),
  // Student's t with 3 degrees of freedom times 2%.
  'heavy tails 2%': (source) => make({ noise: heavyTails(source) }),
  'one-sided tail 2%': ({ uniform }) => make({ noise: () => 0.02 * Math.log(1 - uniform()) }),
  'rounded to 1%, 1% noise': ({ normal }) => {
    const made = make({ noise: () => 0.01 * normal() })
    return { ...made, values: made.values.map((value) => 10 * Math.round(value / 10)) }
  },
  'autocorrelated 2%': ({ normal }) => make({ noise: correlated(0.5, normal) }),
  'autocorrelated (0.8) 2%': ({ normal }) => make({ noise: correlated(0.8, normal) }),
  'one 20% outlier': ({ uniform, normal }) => {
    const [at, size] = [20 + Math.floor(uniform() * 60), uniform() < 0.5 ? 1.2 : 0.8]
    return make({ level: (i) => (i === at ? size : 1), noise: () => 0.01 * normal() })
  },
  'one point in 20 is 20% low': ({ uniform, normal }) =>
    make({ noise: () => (uniform() < 0.05 ? -0.2 : 0) + 0.01 * normal() }),
  'noise 1% then 3%': ({ normal }) => make({ noise: (i) => (i < POINTS / 2 ? 0.01 : 0.03) * normal() }),
  'ten points of 5% in 1% noise': ({ uniform, normal }) => {
    const at = 10 + Math.floor(uniform() * 80)
    return make({ noise: (i) => (i >= at && i < at + 10 ? 0.05 : 0.01) * normal() })
  },
  'two regimes 5% apart, each point': (source) => make({ noise: regimes(source, 0.5, 0.05) }),
  'two regimes 5% apart, one point in 5': (source) => make({ noise: regimes(source, 0.2, 0.05) }),
  'two regimes 5% apart, runs of 4': (source) => make({ noise: switching(source, 4, 0.05) }),
  'two regimes 5% apart, runs of 8': (source) => make({ noise: switching(source, 8, 0.05) }),
  'two regimes 3% apart, runs of 8': (source) => make({ noise: switching(source, 8, 0.03) }),
  'waves of 7 points, 2%': (source) => make({ level: wave(source, 7, 0.02), noise: () => 0.01 * source.normal() }),
  'waves of 30 points, 2%': (source) => make({ level: wave(source, 30, 0.02), noise: () => 0.01 * source.normal() }),
  'waves of 30 points, 3%': (source) => make({ level: wave(source, 30, 0.03), noise: () => 0.01 * source.normal() }),
  'waves of 30 points, 3%, 2% noise': (source) =>
    make({ level: wave(source, 30, 0.03), noise: () => 0.02 * source.normal() }),
  'ramp of 5%': (source) => make({ level: ramp(source, 0, POINTS, 0.05), noise: () => 0.01 * source.normal() }),
  'ramp of 10%': (source) => make({ level: ramp(source, 0, POINTS, 0.1), noise: () => 0.01 * source.normal() }),
  'ramp of 20%': (source) => make({ level: ramp(source, 0, POINTS, 0.2), noise: () => 0.01 * source.normal() }),
  'ramp of 10% in 50 points': (source) => {
    const at = 10 + Math.floor(source.uniform() * 30)
    return make({ level: ramp(source, at, at + 50, 0.1), noise: () => 0.01 * source.normal() })
  },
  '5% step, 1% noise': (source) => stepped(source, 0.01, [25 + Math.floor(source.uniform() * 50)]),
  '5% step, 2%': (source) => stepped(source, 0.02, [25 + Math.floor(source.uniform() * 50)]),
  '3% step, 2%': (source) => stepped(source, 0.02, [25 + Math.floor(source.uniform() * 50)], 0.03),
  '10% step, 5%': (source) => stepped(source, 0.05, [25 + Math.floor(source.uniform() * 50)], 0.1),
  '5% step, heavy tails 2%': (source) => stepped(source, heavyTails(source), [25 + Math.floor(source.uniform() * 50)]),
  '10% step, autocorrelated 2%': (source) =>
    stepped(source, correlated(0.5, source.normal), [25 + Math.floor(source.uniform() * 50)], 0.1),
  '10% step, two regimes 3% apart': (source) =>
    stepped(source, regimes(source, 0.5, 0.03), [25 + Math.floor(source.uniform() * 50)], 0.1),
  '10% step, waves of 30 points, 2%': (source) => {
    const level = wave(source, 30, 0.02)
    const noise = (i: number) => level(i) - 1 + 0.01 * source.normal()
    return stepped(source, noise, [25 + Math.floor(source.uniform() * 50)], 0.1)
  },
  '10% step, one point in 20 is 20% low': (source) =>
    stepped(
      source,
      () => (source.uniform() < 0.05 ? -0.2 : 0) + 0.01 * source.normal(),
      [25 + Math.floor(source.uniform() * 50)],
      0.1,
    ),
  'two 5% steps, 2%': (source) => {
    const steps = [28 + Math.floor(source.uniform() * 10), 62 + Math.floor(source.uniform() * 10)]
    return stepped(source, 0.02, steps)
  },
  '5% step 5 before the end': (source) => stepped(source, 0.02, [POINTS - 5]),
  '5% step, 2%, 24 points': (source) => stepped(source, 0.02, [12], 0.05, 24),
  'dip of 5% for 5 points, 1% noise': (source) => dipped(source, 0.01),
  'dip of 5% for 5 points, 2%': (source) => dipped(source, 0.02),
  'dip of 5% for 5 points, 3%': (source) => dipped(source, 0.03),
  'dip of 10% for 5 points, 3%': (source) => dipped(source, 0.03, 0.1),
  'dip of 5% for 12 points, 3%': (source) => dipped(source, 0.03, 0.05, 12),
}

/** Creates `count` series of a kind; other seeds share none of their numbers. */
export function makeSeries(kind: string, seed: number, count: number): MadeSeries[] {
  const maker = SERIES_KINDS[kind]
  if (maker === undefined) throw new Error(`no kind of series is called ${kind}`)
  const kindIndex = Object.keys(SERIES_KINDS).indexOf(kind)
  return Array.from({ length: count }, (_, i) =>
    maker(sourceOf((seed * 1_000_003 + kindIndex * 10_007 + i * 101) >>> 0)),
  )
}

function make({ count = POINTS, level = () => 1, noise }: { count?: number; level?: Shape; noise: Shape }): MadeSeries {
  return { values: Array.from({ length: count }, (_, i) => 1000 * level(i) * (1 + noise(i))), steps: [] }
}

/** Each step is up or down by this share. */
function stepped(
  { uniform, normal }: Source,
  noise: number | Shape,
  steps: number[],
  size = 0.05,
  count = POINTS,
): MadeSeries {
  const sizes = steps.map(() => (uniform() < 0.5 ? 1 + size : 1 - size))
  const level = (i: number) =>
    sizes.reduce((product, own, step) => (i < (steps[step] ?? 0) ? product : product * own), 1)
  return { ...make({ count, level, noise: typeof noise === 'number' ? () => noise * normal() : noise }), steps }
}

/** A level that is left for some points, up or down, and returns. */
function dipped({ uniform, normal }: Source, sd: number, size = 0.05, length = 5): MadeSeries {
  const [at, depth] = [20 + Math.floor(uniform() * 60), uniform() < 0.5 ? 1 + size : 1 - size]
  const level = (i: number) => (i >= at && i < at + length ? depth : 1)
  return { ...make({ level, noise: () => sd * normal() }), steps: [at, at + length] }
}

const heavyTails = ({ normal }: Source): Shape => {
  return () => (0.02 * normal()) / Math.sqrt(chiSquared(3, normal) / 3)
}

/** Each point is in the lower regime with this probability, independent of the one before it; 1% noise around both. */
const regimes =
  ({ uniform, normal }: Source, share: number, apart: number): Shape =>
  () =>
    (uniform() < share ? -apart : 0) + 0.01 * normal()

/** A regime lasts `run` points on average; 1% noise around both. */
function switching({ uniform, normal }: Source, run: number, apart: number): Shape {
  let isLow = uniform() < 0.5
  return () => {
    if (uniform() < 1 / run) isLow = !isLow
    return (isLow ? -apart : 0) + 0.01 * normal()
  }
}

/** A sine wave of this period and amplitude, with a random phase. */
function wave({ uniform }: Source, period: number, amplitude: number): Shape {
  const phase = uniform() * 2 * Math.PI
  return (i) => 1 + amplitude * Math.sin((2 * Math.PI * i) / period + phase)
}

/** Flat, then a straight line up or down from one point to another, then flat. */
function ramp({ uniform }: Source, from: number, to: number, size: number): Shape {
  const signed = uniform() < 0.5 ? size : -size
  return (i) => 1 + signed * Math.min(1, Math.max(0, (i - from) / (to - from)))
}

/** First-order autocorrelation: each point keeps `share` of its predecessor's noise; 2% in the long run. */
function correlated(share: number, normal: () => number): Shape {
  let last = normal()
  return () => {
    const noise = 0.02 * last
    last = share * last + Math.sqrt(1 - share * share) * normal()
    return noise
  }
}

const chiSquared = (degrees: number, normal: () => number) =>
  Array.from({ length: degrees }, () => normal() ** 2).reduce((sum, square) => sum + square, 0)

function sourceOf(seed: number): Source {
  const uniform = seededRandom(seed)
  return { uniform, normal: normalFrom(uniform) }
}
