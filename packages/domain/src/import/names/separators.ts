/** Characters between the words of a name. */
export const SEPARATOR = /^[-_.+,;@()[\] ]+/

/** True when a part of so many characters is followed by a separator or by the end of the name. */
export const endsAtSeparator = (text: string, length: number): boolean =>
  length === text.length || SEPARATOR.test(text.slice(length))
