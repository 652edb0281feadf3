import { MISSING } from '@assay/domain/compare/format-cell'
import { roundHalfEven } from '@assay/domain/stats/round-half-even'

/** Microseconds as the published tables have them, three decimals. */
export const micros = (value: number | null): string => (value === null ? MISSING : roundHalfEven(value, 3).toFixed(3))
