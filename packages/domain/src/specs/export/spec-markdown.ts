import { escapeMarkdown } from '../../publish/markdown/escape-markdown.ts'
import { appendixMarkdown } from '../appendix/appendix-text.ts'
import { figureLine, revisionLine, type SpecDocument, titleFacts } from './spec-document.ts'
import { recordText, type SpecRecord } from './spec-record.ts'

// The markers contain the hash of the text between them, so no text can contain a line that ends it early.

export const beginOfText = (sha256: string): string => `<!-- assay: the text, sha256 ${sha256} -->`
export const endOfText = (sha256: string): string => `<!-- assay: end of the text, sha256 ${sha256} -->`
export const RECORD_BEGINS = '<!-- assay: record'

/**
 * Renders one Markdown file: title block, unchanged text, figures, appendix, and the record of all of it, which
 * `readSpecFile` parses.
 */
export function specMarkdown(document: SpecDocument, record: SpecRecord): string {
  const { name, title, revision, figures, appendix, revisions } = document
  const facts = titleFacts(document).map(({ label, value }) => `- **${label}:** ${escapeMarkdown(value)}`)
  const drawn = figures.flatMap((figure, at) => [
    `### Figure ${at + 1}`,
    ...(figure.markdown === '' ? [] : [figure.markdown.trim()]),
    escapeMarkdown(figureLine(figure)),
  ])
  const parts = [
    `# ${name} ${escapeMarkdown(title)}`,
    facts.join('\n'),
    `${beginOfText(revision.sha256)}\n\n${revision.text}\n\n${endOfText(revision.sha256)}`,
    ...(drawn.length === 0 ? [] : ['## Figures', ...drawn]),
    appendixMarkdown(appendix).trimEnd(),
    '## Revisions',
    revisions.map((one) => `- ${escapeMarkdown(revisionLine(one))}`).join('\n'),
    `${RECORD_BEGINS}\n${recordText(record)}\n-->`,
  ]
  return `${parts.join('\n\n')}\n`
}
