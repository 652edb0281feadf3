/**
 * Escapes text of one line for Markdown (GitHub flavour), so that a name becomes no markup, no second column of a
 * table, no entity and no link whose text differs from its address.
 */
export const escapeMarkdownLine = (text: string): string =>
  escapePunctuation(text.replaceAll(/\s+/g, ' ').trim()).replace(/^([-+]|\d+[.)])(?= )/, escapeListMark)

/** Escapes text of several lines, also where a line would begin a list or a heading. */
export const escapeMarkdown = (text: string): string =>
  escapePunctuation(text).replaceAll(
    /^(\s*)([-+=]|\d+[.)])/gm,
    (_, space: string, mark: string) => `${space}${escapeListMark(mark)}`,
  )

const escapePunctuation = (text: string) => text.replaceAll(/[\\`*_{}[\]<>#|~$&]/g, '\\$&')
const escapeListMark = (mark: string) => `${mark.slice(0, -1)}\\${mark.slice(-1)}`
