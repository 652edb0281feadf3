/** Steps of round numbers. */
const STEPS = [1, 2, 2.5, 5, 10]

/**
 * Round numbers for an axis, from one at or below `low` to one at or above `high`, about `count` of them.
 *
 * @returns at least two, also where both ends are the same.
 */
export function niceTicks(low: number, high: number, count = 5): number[] {
  const range = high - low || Math.abs(high) || 1
  const rough = range / count
  const magnitude = 10 ** Math.floor(Math.log10(rough))
  const step = magnitude * (STEPS.find((one) => one * magnitude >= rough) ?? 10)
  const first = Math.floor(low / step)
  const last = Math.max(first + 1, Math.ceil(high / step - 1e-9))
  // Multiplied and not summed up, so that 0.1 three times is 0.3 to the digits that are shown.
  return Array.from({ length: last - first + 1 }, (_, index) => Number(((first + index) * step).toPrecision(12)))
}
