/** Characters between the words of a name, as in a class of a regular expression. */
export const SEPARATORS = String.raw`-_.+,;:@~!&()[\] `

/** Separators at the beginning of a text. */
export const SEPARATOR = new RegExp(`^[${SEPARATORS}]+`)

/** A word at the beginning of a text, up to the next separator. */
export const WORD = new RegExp(`^[^${SEPARATORS}]+`)

const TRAILING = new RegExp(`[${SEPARATORS}]+$`)

/** The text without separators at its end. */
export const withoutSeparators = (text: string): string => text.replace(TRAILING, '')

/** True when a separator or the end of the name follows after `length` characters. */
export const endsAtSeparator = (text: string, length: number): boolean =>
  length === text.length || SEPARATOR.test(text.slice(length))
