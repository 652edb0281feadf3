/** Minimum number of changes from one regime to the other; fewer are changes of the level. */
const MIN_SWITCHES = 5
/** Minimum distance of the regimes in standard deviations around them; closer ones make one peak (Ashman and others 1994). */
const MIN_DISTANCE = 2.2
/** Price of a switch in units of ln likelihood, so that one outlier does not make two of them. */
const SWITCH_PRICE = 3
const MAX_ROUNDS = 20

/** The level of the regime at each point, and how often the series changes from one to the other. */
export type Regimes = { at: Float64Array; switches: number }

/**
 * The two levels between which a machine switches back and forth: two means by the algorithm of Lloyd 1982, with the most
 * likely sequence of regimes by that of Viterbi 1967 in each round.
 *
 * @returns null where the values do not have two peaks, or the series switches too seldom for noise.
 */
export function twoRegimes(series: Float64Array, resolution: number): Regimes | null {
  const sorted = series.toSorted()
  let levels: Levels = [sorted[Math.floor(sorted.length / 10)] ?? 0, sorted[Math.floor((sorted.length * 9) / 10)] ?? 0]
  let states: Uint8Array = Uint8Array.from(series, (value) => closest(value, levels))
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const before = states
    states = mostLikely(series, levels, Math.max(resolution, spreadOf(series, states, levels)))
    const means = meansOf(series, states)
    if (means === null) return null
    levels = means
    if (states.every((state, i) => state === before[i])) break
  }
  const spread = Math.max(resolution, spreadOf(series, states, levels))
  const switches = states.reduce((sum, state, i) => sum + (i > 0 && state !== states[i - 1] ? 1 : 0), 0)
  if (levels[1] - levels[0] < MIN_DISTANCE * spread || switches < MIN_SWITCHES) return null
  return { at: Float64Array.from(states, (state) => levelOf(levels, state)), switches }
}

/** The lower and the upper one. */
type Levels = readonly [number, number]

const levelOf = (levels: Levels, state: number | undefined) => (state === 1 ? levels[1] : levels[0])

const closest = (value: number, [low, high]: Levels) => (Math.abs(value - high) < Math.abs(value - low) ? 1 : 0)

function spreadOf(series: Float64Array, states: Uint8Array, levels: Levels): number {
  const squares = series.reduce((sum, value, i) => sum + (value - levelOf(levels, states[i])) ** 2, 0)
  return Math.sqrt(squares / series.length)
}

/** Viterbi: the cheapest way to each state, and then back along the switches. */
function mostLikely(series: Float64Array, [low, high]: Levels, spread: number): Uint8Array {
  const switched = [new Uint8Array(series.length), new Uint8Array(series.length)] as const
  let [toLow, toHigh] = [0, 0]
  for (const [i, value] of series.entries()) {
    const [fromHigh, fromLow] = [toHigh + SWITCH_PRICE, toLow + SWITCH_PRICE]
    if (fromHigh < toLow) switched[0][i] = 1
    if (fromLow < toHigh) switched[1][i] = 1
    ;[toLow, toHigh] = [Math.min(toLow, fromHigh), Math.min(toHigh, fromLow)]
    toLow += ((value - low) / spread) ** 2 / 2
    toHigh += ((value - high) / spread) ** 2 / 2
  }
  const states = new Uint8Array(series.length)
  let state: 0 | 1 = toHigh < toLow ? 1 : 0
  for (let i = series.length - 1; i >= 0; i--) {
    states[i] = state
    if (switched[state][i] === 1) state = state === 1 ? 0 : 1
  }
  return states
}

/** Null where one of the states has no point. */
function meansOf(series: Float64Array, states: Uint8Array): Levels | null {
  let [low, high, upper] = [0, 0, 0]
  for (const [i, value] of series.entries()) {
    if (states[i] === 1) {
      high += value
      upper++
    } else low += value
  }
  return upper === 0 || upper === series.length ? null : [low / (series.length - upper), high / upper]
}
