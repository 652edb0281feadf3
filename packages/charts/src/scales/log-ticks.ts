import { niceTicks } from './nice-ticks.ts'

/** Below this ratio of its ends a logarithmic axis has evenly spaced ticks, because powers of ten are too far apart. */
const MIN_RATIO = 4
/** Maximum number of ticks at 1, 2 and 5 times a power of ten. */
const MAX_TICKS = 12
const DIGITS = [1, 2, 5]

/** Round positive numbers for a logarithmic axis, from one at or below `low` to one at or above `high`. */
export function logTicks(low: number, high: number): number[] {
  if (high / low < MIN_RATIO) {
    const even = niceTicks(low, high).filter((tick) => tick > 0)
    return (even[0] ?? high) > low ? [low, ...even] : even
  }
  const fine = roundNumbers(low, high, DIGITS)
  return fine.length <= MAX_TICKS ? fine : roundNumbers(low, high, [1])
}

/** Digits times powers of ten, from the last at or below `low` to the first at or above `high`. */
function roundNumbers(low: number, high: number, digits: readonly number[]): number[] {
  const [from, to] = [Math.floor(Math.log10(low)), Math.ceil(Math.log10(high))]
  const all = Array.from({ length: to - from + 1 }, (_, at) =>
    digits.map((digit) => Number((digit * 10 ** (from + at)).toPrecision(3))),
  ).flat()
  const first = all.findLastIndex((tick) => tick <= low)
  const last = all.findIndex((tick) => tick >= high)
  return all.slice(Math.max(0, first), last === -1 ? all.length : last + 1)
}

/** Minimum distance in pixels of the middles of two labels. */
const MIN_LABEL_DISTANCE = 16

/**
 * The ticks of a logarithmic axis that have labels at a height: all of them, or the powers of ten when these would
 * overlap, so that 1 has a label on an axis of ratios.
 */
export function labeledLogTicks(ticks: readonly number[], height: number): readonly number[] {
  const logs = ticks.map(Math.log10)
  const gaps = logs.slice(1).map((log, at) => log - (logs[at] ?? log))
  const whole = (logs.at(-1) ?? 0) - (logs[0] ?? 0)
  if (Math.min(...gaps) * height >= MIN_LABEL_DISTANCE * whole) return ticks
  const powers = ticks.filter((tick) => Number.isInteger(Math.round(Math.log10(tick) * 1e6) / 1e6))
  return powers.length < 2 ? ticks : powers
}
