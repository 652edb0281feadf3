import GithubSlugger from 'github-slugger'
import type { Block } from '../anchor/block.ts'
import { chunksOf } from '../anchor/blocks.ts'
import { MARKDOWN_MAX_CHARACTERS } from './markdown-limits.ts'
import { renderMarkdown } from './render-markdown.ts'

/** What headings are called in links, in their order: the names that GitHub gives them, with a number where one repeats. */
export function headingSlugs(blocks: readonly Pick<Block, 'id' | 'kind' | 'text'>[]): Map<string, string> {
  const slugger = new GithubSlugger()
  return new Map(blocks.filter(({ kind }) => kind === 'heading').map(({ id, text }) => [slugger.slug(text), id]))
}

export type Outline = { id: string; depth: number; text: string }[]

/** A text of any length with the ids of its blocks, so that links and feedback find them. */
export function renderSpec(
  text: string,
  blocks: readonly Block[],
  feedback: ReadonlyMap<string, readonly string[]> = new Map(),
): { html: string; outline: Outline } {
  const bySlug = headingSlugs(blocks)
  const starts = new Map(blocks.map(({ id, start }) => [start, id]))
  const html = chunksOf(text, CHUNK).map(({ from, source }, at) => {
    const inside = [...starts].filter(([start]) => start >= from && start < from + source.length)
    const idAt = new Map(inside.map(([start, id]) => [start - from, id]))
    const idPrefix = at === 0 ? 'text-' : `text${at}-`
    return renderMarkdown(source, { idPrefix, blocks: { idAt, bySlug, feedback } }).html
  })
  const outline = blocks.flatMap(({ id, kind, depth, text: words }) =>
    kind === 'heading' ? [{ id, depth, text: words }] : [],
  )
  return { html: html.join('\n'), outline }
}

/** Short enough that a section more does not pass the limit of what is read as Markdown. */
const CHUNK = MARKDOWN_MAX_CHARACTERS / 2
