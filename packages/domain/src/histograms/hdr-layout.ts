/**
 * The buckets of a High Dynamic Range histogram (HdrHistogram by Gil Tene): each power of two is divided into equally
 * wide buckets, so that a recorded value differs from the true one by less than `digits` significant decimal digits.
 */
export type HdrLayout = {
  /** The smallest value that differs from 0; smaller differences are not recorded. At least 1. */
  lowest: number
  /** The greatest value that the tool could record. */
  highest: number
  /** Significant decimal digits, 0 to 5. */
  digits: number
}

export const MAX_HDR_DIGITS = 5

type Geometry = { unit: number; halfCount: number }

function geometryOf({ lowest, digits }: HdrLayout): Geometry {
  return {
    unit: 2 ** Math.floor(Math.log2(lowest)),
    // Twice 10^digits values have a bucket each, so that the upper half of them still has the precision.
    halfCount: 2 ** Math.ceil(Math.log2(2 * 10 ** digits)) / 2,
  }
}

/** Width of the bucket that contains a value. */
function widthOf({ unit, halfCount }: Geometry, value: number): number {
  const scaled = Math.floor(value / unit)
  if (scaled < 2 * halfCount) return unit
  return unit * 2 ** (exponentOf(scaled) - Math.log2(2 * halfCount) + 1)
}

/** Exponent of the greatest power of two that is not above a value; exact, unlike a rounded logarithm. */
function exponentOf(value: number): number {
  const rough = Math.floor(Math.log2(value))
  if (2 ** rough > value) return rough - 1
  return 2 ** (rough + 1) <= value ? rough + 1 : rough
}

/** The bucket of a value: its least value and its width. */
export function hdrBucket(layout: HdrLayout, value: number): { low: number; width: number } {
  const width = widthOf(geometryOf(layout), value)
  return { low: Math.floor(value / width) * width, width }
}

/** The position of a bucket among the counts of the encoded form, which are ordered by value. */
export function hdrIndex(layout: HdrLayout, low: number): number {
  const geometry = geometryOf(layout)
  const width = widthOf(geometry, low)
  return Math.log2(width / geometry.unit) * geometry.halfCount + low / width
}

/** The least value and the width of the bucket at a position. */
export function hdrBucketAt(layout: HdrLayout, index: number): { low: number; width: number } {
  const { unit, halfCount } = geometryOf(layout)
  const octave = Math.max(0, Math.floor(index / halfCount) - 1)
  const width = unit * 2 ** octave
  return { low: (index - octave * halfCount) * width, width }
}

/** The finest layout whose buckets are unions of the buckets of both. */
export const commonLayout = (a: HdrLayout, b: HdrLayout): HdrLayout => ({
  lowest: Math.max(a.lowest, b.lowest),
  highest: Math.max(a.highest, b.highest),
  digits: Math.min(a.digits, b.digits),
})
