import { roundHalfEven } from '@assay/domain/stats/round-half-even'

/**
 * A ratio with the digits of the table. Repeated here, because the function of domain imports every schema of
 * domain, which is half of what a page may load.
 */
export const formatRatio = (ratio: number): string => roundHalfEven(ratio, 2).toFixed(2)
