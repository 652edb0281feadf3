import type { ReadWords } from './read-name.ts'

const DATE =
  /^20\d{2}([-_.]?)(?:0[1-9]|1[0-2])\1(?:0[1-9]|[12]\d|3[01])(?:[-_T.]?(?:[01]\d|2[0-3])[-_:.]?[0-5]\d(?:[-_:.]?[0-5]\d(?!\.\d))?Z?)?(?!\d)/
/** The time after a day: `03-11-2025 14h30`, `03-11-2025_1430`. After a point it may be a version: 18.10. */
const TIME = String.raw`(?:[-_T ](?:[01]\d|2[0-3])(?:[-:h_]?[0-5]\d){1,2}(?![\d.]))?`
const DAY_FIRST = new RegExp(String.raw`^(0[1-9]|[12]\d|3[01])([-_.])(0[1-9]|1[0-2])\2(20\d{2})(${TIME})(?!\d)`)
/** 25.11.03, where a zero shows that it is not a version. */
const SHORT_YEAR = /^([23]\d)([.])(?:(0[1-9])\2(0[1-9]|[12]\d|3[01])|(1[0-2])\2(0[1-9]))(?![.\d])/
const YEAR_AND_MONTH = /^20\d{2}-(?:0[1-9]|1[0-2])(?![-\d])/
/** A week as ISO 8601 counts them: `2025-W44`, `2025w44`. */
const WEEK = /^20\d{2}-?w(?:0[1-9]|[1-4]\d|5[0-3])(?![a-z\d])/i
/** 11/14/2025 in names, where the second number can only be a day. */
const MONTH_FIRST = /^(0[1-9]|1[0-2])([-_.])(1[3-9]|2\d|3[01])\2(20\d{2})(?!\d)/
const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'] as const
const MONTH_NAME = `(${MONTHS.join('|')})[a-z]{0,6}`
const WEEKDAY = '(?:(?:mon|tue|wed|thu|fri|sat|sun)[a-z]{0,6}[-_., ]{1,2})?'
/** `3-Nov-2025`, `03Nov2025`, `Mon 3 November 2025`. */
const DAY_AND_NAME = new RegExp(`^${WEEKDAY}(\\d{1,2})[-_. ]?${MONTH_NAME}[-_. ]?(20\\d{2})(?!\\d)`, 'i')
/** `Nov-3-2025`, `November 3, 2025`. */
const NAME_AND_DAY = new RegExp(`^${WEEKDAY}${MONTH_NAME}[-_. ](\\d{1,2})[-_., ]{1,2}(20\\d{2})(?!\\d)`, 'i')
/** The output of `date`: `Mon Nov  3 10:15:01 UTC 2025`. */
const PRINTED = new RegExp(
  String.raw`^${WEEKDAY}${MONTH_NAME}[-_. ]{1,2}(\d{1,2})[-_. ](\d\d[-_:.]\d\d[-_:.]\d\d)(?:[-_. ][A-Z]{1,5})?[-_. ](20\d{2})(?!\d)`,
  'i',
)
/** A day and a time without a century: `251103_1530`, `251103-153012`. */
const SHORT_DAY_AND_TIME =
  /^([23]\d)(0[1-9]|1[0-2])(0[1-9]|[12]\d|3[01])([-_T](?:[01]\d|2[0-3])[0-5]\d(?:[0-5]\d)?)(?![a-z\d])/i
const EPOCH_SECONDS = /^1[5-9]\d{8}(?:\d{3})?(?![a-z\d])/i
const MONTH = /^(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[-_]?(?:20)?\d{2}(?![a-z\d])/i

/**
 * Reads a day, a month or a time, which states no dimension: `2025-11-03`, `20251103T0930`, `03.11.2025`, `3-Nov-2025`,
 * `25.11.03`, `nov25`, and seconds since 1970. Values of one spelling sort by time.
 */
export function readDate(text: string): ReadWords | null {
  const [german, day = '', , month = '', year = '', time = ''] = DAY_FIRST.exec(text) ?? []
  if (german !== undefined) return dated(german, `${year}-${month}-${day}${time}`)
  const [american, ofMonth = '', , ofDay = '', ofYear = ''] = MONTH_FIRST.exec(text) ?? []
  if (american !== undefined) return dated(american, `${ofYear}-${ofMonth}-${ofDay}`)
  const named = readPrinted(text) ?? readNamedMonth(text)
  if (named !== null) return named
  const [compact, inCentury = '', inMonth = '', onDay = '', atTime = ''] = SHORT_DAY_AND_TIME.exec(text) ?? []
  if (compact !== undefined) return dated(compact, `20${inCentury}-${inMonth}-${onDay}${atTime}`)
  const short = SHORT_YEAR.exec(text)
  if (short !== null) {
    const [all, shortYear, , monthA, dayA, monthB, dayB] = short
    return dated(all, `20${shortYear}-${monthA ?? monthB}-${dayA ?? dayB}`)
  }
  const [whole] =
    DATE.exec(text) ??
    EPOCH_SECONDS.exec(text) ??
    MONTH.exec(text) ??
    WEEK.exec(text) ??
    YEAR_AND_MONTH.exec(text) ??
    []
  return whole === undefined ? null : dated(whole, whole)
}

function readPrinted(text: string): ReadWords | null {
  const [printed, month = '', day = '', time = '', year = ''] = PRINTED.exec(text) ?? []
  return printed === undefined ? null : dated(printed, `${isoDay(year, month, day)}T${time}`)
}

function readNamedMonth(text: string): ReadWords | null {
  const [dayFirst, day = '', month = '', year = ''] = DAY_AND_NAME.exec(text) ?? []
  if (dayFirst !== undefined) return dated(dayFirst, isoDay(year, month, day))
  const [monthFirst, name = '', number = '', inYear = ''] = NAME_AND_DAY.exec(text) ?? []
  return monthFirst === undefined ? null : dated(monthFirst, isoDay(inYear, name, number))
}

function isoDay(year: string, month: string, day: string): string {
  const number = MONTHS.findIndex((name) => month.toLowerCase().startsWith(name)) + 1
  return `${year}-${String(number).padStart(2, '0')}-${day.padStart(2, '0')}`
}

const dated = (text: string, value: string): ReadWords => ({
  length: text.length,
  facts: [{ field: '_date', value, confidence: 0.9 }],
})
