/**
 * A number that a tool printed. The true value is between `low` and `high`: tools round or truncate at the last printed
 * digit, so a decimal is known to one unit of that digit. A count is exact.
 */
export type Figure = { text: string; value: number; low: number; high: number; line: number }

/** Figures of one report, keyed by the name that messages use: `queries per second`. */
export type Figures = ReadonlyMap<string, Figure>

/** Parses a count, which is printed with all of its digits. NaN for text that is not a number. */
export function countFigure(text: string, line: number): Figure {
  const value = numberOf(text)
  return { text, value, low: value, high: value, line }
}

/**
 * Parses a decimal.
 *
 * @param factor from the printed unit to the unit of comparison, such as 0.001 for microseconds in ms.
 */
export function decimalFigure(text: string, line: number, factor = 1): Figure {
  const value = numberOf(text) * factor
  const unit = lastDigit(text) * Math.abs(factor)
  return { text, value, low: value - unit, high: value + unit, line }
}

/** The value of one unit of the last printed digit: 0.01 for `12.34`, 100 for `1.2e3`. */
function lastDigit(text: string): number {
  const [, decimals = '', exponent = '0'] = /^[-+]?\d*\.?(\d*)(?:[eE]([-+]?\d{1,4}))?$/.exec(text.trim()) ?? []
  return 10 ** (Number(exponent) - decimals.length)
}

/** C programs print `nan`, `-nan` and `inf`, which JavaScript does not parse. */
function numberOf(text: string): number {
  return text.trim() === '' ? Number.NaN : Number(text)
}
