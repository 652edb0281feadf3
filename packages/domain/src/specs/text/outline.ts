import type { Outline } from '../../publish/markdown/render-spec.ts'
import type { Block } from '../anchor/block.ts'

/** Words in a minute of a technical text; studies of silent reading have 238 for easier prose (Brysbaert 2019). */
const WORDS_PER_MINUTE = 220

/** The time to read a text, in whole minutes and at least one. */
export function minutesToRead(blocks: readonly Pick<Block, 'kind' | 'text'>[]): number {
  const words = blocks.reduce(
    (sum, { kind, text }) => sum + (kind === 'figure' ? 0 : (text.match(/\S+/g)?.length ?? 0)),
    0,
  )
  return Math.max(1, Math.round(words / WORDS_PER_MINUTE))
}

/**
 * The number of each heading, such as `2.1`. Empty for a text of which a heading begins with a number already, because
 * its author numbers the sections.
 */
export function sectionNumbers(outline: Outline): string[] {
  if (outline.some(({ text }) => /^\d/.test(text))) return []
  const counts: number[] = []
  return outline.map(({ depth }) => {
    while (counts.length < depth) counts.push(0)
    counts.length = depth
    counts[depth - 1] = (counts[depth - 1] ?? 0) + 1
    return counts.join('.')
  })
}

/** The heading of the section that a block is in; null before the first heading. */
export function sectionOf(blocks: readonly Pick<Block, 'id' | 'kind'>[], block: string): string | null {
  const at = blocks.findIndex(({ id }) => id === block)
  return at < 0 ? null : (blocks.slice(0, at + 1).findLast(({ kind }) => kind === 'heading')?.id ?? null)
}
