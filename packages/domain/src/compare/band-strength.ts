import type { Band } from './grid.ts'

/**
 * Ratios (or their inverses) from which a regression or improvement has a darker tint. This affects the color only;
 * the band decides.
 */
export const DEEPER_FROM = { second: 1.25, third: 2 } as const

/** Returns the tint of a cell, 1 to 3; 0 is none. Without a ratio (quartile bands) there is only one tint. */
export function bandStrength(band: Band, ratio: number | null): 0 | 1 | 2 | 3 {
  if (band !== 'worse' && band !== 'better') return 0
  if (ratio === null || ratio <= 0) return 2
  const factor = ratio < 1 ? 1 / ratio : ratio
  if (factor >= DEEPER_FROM.third) return 3
  return factor >= DEEPER_FROM.second ? 2 : 1
}
