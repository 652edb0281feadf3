import { escapeMarkdownLine } from '../../publish/markdown/escape-markdown.ts'
import { escapeHtml } from '../render/escape-html.ts'
import { sentenceText, type Tldr } from './tldr.ts'

/** The summary above an exported table: a text that a person wrote, and the derived sentences. */
type ExportedTldr = { derived: Tldr; edited: string | null }

const linesOf = (edited: string | null) => (edited ?? '').split('\n').filter((line) => line.trim() !== '')

/** Renders a Markdown list; empty without sentences. */
export function tldrMarkdown({ derived, edited }: ExportedTldr): string {
  const own = linesOf(edited).map((line) => `- ${escapeMarkdownLine(line)}`)
  const sentences = derived.sentences.map((sentence) => `- ${escapeMarkdownLine(sentenceText(sentence))}`)
  const parts = [
    ...(own.length === 0 ? [] : ['**tl;dr**', own.join('\n')]),
    ...(sentences.length === 0
      ? []
      : [own.length === 0 ? '**tl;dr**' : 'Derived from the numbers:', sentences.join('\n')]),
  ]
  return parts.length === 0 ? '' : `${parts.join('\n\n')}\n\n`
}

/** Renders an HTML list to paste into a page; empty without sentences. */
export function tldrHtml({ derived, edited }: ExportedTldr): string {
  const own = linesOf(edited).map((line) => `<li>${escapeHtml(line)}</li>`)
  const sentences = derived.sentences.map((sentence) => `<li>${escapeHtml(sentenceText(sentence))}</li>`)
  const list = (title: string, items: readonly string[]) =>
    items.length === 0 ? '' : `<p>${title}</p>\n<ul>\n${items.join('\n')}\n</ul>\n`
  return list('tl;dr', own) + list(own.length === 0 ? 'tl;dr' : 'Derived from the numbers:', sentences)
}
