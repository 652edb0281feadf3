import GithubSlugger from 'github-slugger'
import type { Block } from '../anchor/block.ts'
import { chunksOf } from '../anchor/blocks.ts'
import { Memo } from '../memo.ts'
import { MARKDOWN_MAX_CHARACTERS } from './markdown-limits.ts'
import { renderMarkdown } from './render-markdown.ts'

/** What headings are called in links, in their order: the names that GitHub gives them, with a number where one repeats. */
export function headingSlugs(blocks: readonly Pick<Block, 'id' | 'kind' | 'text'>[]): Map<string, string> {
  const slugger = new GithubSlugger()
  return new Map(blocks.filter(({ kind }) => kind === 'heading').map(({ id, text }) => [slugger.slug(text), id]))
}

export type Outline = { id: string; depth: number; text: string }[]

type Rendered = { html: string; asked: [slug: string, id: string | undefined][] }

/** Parts that were rendered already: of a long text that was edited, all but a few are as they were. */
const rendered = new Memo<Rendered>(16_000_000)

/** A text of any length with the ids of its blocks, so that links and feedback find them. */
export function renderSpec(
  text: string,
  blocks: readonly Block[],
  feedback: ReadonlyMap<string, readonly string[]> = new Map(),
): { html: string; outline: Outline } {
  const bySlug = headingSlugs(blocks)
  const html = chunksOf(text, CHUNK).map(({ from, source }, at) => {
    const inside = blocksIn(blocks, from, from + source.length)
    const idAt = new Map(inside.map(({ id, start }) => [start - from, id]))
    const idPrefix = at === 0 ? 'text-' : `text-${inside[0]?.id ?? at}-`
    const marks = inside.flatMap(({ id }) => (feedback.has(id) ? [[id, feedback.get(id)]] : []))
    const render = (): Rendered => {
      const asked: Rendered['asked'] = []
      const asking = {
        get(slug: string) {
          const id = bySlug.get(slug)
          asked.push([slug, id])
          return id
        },
      }
      return { asked, html: renderMarkdown(source, { idPrefix, blocks: { idAt, bySlug: asking, feedback } }).html }
    }
    // A part leads to headings of other parts, whose names may have changed since.
    const isStill = ({ asked }: Rendered) => asked.every(([slug, id]) => bySlug.get(slug) === id)
    const key = JSON.stringify([idPrefix, [...idAt], marks, source])
    return rendered.get(key, render, (made) => made.html.length, isStill).html
  })
  const outline = blocks.flatMap(({ id, kind, depth, text: words }) =>
    kind === 'heading' ? [{ id, depth, text: words }] : [],
  )
  return { html: html.join('\n'), outline }
}

/** Blocks that begin from one place of the text to another; they are in its order. */
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

/** Short enough that a section more does not pass the limit of what is read as Markdown. */
const CHUNK = MARKDOWN_MAX_CHARACTERS / 2
