import type { Anchor } from '../spec.ts'
import type { Block } from './block.ts'
import { headingsAbove } from './blocks.ts'
import { BLOCK_SEPARATOR, quotesOf } from './quoted-segments.ts'

/** Length of the stored text before and after a quote. */
const CONTEXT = 32

type Requested = Pick<Anchor, 'kind' | 'block' | 'quote' | 'prefix' | 'suffix'> & {
  rest?: readonly { block: string; quote?: string }[] | undefined
  part?: string | undefined
}

/** The anchor of a selection; null if a block lacks its selected words, or if the blocks do not follow each other. */
export function anchorIn(blocks: readonly Block[], { rest = [], part, ...requested }: Requested): Anchor | null {
  // A stored anchor has the words of all blocks in its quote.
  const [quote = '', ...quotes] = rest.length === 0 ? [requested.quote] : quotesOf(requested)
  const first = anchorInBlock(blocks, { ...requested, quote })
  if (first?.kind === 'figure' && part !== undefined) return { ...first, part }
  if (first === null || rest.length === 0) return first
  if (first.kind !== 'range') return null
  const parts = rest.map(({ block, quote: own }, at) => {
    const words = own ?? quotes[at] ?? ''
    // The words of the following blocks begin with their block.
    const found = anchorInBlock(blocks, { kind: 'range', block, quote: words, prefix: '', suffix: '' })
    const text = blocks.find(({ id }) => id === block)?.text ?? ''
    return found?.kind === 'block' && text.startsWith(words) && words !== ''
      ? { ...found, kind: 'range' as const, start: 0, end: words.length, quote: words }
      : found
  })
  const all = [first, ...parts].flatMap((one) => (one?.kind === 'range' && one.block !== null ? [one] : []))
  const order = all.map(({ block }) => blocks.findIndex(({ id }) => id === block))
  if (all.length !== rest.length + 1 || order.some((at, n) => n > 0 && at <= (order[n - 1] ?? at))) return null
  return {
    ...first,
    quote: all.map((one) => one.quote).join(BLOCK_SEPARATOR),
    suffix: all.at(-1)?.suffix ?? '',
    rest: all.slice(1).map(({ block, start, end }) => ({ block: block ?? '', start, end })),
  }
}

/**
 * The anchor of a quote in a block with its context; an anchor on the whole block if the context does not decide
 * between several occurrences; null if the block lacks the quote.
 */
function anchorInBlock(
  blocks: readonly Block[],
  requested: Pick<Anchor, 'kind' | 'block' | 'quote' | 'prefix' | 'suffix'>,
): Anchor | null {
  const block = blocks.find(({ id }) => id === requested.block)
  if (requested.kind === 'whole' || block === undefined) return null
  const headings = headingsAbove(blocks, block.id).map(({ text }) => text)
  const make = (start: number, end: number): Anchor => ({
    kind: requested.kind,
    block: block.id,
    start,
    end,
    quote: block.text.slice(start, end),
    prefix: block.text.slice(Math.max(0, start - CONTEXT), start),
    suffix: block.text.slice(end, end + CONTEXT),
    headings,
  })
  if (
    requested.quote === '' ||
    requested.kind === 'heading' ||
    requested.kind === 'block' ||
    requested.kind === 'figure'
  ) {
    return make(0, block.text.length)
  }
  const positions: number[] = []
  for (let at = block.text.indexOf(requested.quote); at >= 0; at = block.text.indexOf(requested.quote, at + 1))
    positions.push(at)
  const score = (at: number) => {
    const [left, right] = [block.text.slice(0, at), block.text.slice(at + requested.quote.length)]
    return (
      Number(left.trimEnd().endsWith(requested.prefix.trim())) +
      Number(right.trimStart().startsWith(requested.suffix.trim()))
    )
  }
  const best = positions.filter((at) => positions.every((other) => other === at || score(at) > score(other)))
  const [start] = best
  if (start !== undefined) return make(start, start + requested.quote.length)
  return positions.length === 0 ? null : { ...make(0, block.text.length), kind: 'block' }
}
