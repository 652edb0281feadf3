import { MISSING } from '../compare/format-cell.ts'
import { roundHalfEven } from '../stats/round-half-even.ts'

/** Microseconds as the published tables have them, three decimals. */
export const micros = (value: number | null): string => (value === null ? MISSING : roundHalfEven(value, 3).toFixed(3))
