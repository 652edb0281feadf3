import type { ReadWords } from './read-name.ts'

const DATE =
  /^20\d{2}([-_.]?)(?:0[1-9]|1[0-2])\1(?:0[1-9]|[12]\d|3[01])(?:[-_T.]?(?:[01]\d|2[0-3])[-_:.]?[0-5]\d(?:[-_:.]?[0-5]\d)?Z?)?(?!\d)/
const MONTH = /^(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[-_]?(?:20)?\d{2}(?![a-z\d])/i

/** Reads a day or a month, which states no dimension: `2025-11-03`, `20251103T0930`, `nov25`. */
export function readDate(text: string): ReadWords | null {
  const [whole] = DATE.exec(text) ?? MONTH.exec(text) ?? []
  return whole === undefined
    ? null
    : { length: whole.length, facts: [{ field: '_date', value: whole, confidence: 0.9 }] }
}
