/**
 * Characters that start a formula in spreadsheets: the signs, their full-width forms, and white space that some
 * spreadsheets skip first. Source: OWASP, "CSV injection".
 */
const FORMULA = /^[\s\ufeff]*[=+\-@\uff1d\uff0b\uff0d\uff20]|^[\t\r\n]/

/**
 * Guards text for a spreadsheet, which would execute text that begins like a formula: a leading quote makes it text. Do
 * not pass numbers, because -1 would become text.
 */
export function guardFormula(text: string): string {
  return FORMULA.test(text) ? `'${text}` : text
}
