/** Whole digits, or groups of three with commas: `14,284,550,053`, `4,988.31`. Other separators are ambiguous. */
const NUMBER = /^(?:\d{1,3}(?:,\d{3})+|\d+)(\.\d+)?$/

export type CounterValue = { value: number | null } | { refused: string }

/** The value of a counter as perf prints it in English and C locales; null when perf says that there is none. */
export function readCounterValue(text: string, unit: string): CounterValue {
  if (text === '<not supported>' || text === '<not counted>') return { value: null }
  const matched = NUMBER.exec(text)
  if (matched === null) return { refused: 'a number such as 14,284,550,053' }
  // In an English locale 12.704 cycles cannot be a count; in other locales it is twelve thousand.
  if (unit === '' && matched[1] !== undefined && !/^\.0+$/.test(matched[1])) return { refused: 'a whole number' }
  const value = Number(text.replaceAll(',', ''))
  return Number.isFinite(value) ? { value } : { refused: 'a number that a computer can hold' }
}
