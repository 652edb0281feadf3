import { escapeMarkdown } from '../../publish/markdown/escape-markdown.ts'
import { hasMarkup } from '../has-markup.ts'
import type { Appendix, AppendixAnswer, AppendixItem, AppendixLine } from './appendix.ts'
import { quoted, quotedMarkdown } from './quoted-markdown.ts'

// Renders an appendix as plain text and Markdown; each function renders the whole model. What people wrote is Markdown:
// plain text shows its source, and the others show its markup. A browser that verifies a file needs no HTML renderer, so
// that is in appendix-html.ts.

export function appendixText(appendix: Appendix): string {
  const lines = ['APPENDIX: COMMENTS AND RESPONSES', '', appendix.summary]
  for (const { title, about, items } of appendix.sections) {
    lines.push('', title.toUpperCase(), ...about)
    for (const item of items) {
      lines.push('', `${item.id}  ${itemHead(item)}`)
      if (item.quote !== '') lines.push(indented(`"${item.quote}"`))
      lines.push(indented(item.redacted ?? item.body))
      for (const line of item.thread) lines.push(indented(wordsOf(line)))
      for (const answer of item.answers) lines.push(`  ${answer.id}  ${answerHead(answer)}`, ...answerLines(answer))
      for (const opinion of item.opinions) lines.push(indented(wordsOf(opinion)))
    }
  }
  if (appendix.afterwards.length > 0) lines.push('', 'AFTER RESOLVING', ...appendix.afterwards)
  return `${lines.join('\n')}\n`
}

export const wordsOf = ({ before, text, after }: AppendixLine): string => `${before}${text}${after}`

const answerLines = (answer: AppendixAnswer): string[] =>
  linesOf(answer).map(({ label, text }) => indented(label === '' ? text : `${label}: ${text}`, '    '))

const indented = (text: string, by = '  '): string =>
  text
    .split('\n')
    .map((line) => `${by}${line}`.trimEnd())
    .join('\n')

export function appendixMarkdown(appendix: Appendix): string {
  const parts = ['## Appendix: comments and responses', escapeMarkdown(appendix.summary)]
  for (const { title, about, items } of appendix.sections) {
    parts.push(`### ${title}`)
    if (about.length > 0) parts.push(about.map((line) => `- ${escapeMarkdown(line)}`).join('\n'))
    for (const item of items) {
      parts.push(`#### ${item.id}`, escapeMarkdown(itemHead(item)))
      if (item.quote !== '') parts.push(quoted(escapeMarkdown(item.quote)))
      parts.push(...lineMarkdown(bodyOf(item)))
      for (const line of item.thread) parts.push(...lineMarkdown(line))
      for (const answer of item.answers) {
        parts.push(`**${answer.id}** ${escapeMarkdown(answerHead(answer))}`)
        for (const { label, text, isWritten } of linesOf(answer)) {
          const head = label === '' ? '' : `*${label}:* `
          if (isWritten && hasMarkup(text)) parts.push(`${quoted(head)}\n>\n${quotedMarkdown(text)}`)
          else parts.push(quoted(`${head}${escapeMarkdown(text)}`))
        }
      }
      for (const opinion of item.opinions) parts.push(...lineMarkdown(opinion))
    }
  }
  if (appendix.afterwards.length > 0) {
    parts.push('### After resolving', appendix.afterwards.map((line) => `- ${escapeMarkdown(line)}`).join('\n'))
  }
  return `${parts.join('\n\n')}\n`
}

export const bodyOf = ({ redacted, body }: AppendixItem): AppendixLine =>
  redacted === null ? { before: '', text: body, after: '' } : { before: redacted, text: '', after: '' }

function lineMarkdown(line: AppendixLine): string[] {
  const { before, text, after } = line
  if (!hasMarkup(text)) return [escapeMarkdown(wordsOf(line))]
  const [head, end] = [escapeMarkdown(before.trim()), escapeMarkdown(after.trim())]
  return [head, quotedMarkdown(text), end].filter((part) => part !== '')
}

export const linesOf = ({ lines, redacted }: AppendixAnswer): AppendixAnswer['lines'] =>
  redacted === null ? lines : [...lines, { label: '', text: redacted, isWritten: false }]

export const itemHead = ({ giver, recorder, source, at, revision, where, status }: AppendixItem): string =>
  `${giver}, ${source}${recorder === null ? '' : `, recorded by ${recorder}`}, ${at}, on revision ${revision}, about ${where}. ${STATUS_WORDS[status] ?? ''}`.trim()

const STATUS_WORDS: Record<string, string> = {
  open: 'Open.',
  promised: 'Accepted, and not done yet.',
  closed: 'Closed.',
}

export const answerHead = ({ title, by, at, draft, replaced }: AppendixAnswer): string =>
  `${title} (${by}, ${at}${draft ? draftWords(replaced) : replaced ? ', replaced by a later response' : ''})`

const draftWords = (replaced: boolean): string =>
  replaced ? ', draft of the scribe' : ', to be confirmed by an author'
