import { escapeMarkdown } from '../../publish/markdown/escape-markdown.ts'
import { markdownProblem } from '../../publish/markdown/markdown-limits.ts'
import { type MarkdownNode, parseMarkdown } from '../../publish/markdown/parse-markdown.ts'
import { HIDDEN_TYPES } from '../../publish/markdown/show-source.ts'

/** Level of the headings of comments in a file, below those of the appendix. */
const HEADING = '#####'

type Edit = { start: number; end: number; text: string }

/**
 * The Markdown of a comment as a block quote, which contains it: fences and HTML that are not closed end with the quote.
 * Raw HTML, definitions and footnotes are escaped, because they would be left out or have effects outside of the quote.
 */
export function quotedMarkdown(text: string): string {
  const edits: Edit[] = []
  if (markdownProblem(text) !== null) return quoted(escapeMarkdown(text))
  collectEdits(parseMarkdown(text), text, edits)
  const changed = edits
    .toSorted((a, b) => b.start - a.start)
    .reduce((made, { start, end, text: words }) => `${made.slice(0, start)}${words}${made.slice(end)}`, text)
  return quoted(changed)
}

export const quoted = (text: string): string =>
  text
    .split('\n')
    .map((line) => `> ${line}`.trimEnd())
    .join('\n')

function collectEdits(node: MarkdownNode, source: string, edits: Edit[]): void {
  const [start, end] = [node.position?.start.offset ?? 0, node.position?.end.offset ?? 0]
  if (HIDDEN_TYPES.includes(node.type)) {
    edits.push({ start, end, text: escapeMarkdown(source.slice(start, end)) })
    return
  }
  if (node.type === 'heading') edits.push(...headingEdits(node, source))
  for (const child of node.children ?? []) collectEdits(child, source, edits)
}

/** Lowers a heading. An underlined one of several lines becomes a paragraph, because `#` has one line. */
function headingEdits({ position, children = [] }: MarkdownNode, source: string): Edit[] {
  const [start, end] = [position?.start.offset ?? 0, position?.end.offset ?? 0]
  const marks = /^#+/.exec(source.slice(start, end))?.[0]
  if (marks !== undefined) return [{ start, end: start + marks.length, text: HEADING }]
  const last = children.at(-1)?.position?.end.offset ?? start
  const underline = { start: last, end, text: '\n' }
  return source.slice(start, last).includes('\n')
    ? [underline]
    : [{ start, end: start, text: `${HEADING} ` }, underline]
}
