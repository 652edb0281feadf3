import { LruCache } from '../../lru-cache.ts'
import { type MarkdownNode, parseMarkdown } from '../../publish/markdown/parse-markdown.ts'
import type { Block, RawBlock } from './block.ts'

const CHUNK_CHARACTERS = 60_000

/** The blocks of a Markdown text in document order. */
export function blocksOf(text: string): RawBlock[] {
  return chunksOf(text, CHUNK_CHARACTERS).flatMap(({ from, source }) =>
    partsRead
      .get(source, () => blocksOfPart(source), weightOf)
      .map((block) => ({ ...block, start: from + block.start, end: from + block.end })),
  )
}

/** Cache of parsed sections, because a new revision of a long text changes only a few of them. */
const partsRead = new LruCache<readonly RawBlock[]>(8_000_000)
const weightOf = (blocks: readonly RawBlock[]) => blocks.reduce((sum, { text }) => sum + text.length + 100, 0)

function blocksOfPart(source: string): RawBlock[] {
  const blocks: RawBlock[] = []
  collect(parseMarkdown(source), 'paragraph', null, blocks)
  return blocks
}

/**
 * Splits a text into chunks that are parsed separately, because the time of a Markdown parser grows faster than its
 * text and unchanged chunks are cached. Chunks begin at headings outside of fences. A text with reference links,
 * footnotes or comments, whose lines depend on each other, is split only if it is longer than `most` characters.
 */
export function chunksOf(text: string, max: number): { from: number; source: string }[] {
  return cut(text, FAR_REACHING.test(text) ? max : Math.min(max, SECTION_CHARACTERS))
}

const SECTION_CHARACTERS = 4_000
const FAR_REACHING = /^[ \t>*+-]*\[[^\]\n]+\]:|<!|<\?|<(?:pre|script|style|textarea)\b/im

/** Length from which a section without a heading is split at a paragraph; a parser has limits, see markdown-limits.ts. */
const LONG_CHARACTERS = 40_000

function cut(text: string, max: number): { from: number; source: string }[] {
  if (text.length <= max) return [{ from: 0, source: text }]
  const starts = [0]
  let fence: string | null = null
  let heading: number | null = null
  let isAfterEmpty = false
  let at = 0
  for (const line of text.split('\n')) {
    const last = starts.at(-1) ?? 0
    const mark = /^ {0,3}(`{3,}|~{3,}|\${2,})/.exec(line)?.[1]
    if (mark !== undefined) {
      if (fence === null) fence = mark
      else if (mark.startsWith(fence) && line.trim() === mark) fence = null
    } else if (fence === null && /^#{1,6}\s/.test(line)) {
      if (at - last > max && heading !== null && heading > last) starts.push(heading)
      heading = at
    } else if (fence === null && isAfterEmpty && at - last > Math.max(max, LONG_CHARACTERS) && /^\p{L}/u.test(line)) {
      // A letter at the start of a line after an empty one begins a paragraph outside of lists and quotes.
      starts.push(at)
    }
    isAfterEmpty = line.trim() === ''
    at += line.length + 1
  }
  const last = starts.at(-1) ?? 0
  if (text.length - last > max && heading !== null && heading > last) starts.push(heading)
  return starts.map((from, i) => ({ from, source: text.slice(from, starts[i + 1]) }))
}

function collect(node: MarkdownNode, kind: Block['kind'], start: number | null, into: RawBlock[]): void {
  const push = (of: Block['kind'], text: string, depth = 0) => {
    const [begin, end] = [start ?? node.position?.start.offset ?? 0, node.position?.end.offset ?? 0]
    into.push({ kind: of, depth, start: begin, end, text: normalize(text) })
  }
  switch (node.type) {
    case 'heading':
      push('heading', plainText(node), node.depth ?? 1)
      return
    case 'paragraph':
      push(kind, plainText(node))
      return
    case 'tableRow':
      push('row', (node.children ?? []).map(plainText).join(' '))
      return
    case 'code':
      push(node.lang === 'assay' ? 'figure' : 'code', node.value ?? '')
      return
    case 'math':
      push('math', node.value ?? '')
      return
    case 'listItem': {
      // Tight list items have no paragraph on the page, so the first one starts where the item starts.
      const [first, ...rest] = node.children ?? []
      const begin = node.position?.start.offset ?? null
      if (first !== undefined) collect(first, 'item', first.type === 'paragraph' ? begin : null, into)
      for (const child of rest) collect(child, 'item', null, into)
      return
    }
    case 'definition':
    case 'html':
    case 'thematicBreak':
      return
    default:
      for (const child of node.children ?? []) collect(child, 'paragraph', null, into)
  }
}

function plainText(node: MarkdownNode): string {
  if (node.type === 'html' || node.type === 'footnoteReference') return ''
  if (node.type === 'break') return ' '
  if (node.type === 'image' || node.type === 'imageReference') return node.alt ?? ''
  return node.value ?? (node.children ?? []).map(plainText).join('')
}

export const normalize = (text: string): string => text.replaceAll(/\s+/g, ' ').trim()

/** The headings above a block, outermost first. */
export function headingsAbove(blocks: readonly Block[], id: string | null): Block[] {
  const path: Block[] = []
  for (const block of blocks) {
    if (block.id === id && block.kind !== 'heading') return path
    if (block.kind === 'heading') {
      while ((path.at(-1)?.depth ?? 0) >= block.depth) path.pop()
      path.push(block)
    }
    if (block.id === id) return path
  }
  return []
}
