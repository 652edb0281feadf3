import type { Section } from '@assay/domain/publish/markdown/split-sections'
import type { Doc } from './doc-list.ts'

export type DocText = Doc & { sections: readonly Section[] }

/** A section that contains every word of a search. */
export type DocMatch = { doc: Doc; id: string; heading: string; excerpt: string }

const MAX_MATCHES = 30
const MAX_IN_DOC = 3
const EXCERPT_BEFORE = 60
const EXCERPT_LENGTH = 180

/** Returns the sections in which each word of `text` begins a word, those with the words in a title or heading first. */
export function searchDocs(docs: readonly DocText[], text: string): DocMatch[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean)
  if (words.length === 0) return []
  const matches = docs.flatMap((doc, order) =>
    doc.sections
      .map((section) => ({ section, rank: rankOf(doc, section, words) }))
      .filter(({ rank }) => rank !== null)
      .toSorted((a, b) => (a.rank ?? 0) - (b.rank ?? 0))
      .slice(0, MAX_IN_DOC)
      .map(({ section: { id, heading, text }, rank }) => ({
        rank: rank ?? 0,
        order,
        match: { doc: { name: doc.name, title: doc.title }, id, heading, excerpt: excerptOf(text, words) },
      })),
  )
  return matches
    .toSorted((a, b) => a.rank - b.rank || a.order - b.order)
    .slice(0, MAX_MATCHES)
    .map(({ match }) => match)
}

/** 0 for a title, 1 for a heading, 2 for text; null when a word is missing. */
function rankOf(doc: Doc, { heading, text }: Section, words: readonly string[]): number | null {
  const begins = (within: string) => words.every((word) => indexOfWord(within, word) >= 0)
  const isFirst = heading === doc.title
  if (isFirst && begins(doc.title)) return 0
  if (begins(heading)) return 1
  return begins(`${heading} ${text}`) ? 2 : null
}

/** Position at which a word begins with `start`; -1 when none does. */
function indexOfWord(text: string, start: string): number {
  const lower = text.toLowerCase()
  for (let at = lower.indexOf(start); at >= 0; at = lower.indexOf(start, at + 1))
    if (at === 0 || !/[\p{L}\p{N}]/u.test(lower[at - 1] ?? '')) return at
  return -1
}

function excerptOf(text: string, words: readonly string[]): string {
  const flat = text.replace(/\s+/g, ' ')
  const found = words.map((word) => indexOfWord(flat, word)).filter((at) => at >= 0)
  const from = Math.max(0, Math.min(...found, flat.length) - EXCERPT_BEFORE)
  const start = found.length === 0 || from === 0 ? 0 : flat.indexOf(' ', from) + 1
  const cut = flat.slice(start, start + EXCERPT_LENGTH)
  return `${start > 0 ? '… ' : ''}${cut}${start + EXCERPT_LENGTH < flat.length ? ' …' : ''}`
}
