/** Leading digits of the distance between ticks. */
const STEPS = [1, 2, 2.5, 5, 10]

/**
 * Round numbers for an axis, from one at or below `low` to one at or above `high`, about `count` of them.
 *
 * @returns at least two, even if `low` equals `high`.
 */
export function niceTicks(low: number, high: number, count = 5): number[] {
  const range = high - low || Math.abs(high) || 1
  const rough = range / count
  const magnitude = 10 ** Math.floor(Math.log10(rough))
  const step = magnitude * (STEPS.find((one) => one * magnitude >= rough) ?? 10)
  const first = Math.floor(low / step)
  const last = Math.max(first + 1, Math.ceil(high / step - 1e-9))
  // Multiplication instead of repeated addition, so that three times 0.1 is shown as 0.3.
  return Array.from({ length: last - first + 1 }, (_, index) => Number(((first + index) * step).toPrecision(12)))
}
