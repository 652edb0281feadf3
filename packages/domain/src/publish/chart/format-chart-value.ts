import { roundHalfEven } from '../../stats/round-half-even.ts'
import type { ChartYAxis } from './chart-model.ts'

/** Formats a value of the vertical axis without its unit. */
export function formatChartValue(value: number, format: ChartYAxis['format']): string {
  if (format === 'ratio') return roundHalfEven(value, 2).toFixed(2)
  return format === 'percent' ? `${plain(value * 100)}%` : plain(value)
}

/** Formats about four digits; exports have the exact values. */
function plain(value: number): string {
  const size = Math.abs(value)
  if (size !== 0 && size < 0.000_01) return value.toExponential(2)
  const digits = size >= 100 || Number.isInteger(value) ? 0 : size >= 10 ? 1 : size >= 1 ? 2 : size >= 0.01 ? 4 : 6
  return value.toLocaleString('en-US', { maximumFractionDigits: digits })
}
