/** Minimum noise as a share of the value, because printed digits and rounded counters hide smaller noise. */
const RESOLUTION = 0.0005

type WorkingScale = {
  scaled: Float64Array
  /** Minimum noise on this scale. */
  resolution: number
  /** Converts a number on this scale to a value. */
  unscale: (scaled: number) => number
}

/**
 * The scale on which levels are compared: logarithms, so that a change is a ratio, or the values themselves if one of
 * them is not positive.
 */
export function workingScale(values: readonly number[]): WorkingScale {
  const count = values.length
  const scaled = new Float64Array(count)
  for (let i = 0; i < count; i++) {
    const value = values[i] ?? 0
    if (value <= 0) return plainScale(values)
    scaled[i] = Math.log(value)
  }
  return { scaled, resolution: RESOLUTION, unscale: Math.exp }
}

function plainScale(values: readonly number[]): WorkingScale {
  let largest = 0
  for (const value of values) largest = Math.max(largest, Math.abs(value))
  const resolution = largest === 0 ? 1 : RESOLUTION * largest
  return { scaled: Float64Array.from(values), resolution, unscale: (scaled) => scaled }
}
