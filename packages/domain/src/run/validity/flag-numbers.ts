/** Formats a number with thousands separators and three significant digits. */
export function formatNumber(value: number): string {
  const size = Math.abs(value)
  const digits = size >= 100 || Number.isInteger(value) ? 0 : size >= 10 ? 1 : 2
  return value.toLocaleString('en-US', { maximumFractionDigits: digits })
}

export const formatSeconds = (value: number) => `${formatNumber(value)} ${value === 1 ? 'second' : 'seconds'}`
export const formatCount = (count: number, noun: string) => `${formatNumber(count)} ${noun}${count === 1 ? '' : 's'}`
