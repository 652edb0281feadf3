import { guardFormula } from './guard-formula.ts'

/** Fields that no spreadsheet executes as a formula: a number with a sign, or a single dash. */
const HARMLESS = /^(?:[+\-−±]?\d[\d,.]*%?|-)$/

/** Returns numbers unchanged and guards other fields against formulas. */
export const guardField = (text: string): string => (HARMLESS.test(text) ? text : guardFormula(text))

/** Formats a line of a CSV file (RFC 4180) with its line end. */
export const csvLine = (fields: readonly string[]): string =>
  `${fields
    .map(guardField)
    .map((text) => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text))
    .join(',')}\r\n`
