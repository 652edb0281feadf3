/** Smallest noise that is believed, as a share of the value: printed digits and rounded counters are no measure of it. */
const RESOLUTION = 0.0005

/**
 * The scale on which levels are compared: logarithms, where a change is a ratio, or the values themselves where one is
 * not above 0.
 */
export function workingScale(values: readonly number[]): { scaled: Float64Array; resolution: number } {
  const count = values.length
  const scaled = new Float64Array(count)
  for (let i = 0; i < count; i++) {
    const value = values[i] ?? 0
    if (value <= 0) return plainScale(values)
    scaled[i] = Math.log(value)
  }
  return { scaled, resolution: RESOLUTION }
}

function plainScale(values: readonly number[]): { scaled: Float64Array; resolution: number } {
  let largest = 0
  for (const value of values) largest = Math.max(largest, Math.abs(value))
  return { scaled: Float64Array.from(values), resolution: largest === 0 ? 1 : RESOLUTION * largest }
}
