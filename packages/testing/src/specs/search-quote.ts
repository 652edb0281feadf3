import type { Block } from '@assay/domain/specs/anchor/block'
import { quotesOf } from '@assay/domain/specs/anchor/quoted-segments'
import type { Placement } from '@assay/domain/specs/anchor/re-anchor'
import type { Anchor } from '@assay/domain/specs/spec'

const LOST: Placement = { state: 'detached', block: null, start: 0, end: 0 }

/** The occurrence of a quote (of its first paragraph) with the most context: how tools without revisions place comments, for comparison. */
export function searchQuote(blocks: readonly Block[], { prefix, suffix, ...anchor }: Anchor): Placement {
  const [quote = ''] = quotesOf(anchor)
  let best: { placement: Placement; score: number } | null = null
  for (const { id, text } of blocks) {
    for (let start = text.indexOf(quote); start >= 0; start = text.indexOf(quote, start + 1)) {
      const end = start + quote.length
      const score = commonSuffix(prefix, text.slice(0, start)) + commonPrefix(suffix, text.slice(end))
      if (best === null || score > best.score) best = { placement: { state: 'exact', block: id, start, end }, score }
    }
  }
  return best?.placement ?? LOST
}

function commonPrefix(a: string, b: string): number {
  let length = 0
  while (length < a.length && a[length] === b[length]) length++
  return length
}

function commonSuffix(a: string, b: string): number {
  let length = 0
  while (length < a.length && a.at(-1 - length) === b.at(-1 - length)) length++
  return length
}
