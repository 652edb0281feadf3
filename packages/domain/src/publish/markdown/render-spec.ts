import GithubSlugger from 'github-slugger'
import { LruCache } from '../../lru-cache.ts'
import type { Block } from '../../specs/anchor/block.ts'
import { chunksOf } from '../../specs/anchor/blocks.ts'
import type { BoundLink } from '../../specs/evidence/evidence.ts'
import { withFigures } from '../../specs/evidence/insert-figures.ts'
import type { TextFigure } from '../../specs/evidence/text-figures.ts'
import type { DrawnNumber } from './bind-numbers.ts'
import { MARKDOWN_MAX_CHARACTERS } from './markdown-limits.ts'
import { markdownToHtml } from './markdown-to-html.ts'

/** Slugs of headings by block id, by GitHub's rules, with a number for repeated ones. */
export function headingSlugs(blocks: readonly Pick<Block, 'id' | 'kind' | 'text'>[]): Map<string, string> {
  const slugger = new GithubSlugger()
  return new Map(blocks.filter(({ kind }) => kind === 'heading').map(({ id, text }) => [slugger.slug(text), id]))
}

/** `depth` is 1 for the highest headings of the text. */
export type Outline = { id: string; depth: number; text: string }[]

type Rendered = {
  html: string
  asked: [slug: string, id: string | undefined][]
  drawn: [link: BoundLink, as: DrawnNumber | null][]
}

/** Cache of rendered sections, because an edit of a long text changes only a few of them. */
const rendered = new LruCache<Rendered>(16_000_000)

/** Functions that draw the evidence in a text. */
type DrawEvidence = {
  figures: readonly Pick<TextFigure, 'number' | 'block'>[]
  /** Markup of a figure by its number. */
  figure: (number: number) => string
  number: (link: BoundLink) => DrawnNumber | null
}

/**
 * Renders a spec of any length with the ids of its blocks, so that links and feedback find them.
 *
 * @returns the markup, also as separately rendered parts; most begin with a heading, and each is well formed.
 */
export function renderSpec(
  text: string,
  blocks: readonly Block[],
  feedback: ReadonlyMap<string, readonly string[]> = new Map(),
  evidence: DrawEvidence | null = null,
): { html: string; parts: string[]; outline: Outline } {
  const bySlug = headingSlugs(blocks)
  // A text may begin with `##`; its highest headings get level 2, below the title of the page.
  const highest = blocks.reduce(
    (smallest, { kind, depth }) => (kind === 'heading' ? Math.min(smallest, depth) : smallest),
    6,
  )
  const topLevel = 3 - highest
  const drawNumber = evidence?.number ?? null
  const figureOf = new Map(
    (evidence?.figures ?? []).flatMap(({ number, block }) => (block === null ? [] : [[block, number]])),
  )
  const parts = chunksOf(text, CHUNK).map(({ from, source }, at) => {
    const inside = blocksIn(blocks, from, from + source.length)
    const idAt = new Map(inside.map(({ id, start }) => [start - from, id]))
    const idPrefix = at === 0 ? 'text-' : `text-${inside[0]?.id ?? at}-`
    const marks = inside.flatMap(({ id }) => (feedback.has(id) ? [[id, feedback.get(id)]] : []))
    const figures = new Map(inside.flatMap(({ id }) => (figureOf.has(id) ? [[id, figureOf.get(id) ?? 0]] : [])))
    const render = (): Rendered => {
      const asked: Rendered['asked'] = []
      const drawn: Rendered['drawn'] = []
      const asking = {
        get(slug: string) {
          const id = bySlug.get(slug)
          asked.push([slug, id])
          return id
        },
      }
      const drawing = (link: BoundLink) => {
        const as = drawNumber?.(link) ?? null
        drawn.push([link, as])
        return as
      }
      const options = { idPrefix, topLevel, blocks: { idAt, bySlug: asking, feedback, figures }, drawNumber: drawing }
      return { asked, drawn, html: markdownToHtml(source, options).html }
    }
    // A section links to headings and cells of other sections, which may have changed since it was cached.
    const isStill = ({ asked, drawn }: Rendered) =>
      asked.every(([slug, id]) => bySlug.get(slug) === id) &&
      drawn.every(([link, as]) => JSON.stringify(drawNumber?.(link) ?? null) === JSON.stringify(as))
    const key = JSON.stringify([idPrefix, topLevel, [...idAt], marks, [...figures], source])
    const { html: part } = rendered.get(key, render, (made) => made.html.length, isStill)
    return evidence === null ? part : withFigures(part, evidence.figure)
  })
  const outline = blocks.flatMap(({ id, kind, depth, text: words }) =>
    kind === 'heading' ? [{ id, depth: depth - highest + 1, text: words }] : [],
  )
  return { html: parts.join('\n'), parts, outline }
}

/** Blocks that begin between two offsets of the text; `blocks` must be in document order. */
function blocksIn(blocks: readonly Block[], from: number, to: number): Block[] {
  let [low, high] = [0, blocks.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((blocks[middle]?.start ?? 0) < from) low = middle + 1
    else high = middle
  }
  const inside: Block[] = []
  for (let at = low; at < blocks.length; at++) {
    const block = blocks[at]
    if (block === undefined || block.start >= to) break
    inside.push(block)
  }
  return inside
}

/** The links of a text that bind numbers to figures, as Markdown parses them. */
export function boundLinksOf(text: string): BoundLink[] {
  if (!text.includes('figure:')) return []
  const links: BoundLink[] = []
  const number = (link: BoundLink) => {
    links.push(link)
    return null
  }
  renderSpec(text, [], new Map(), { figures: [], figure: () => '', number })
  return links
}

/** Maximum length of a chunk, so that one more section does not exceed the limit of the Markdown parser. */
const CHUNK = MARKDOWN_MAX_CHARACTERS / 2
