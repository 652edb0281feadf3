import { roundHalfEven } from '@assay/domain/stats/round-half-even'

/**
 * A ratio with the digits of the table. Said again here, because domain's own function comes with every schema of
 * domain, which is half of what a page may load.
 */
export const formatRatio = (ratio: number): string => roundHalfEven(ratio, 2).toFixed(2)
