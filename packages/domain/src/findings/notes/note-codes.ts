/** Codes of footnotes from people's notes. */
export const KNOWN_BUG_NOTE = 'known-bug'
export const ANNOTATION_NOTE = 'annotation'
