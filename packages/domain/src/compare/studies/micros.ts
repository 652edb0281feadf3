import { roundHalfEven } from '../../stats/round-half-even.ts'
import { MISSING } from '../format-cell.ts'

/** Formats microseconds with three decimals, as in published tables. */
export const micros = (value: number | null): string => (value === null ? MISSING : roundHalfEven(value, 3).toFixed(3))
