/**
 * Escapes one line of text for Markdown (GitHub flavor), so that a name cannot become markup, a table column, an entity
 * or a link with another target than its text.
 */
export const escapeMarkdownLine = (text: string): string =>
  escapePunctuation(text.replaceAll(/\s+/g, ' ').trim()).replace(/^([-+]|\d+[.)])(?= )/, escapeListMark)

/** Escapes text of several lines, including line starts that would begin a list or a heading. */
export const escapeMarkdown = (text: string): string =>
  escapePunctuation(text).replaceAll(
    /^([ \t]*)([-+=]|\d+[.)])/gm,
    (_, space: string, mark: string) => `${space}${escapeListMark(mark)}`,
  )

const escapePunctuation = (text: string) => text.replaceAll(/[\\`*_{}[\]<>#|~$&]/g, '\\$&')
const escapeListMark = (mark: string) => `${mark.slice(0, -1)}\\${mark.slice(-1)}`
