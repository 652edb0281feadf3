import { guardFormula } from './guard-formula.ts'

/** Fields that no spreadsheet executes as a formula: a number with its sign, or a lone dash. */
const HARMLESS = /^(?:[+\-−±]?\d[\d,.]*%?|-)$/

/** A field that may be a number or a name, unchanged or guarded against formulas. */
export const guardField = (text: string): string => (HARMLESS.test(text) ? text : guardFormula(text))

/** A line of a CSV file (RFC 4180) with its end. */
export const csvLine = (fields: readonly string[]): string =>
  `${fields
    .map(guardField)
    .map((text) => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text))
    .join(',')}\r\n`
