import GithubSlugger from 'github-slugger'
import { headingText } from './heading-text.ts'

/** A heading of a text with what stands below it. The text before the first heading has an empty heading and id. */
export type Section = { id: string; heading: string; text: string }

/**
 * Splits Markdown at its headings, with the ids that `markdownToHtml` gives them without a prefix. Code is not a
 * heading.
 */
export function splitSections(markdown: string): Section[] {
  const slugger = new GithubSlugger()
  const sections: { id: string; heading: string; lines: string[] }[] = [{ id: '', heading: '', lines: [] }]
  let fence: string | null = null
  for (const line of markdown.split('\n')) {
    const mark: string | undefined = /^\s*(```+|~~~+)/.exec(line)?.[1]
    if (mark !== undefined) fence = fence === null ? mark : mark.startsWith(fence) ? null : fence
    const heading = fence === null ? headingText(line) : null
    if (heading === null) sections.at(-1)?.lines.push(line)
    else sections.push({ id: slugger.slug(plainText(heading)), heading: plainText(heading), lines: [] })
  }
  return sections.map(({ lines, ...section }) => ({ ...section, text: plainText(lines.join('\n')).trim() }))
}

/** Removes the marks of links, images, code and emphasis, and the borders of tables. */
const plainText = (markdown: string): string =>
  markdown
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/[`*]/g, '')
    .replace(/^[ \t:|-]+$/gm, (line) => (line.includes('|') ? '' : line))
    .replace(/ *\| */g, ' ')
