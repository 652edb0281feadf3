import { escapeHtml } from '../../compare/render/escape-html.ts'

export type FeedEntry = {
  /** An IRI that never changes, even if the URL of the page does. */
  id: string
  title: string
  /** Absolute URL of the page. */
  href: string
  authors: readonly string[]
  /** Time of its newest version, ISO 8601. */
  updatedAt: string
  /** One sentence per line. */
  summary: string
  /** The content as markup with absolute URLs; absent if it is too long. */
  html?: string
}

export type Feed = {
  id: string
  title: string
  /** Absolute URLs of the feed, and of the page with the same list. */
  href: string
  page: string
  /** Author of entries that have none, and of an empty feed. */
  author: string
  entries: readonly FeedEntry[]
}

/** Update time of an empty feed, which must be the same on each request. */
const NOTHING_YET = '1970-01-01T00:00:00Z'

/** Renders an Atom feed (RFC 4287), newest entry first. */
export function atomFeed({ id, title, href, page, author, entries }: Feed): string {
  const newest = [...entries].sort((a, b) => Date.parse(b.updatedAt) - Date.parse(a.updatedAt))
  const lines = [
    '<?xml version="1.0" encoding="utf-8"?>',
    '<feed xmlns="http://www.w3.org/2005/Atom">',
    element('id', id),
    element('title', title),
    `<link rel="self" type="application/atom+xml" href="${xmlText(href)}"/>`,
    `<link rel="alternate" type="text/html" href="${xmlText(page)}"/>`,
    element('updated', newest[0]?.updatedAt ?? NOTHING_YET),
    `<author>${element('name', author)}</author>`,
    '<generator>Assay</generator>',
    ...newest.map(entryXml),
    '</feed>',
  ]
  return `${lines.join('\n')}\n`
}

function entryXml({ id, title, href, authors, updatedAt, summary, html }: FeedEntry): string {
  return [
    '<entry>',
    element('id', id),
    element('title', title),
    `<link rel="alternate" type="text/html" href="${xmlText(href)}"/>`,
    element('updated', updatedAt),
    ...authors.map((name) => `<author>${element('name', name)}</author>`),
    `<summary type="text">${xmlText(summary)}</summary>`,
    ...(html === undefined ? [] : [`<content type="html">${xmlText(html)}</content>`]),
    '</entry>',
  ].join('\n')
}

const element = (name: string, text: string) => `<${name}>${xmlText(text)}</${name}>`

/** Escapes text for XML; characters that XML 1.0 forbids become the replacement character. */
const xmlText = (text: string): string =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the expression matches characters that XML forbids
  escapeHtml(text.toWellFormed().replaceAll(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '\ufffd'))
