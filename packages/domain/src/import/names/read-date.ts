import type { ReadWords } from './read-name.ts'

const DATE =
  /^20\d{2}([-_.]?)(?:0[1-9]|1[0-2])\1(?:0[1-9]|[12]\d|3[01])(?:[-_T.]?(?:[01]\d|2[0-3])[-_:.]?[0-5]\d(?:[-_:.]?[0-5]\d(?!\.\d))?Z?)?(?!\d)/
const DAY_FIRST = /^(0[1-9]|[12]\d|3[01])([-_.])(0[1-9]|1[0-2])\2(20\d{2})(?!\d)/
/** 25.11.03, where a zero shows that it is not a version. */
const SHORT_YEAR = /^([23]\d)([.])(?:(0[1-9])\2(0[1-9]|[12]\d|3[01])|(1[0-2])\2(0[1-9]))(?![.\d])/
const YEAR_AND_MONTH = /^20\d{2}-(?:0[1-9]|1[0-2])(?![-\d])/
const EPOCH_SECONDS = /^1[5-9]\d{8}(?:\d{3})?(?![a-z\d])/i
const MONTH = /^(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[-_]?(?:20)?\d{2}(?![a-z\d])/i

/**
 * Reads a day, a month or a time, which states no dimension: `2025-11-03`, `20251103T0930`, `03.11.2025`, `25.11.03`,
 * `nov25`, and seconds since 1970. Values of one spelling sort by time.
 */
export function readDate(text: string): ReadWords | null {
  const [german, day = '', , month = '', year = ''] = DAY_FIRST.exec(text) ?? []
  if (german !== undefined) return dated(german, `${year}-${month}-${day}`)
  const short = SHORT_YEAR.exec(text)
  if (short !== null) {
    const [all, shortYear, , monthA, dayA, monthB, dayB] = short
    return dated(all, `20${shortYear}-${monthA ?? monthB}-${dayA ?? dayB}`)
  }
  const [whole] = DATE.exec(text) ?? EPOCH_SECONDS.exec(text) ?? MONTH.exec(text) ?? YEAR_AND_MONTH.exec(text) ?? []
  return whole === undefined ? null : dated(whole, whole)
}

const dated = (text: string, value: string): ReadWords => ({
  length: text.length,
  facts: [{ field: '_date', value, confidence: 0.9 }],
})
