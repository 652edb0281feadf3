import { escapeHtml } from '../../compare/render/escape-html.ts'
import { escapeMarkdown } from '../../publish/markdown/escape-markdown.ts'
import { commentHtml, hasMarkup } from '../comment-html.ts'
import type { Appendix, AppendixAnswer, AppendixItem, AppendixLine } from './appendix.ts'
import { quoted, quotedMarkdown } from './quoted-markdown.ts'

// Renders an appendix as plain text, Markdown and HTML; each function renders the whole model. What people wrote is
// Markdown: plain text shows its source, and the others show its markup.

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

const wordsOf = ({ before, text, after }: AppendixLine): string => `${before}${text}${after}`

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

const bodyOf = ({ redacted, body }: AppendixItem): AppendixLine =>
  redacted === null ? { before: '', text: body, after: '' } : { before: redacted, text: '', after: '' }

function lineMarkdown(line: AppendixLine): string[] {
  const { before, text, after } = line
  if (!hasMarkup(text)) return [escapeMarkdown(wordsOf(line))]
  const [head, end] = [escapeMarkdown(before.trim()), escapeMarkdown(after.trim())]
  return [head, quotedMarkdown(text), end].filter((part) => part !== '')
}

/** @param hrefs URLs of comments, responses and revisions; pages and exports link to different targets. */
export function appendixHtml(appendix: Appendix, hrefs: AppendixHrefs): string {
  const out = [`<p>${escapeHtml(appendix.summary)}</p>`]
  for (const { title, about, items } of appendix.sections) {
    out.push(`<section><h3>${escapeHtml(title)}</h3>`)
    if (about.length > 0) out.push(`<ul>${about.map((line) => `<li>${escapeHtml(line)}</li>`).join('')}</ul>`)
    for (let at = 0; at < items.length; at += GROUP_SIZE) {
      const group = items.slice(at, at + GROUP_SIZE).map((item) => itemHtml(item, hrefs))
      out.push('<div data-group>', ...group, '</div>')
    }
    out.push('</section>')
  }
  if (appendix.afterwards.length > 0) {
    const lines = appendix.afterwards.map((line) => `<li>${escapeHtml(line)}</li>`).join('')
    out.push(`<section><h3>After resolving</h3><ul>${lines}</ul></section>`)
  }
  return out.join('\n')
}

/** Comments in one element, which a page can skip as a whole while it is off the screen. */
const GROUP_SIZE = 25

export type AppendixHrefs = {
  revisionHref: (revision: number) => string
  /** URL of a comment on another spec that was moved there or came from there; without it the name is plain text. */
  pointHref?: (spec: string, point: string) => string
}

/** Links the names of comments on other specs. */
const withPoints = (html: string, { pointHref }: AppendixHrefs): string =>
  pointHref === undefined
    ? html
    : html.replace(
        /\b([FD]S-\d+) (F-\d+)\b/,
        (name, spec, point) => `<a href="${escapeHtml(pointHref(spec, point))}">${name}</a>`,
      )

function itemHtml(item: AppendixItem, hrefs: AppendixHrefs): string {
  const { revisionHref } = hrefs
  const head = escapeHtml(itemHead(item))
  const out = [
    `<article id="${item.id}" data-status="${item.status}"><h4><a href="#${item.id}">${item.id}</a></h4>`,
    `<p>${(item.source.startsWith('moved from ') ? withPoints(head, hrefs) : head).replace(
      `revision ${item.revision}`,
      `<a href="${escapeHtml(revisionHref(item.revision))}">revision ${item.revision}</a>`,
    )}</p>`,
  ]
  if (item.quote !== '') out.push(`<blockquote><p>${escapeHtml(item.quote)}</p></blockquote>`)
  out.push(lineHtml(bodyOf(item)), ...item.thread.map(lineHtml))
  for (const answer of item.answers) {
    out.push(`<section id="${answer.id}" data-kind="${answer.kind}"${answer.replaced ? ' data-replaced' : ''}>`)
    out.push(`<p><strong>${answer.id}</strong> ${escapeHtml(answerHead(answer))}</p>`)
    for (const { label, text, isWritten } of linesOf(answer)) {
      const head = label === '' ? '' : `<em>${escapeHtml(label)}:</em> `
      if (isWritten && hasMarkup(text)) out.push(`<p>${head}</p>${writtenHtml(text)}`)
      else out.push(`<p>${head}${linked(answer, label, text, hrefs)}</p>`)
    }
    out.push('</section>')
  }
  out.push(...item.opinions.map(lineHtml), '</article>')
  return out.join('\n')
}

function lineHtml(line: AppendixLine): string {
  const { before, text, after } = line
  if (!hasMarkup(text)) return `<p>${broken(wordsOf(line))}</p>`
  const [head, end] = [before, after].map((words) => (words === '' ? '' : `<p>${broken(words.trim())}</p>`))
  return `${head}${writtenHtml(text)}${end}`
}

/** Headings are below those of comments, which have level 4. */
const writtenHtml = (text: string): string => `<div data-written>${commentHtml(text, 5)}</div>`

const broken = (text: string): string => escapeHtml(text).replaceAll('\n', '<br>')

function linked(answer: AppendixAnswer, label: string, text: string, hrefs: AppendixHrefs): string {
  if (label === 'Moved to') return withPoints(broken(text), hrefs)
  if (label !== 'Done in' || answer.carriedBy === null) return broken(text)
  return `<a href="${escapeHtml(hrefs.revisionHref(answer.carriedBy))}">${escapeHtml(text)}</a>`
}

const linesOf = ({ lines, redacted }: AppendixAnswer): AppendixAnswer['lines'] =>
  redacted === null ? lines : [...lines, { label: '', text: redacted, isWritten: false }]

const itemHead = ({ giver, recorder, source, at, revision, where, status }: AppendixItem): string =>
  `${giver}, ${source}${recorder === null ? '' : `, recorded by ${recorder}`}, ${at}, on revision ${revision}, about ${where}. ${STATUS_WORDS[status] ?? ''}`.trim()

const STATUS_WORDS: Record<string, string> = {
  open: 'Open.',
  promised: 'Accepted, and not done yet.',
  closed: 'Closed.',
}

const answerHead = ({ title, by, at, draft, replaced }: AppendixAnswer): string =>
  `${title} (${by}, ${at}${draft ? draftWords(replaced) : replaced ? ', replaced by a later response' : ''})`

const draftWords = (replaced: boolean): string =>
  replaced ? ', draft of the scribe' : ', to be confirmed by an author'
