/** Folders of a day, from the outermost one: `2025/11/03`, `2025/11-03`, `2025-11/03`, `2025/Nov/03`. */
const LEVELS: readonly (readonly RegExp[])[] = [
  [/^20[12]\d$/, /^(?:0[1-9]|1[0-2]|[1-9])$/, /^(?:0[1-9]|[12]\d|3[01]|[1-9])$/],
  [/^20[12]\d$/, /^(?:0[1-9]|1[0-2])[-_.]?(?:0[1-9]|[12]\d|3[01])$/],
  [/^20[12]\d[-_.]?(?:0[1-9]|1[0-2])$/, /^(?:0[1-9]|[12]\d|3[01])$/],
  [/^20[12]\d[-_.]?(?:0[1-9]|1[0-2])$/, /^20[12]\d[-_.]?(?:0[1-9]|1[0-2])[-_.]?(?:0[1-9]|[12]\d|3[01])$/],
]

/**
 * Joins folders that state the year, the month and the day of a measurement one below the other, so that they are read
 * as one day: the innermost of them has the day, and the others have no part. Stores of objects name them `year=2025`.
 *
 * @param folders for each folder the parts of its name that the profile does not decode.
 */
export function joinDays(given: readonly (readonly string[])[]): readonly (readonly string[])[] {
  const folders = given.map((parts) =>
    parts.map((part) => part.replace(/^(?:year|month|day|date|dt|y|m|d)=(?=\d)/i, '')),
  )
  for (let first = 0; first < folders.length; first++) {
    const levels = LEVELS.find((patterns) =>
      patterns.every((pattern, at) => {
        const [name, ...more] = folders[first + at] ?? []
        return name !== undefined && more.length === 0 && pattern.test(name)
      }),
    )
    if (levels === undefined) continue
    const last = first + levels.length - 1
    const digits = folders.slice(first, last + 1).flatMap(([name = '']) => name.split(/[-_.]/))
    return folders.map((parts, at) => (at < first || at > last ? parts : at === last ? [dayOf(digits)] : []))
  }
  return folders
}

/** `2025-11-03` from its numbers, of which the last eight digits are the day: a folder may repeat the month above it. */
const dayOf = (numbers: readonly string[]): string => {
  const digits = numbers
    .map((number) => number.padStart(2, '0'))
    .join('')
    .slice(-8)
  return `${digits.slice(0, 4)}-${digits.slice(4, 6)}-${digits.slice(6)}`
}
