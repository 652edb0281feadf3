import { roundHalfEven } from '../../stats/round-half-even.ts'
import { MISSING } from '../format-cell.ts'

/** Microseconds as the published tables have them, three decimals. */
export const micros = (value: number | null): string => (value === null ? MISSING : roundHalfEven(value, 3).toFixed(3))
