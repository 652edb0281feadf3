/** Minimum switches between the regimes; fewer are changes of the level. */
const MIN_SWITCHES = 5
/**
 * Minimum distance of the regimes in standard deviations around them; closer ones form one peak (Ashman and others
 * 1994).
 */
const MIN_DISTANCE = 2.2
/** Penalty of a switch in units of ln likelihood, so that one outlier does not cause two switches. */
const SWITCH_PRICE = 3
const MAX_ROUNDS = 20

/** The level of the regime at each point, and the number of switches. */
type Regimes = { at: Float64Array; switches: number }

/**
 * The two levels between which a machine switches back and forth: two means by the algorithm of Lloyd 1982, with the
 * most likely sequence of regimes by that of Viterbi 1967 in each round.
 *
 * @returns null if the values do not have two peaks, or switch too rarely.
 */
export function twoRegimes(series: Float64Array, resolution: number): Regimes | null {
  const count = series.length
  const sorted = series.toSorted()
  let levels: Levels = [sorted[Math.floor(count / 10)] ?? 0, sorted[Math.floor((count * 9) / 10)] ?? 0]
  const states = Uint8Array.from(series, (value) => closest(value, levels))
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const changed = mostLikely(series, levels, Math.max(resolution, spreadOf(series, states, levels)), states)
    const means = meansOf(series, states)
    if (means === null) return null
    levels = means
    if (!changed) break
  }
  const spread = Math.max(resolution, spreadOf(series, states, levels))
  let switches = 0
  for (let i = 1; i < count; i++) if (states[i] !== states[i - 1]) switches++
  if (levels[1] - levels[0] < MIN_DISTANCE * spread || switches < MIN_SWITCHES) return null
  return { at: Float64Array.from(states, (state) => levelOf(levels, state)), switches }
}

/** The lower and the upper level. */
type Levels = readonly [number, number]

const levelOf = (levels: Levels, state: number | undefined) => (state === 1 ? levels[1] : levels[0])

const closest = (value: number, [low, high]: Levels) => (Math.abs(value - high) < Math.abs(value - low) ? 1 : 0)

function spreadOf(series: Float64Array, states: Uint8Array, levels: Levels): number {
  let squares = 0
  for (let i = 0; i < series.length; i++) {
    const residual = (series[i] ?? 0) - levelOf(levels, states[i])
    squares += residual * residual
  }
  return Math.sqrt(squares / series.length)
}

/** Bit of a point: the cheapest path to its lower state comes from the upper one; the other bit is the reverse. */
const FROM_UPPER = 1
const FROM_LOWER = 2

// A buffer that calls share, because a thread judges one series at a time.
let ways = new Uint8Array(256)

/**
 * Viterbi: finds the cheapest path to each state, then traces it back along the switches.
 *
 * @param states are overwritten.
 * @returns true when a state changed.
 */
function mostLikely(series: Float64Array, [low, high]: Levels, spread: number, states: Uint8Array): boolean {
  const count = series.length
  if (count > ways.length) ways = new Uint8Array(2 * count)
  const scale = 1 / (Math.SQRT2 * spread)
  // Cost of the cheapest path to the upper state minus that to the lower one, which is enough to choose.
  let apart = 0
  for (let i = 0; i < count; i++) {
    const value = series[i] ?? 0
    ways[i] = apart < -SWITCH_PRICE ? FROM_UPPER : apart > SWITCH_PRICE ? FROM_LOWER : 0
    const fromLow = (value - low) * scale
    const fromHigh = (value - high) * scale
    const remaining = Math.max(-SWITCH_PRICE, Math.min(SWITCH_PRICE, apart))
    apart = remaining + fromHigh * fromHigh - fromLow * fromLow
  }
  let state = apart < 0 ? 1 : 0
  let changed = false
  for (let i = count - 1; i >= 0; i--) {
    if (states[i] !== state) changed = true
    states[i] = state
    if (((ways[i] ?? 0) & (state === 1 ? FROM_LOWER : FROM_UPPER)) !== 0) state = 1 - state
  }
  return changed
}

/** The means of both states; null if one has no point. */
function meansOf(series: Float64Array, states: Uint8Array): Levels | null {
  let low = 0
  let high = 0
  let upper = 0
  for (let i = 0; i < series.length; i++) {
    if (states[i] === 1) {
      high += series[i] ?? 0
      upper++
    } else low += series[i] ?? 0
  }
  return upper === 0 || upper === series.length ? null : [low / (series.length - upper), high / upper]
}
