import { roundHalfEven } from '@assay/domain/stats/round-half-even'

/**
 * Formats a ratio with the digits of the table. This copies a function of the domain package, whose module imports
 * every schema, half of the size limit of a page.
 */
export const formatRatio = (ratio: number): string => roundHalfEven(ratio, 2).toFixed(2)
