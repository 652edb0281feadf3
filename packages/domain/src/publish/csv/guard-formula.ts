/**
 * Characters that start a formula in spreadsheets: the signs, their full-width forms, and white space that some
 * spreadsheets skip first. Source: OWASP, "CSV injection".
 */
const FORMULA = /^[\s\ufeff]*[=+\-@\uff1d\uff0b\uff0d\uff20]|^[\t\r\n]/

/**
 * A text cell of a table that leaves for a spreadsheet, which would run text that begins like a formula; a quote in front
 * makes it text again. Numbers are not to pass here: -1 is one.
 */
export function guardFormula(text: string): string {
  return FORMULA.test(text) ? `'${text}` : text
}
