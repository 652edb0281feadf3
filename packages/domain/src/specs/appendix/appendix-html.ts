import { escapeHtml } from '../../compare/render/escape-html.ts'
import { commentHtml } from '../comment-html.ts'
import { hasMarkup } from '../has-markup.ts'
import type { Appendix, AppendixAnswer, AppendixItem, AppendixLine } from './appendix.ts'
import { answerHead, bodyOf, itemHead, linesOf, wordsOf } from './appendix-text.ts'

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
