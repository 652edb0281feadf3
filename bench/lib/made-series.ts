/** A series with the places where its level truly changes. */
export type MadeSeries = { values: number[]; steps: number[] }

export const POINTS = 100

type Source = { uniform: () => number; normal: () => number }

/** The columns of the table of change points: 100 points each, level 1000. */
export const SERIES_KINDS: Readonly<Record<string, (source: Source) => MadeSeries>> = {
  'flat, 1% noise': ({ normal }) => make({ noise: () => 0.01 * normal() }),
  'flat, 5%': ({ normal }) => make({ noise: () => 0.05 * normal() }),
  // Student's t with 3 degrees of freedom times 2%.
  'heavy tails 2%': ({ normal }) => make({ noise: () => (0.02 * normal()) / Math.sqrt(chiSquared(3, normal) / 3) }),
  'autocorrelated 2%': ({ normal }) => make({ noise: correlated(0.5, normal) }),
  'one 20% outlier': ({ uniform, normal }) => {
    const [at, size] = [20 + Math.floor(uniform() * 60), uniform() < 0.5 ? 1.2 : 0.8]
    return make({ level: (i) => (i === at ? size : 1), noise: () => 0.01 * normal() })
  },
  'noise 1% then 3%': ({ normal }) => make({ noise: (i) => (i < POINTS / 2 ? 0.01 : 0.03) * normal() }),
  '5% step, 1% noise': (source) => stepped(source, 0.01, [25 + Math.floor(source.uniform() * 50)]),
  '5% step, 2%': (source) => stepped(source, 0.02, [25 + Math.floor(source.uniform() * 50)]),
  'two 5% steps, 2%': (source) => {
    const steps = [28 + Math.floor(source.uniform() * 10), 62 + Math.floor(source.uniform() * 10)]
    return stepped(source, 0.02, steps)
  },
  '5% step 5 before the end': (source) => stepped(source, 0.02, [POINTS - 5]),
}

/** `count` series of a kind; other seeds share none of their numbers. */
export function makeSeries(kind: string, seed: number, count: number): MadeSeries[] {
  const maker = SERIES_KINDS[kind]
  if (maker === undefined) throw new Error(`no kind of series is called ${kind}`)
  const place = Object.keys(SERIES_KINDS).indexOf(kind)
  return Array.from({ length: count }, (_, i) => maker(sourceOf((seed * 1_000_003 + place * 10_007 + i * 101) >>> 0)))
}

function make({ level = () => 1, noise }: { level?: (i: number) => number; noise: (i: number) => number }): MadeSeries {
  return { values: Array.from({ length: POINTS }, (_, i) => 1000 * level(i) * (1 + noise(i))), steps: [] }
}

/** Each step is 5% up or down. */
function stepped({ uniform, normal }: Source, sd: number, steps: number[]): MadeSeries {
  const sizes = steps.map(() => (uniform() < 0.5 ? 1.05 : 0.95))
  const level = (i: number) =>
    sizes.reduce((product, size, step) => (i < (steps[step] ?? 0) ? product : product * size), 1)
  return { ...make({ level, noise: () => sd * normal() }), steps }
}

/** First order: each point keeps `share` of its predecessor's noise; 2% in the long run. */
function correlated(share: number, normal: () => number): () => number {
  let last = normal()
  return () => {
    const noise = 0.02 * last
    last = share * last + Math.sqrt(1 - share * share) * normal()
    return noise
  }
}

const chiSquared = (degrees: number, normal: () => number) =>
  Array.from({ length: degrees }, () => normal() ** 2).reduce((sum, square) => sum + square, 0)

/** mulberry32, and Box and Muller on it. */
function sourceOf(seed: number): Source {
  let state = seed
  const uniform = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  return { uniform, normal: () => Math.sqrt(-2 * Math.log(1 - uniform())) * Math.cos(2 * Math.PI * uniform()) }
}
