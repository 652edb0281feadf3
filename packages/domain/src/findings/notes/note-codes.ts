/** Codes of the footnotes that people's notes make. */
export const KNOWN_BUG_NOTE = 'known-bug'
export const ANNOTATION_NOTE = 'annotation'
