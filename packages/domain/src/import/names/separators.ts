/** Characters between the words of a name. */
export const SEPARATOR = /^[-_.+,;@()[\] ]+/

/** True when a separator or the end of the name follows after `length` characters. */
export const endsAtSeparator = (text: string, length: number): boolean =>
  length === text.length || SEPARATOR.test(text.slice(length))
