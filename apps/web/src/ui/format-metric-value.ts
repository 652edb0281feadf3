/**
 * Formats a value for a table of many metrics: about four significant digits, no exponent for common sizes, and grouped
 * thousands. Exports contain the exact digits.
 */
export function formatMetricValue(value: number): string {
  const size = Math.abs(value)
  if (size !== 0 && size < 0.00001) return value.toExponential(2)
  const digits = size >= 100 || Number.isInteger(value) ? 0 : size >= 10 ? 1 : size >= 1 ? 2 : size >= 0.01 ? 4 : 6
  return value.toLocaleString('en-US', { minimumFractionDigits: 0, maximumFractionDigits: digits })
}
