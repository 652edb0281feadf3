import type { Anchor, Segment } from '../spec.ts'
import type { Placement } from './re-anchor.ts'

/** Separates the words of several blocks in a quote; the text of a block has single spaces only. */
export const BLOCK_SEPARATOR = '\n\n'

/** Maximum letters between two ranges that become one, when their blocks were joined. */
const MAX_GAP_CHARACTERS = 60

/** The quoted words of each block of a selection. */
export const quotesOf = ({ quote }: Pick<Anchor, 'quote'>): string[] => quote.split(BLOCK_SEPARATOR)

/** The ranges of a placement, in the order of the text; none for the whole spec and for removed text. */
export function segmentsOf({ state, block, start, end, rest = [] }: Placement): Segment[] {
  return state === 'detached' || block === null ? [] : [{ block, start, end }, ...rest]
}

const SEVERITY = ['exact', 'adjusted', 'moved', 'detached'] as const

export const worse = (a: Placement['state'], b: Placement['state']) =>
  SEVERITY.indexOf(a) >= SEVERITY.indexOf(b) ? a : b

/**
 * The longest sequence of ranges that follow each other; null when none is left.
 *
 * @param order index of each block in the text
 */
export function joinSegments(placed: readonly Placement[], order: ReadonlyMap<string, number>): Placement | null {
  const chains: Placement[][] = []
  for (const one of placed) {
    if (one.state === 'detached' || one.block === null) continue
    const last = chains.at(-1)?.at(-1)
    if (last !== undefined && follows(last, one, order)) chains.at(-1)?.push(one)
    else chains.push([one])
  }
  const size = (chain: readonly Placement[]) => chain.reduce((sum, { start, end }) => sum + end - start, 0)
  const best = chains.toSorted((a, b) => size(b) - size(a))[0]
  if (best === undefined) return null
  const complete: Placement['state'] = best.length === placed.length ? 'exact' : 'adjusted'
  const state = best.reduce<Placement['state']>((worst, one) => worse(worst, one.state), complete)
  const [first, ...rest] = merged(best)
  if (first === undefined) return null
  return { state, ...first, ...(rest.length === 0 ? {} : { rest }) }
}

function follows(last: Placement, next: Placement, order: ReadonlyMap<string, number>): boolean {
  if (last.block === next.block) return next.start >= last.end && next.start - last.end <= MAX_GAP_CHARACTERS
  const distance = (order.get(next.block ?? '') ?? -1) - (order.get(last.block ?? '') ?? -1)
  // A paragraph that was inserted between them does not separate them.
  return distance === 1 || distance === 2
}

/** Ranges of one block become one range. */
function merged(chain: readonly Placement[]): Segment[] {
  const segments: Segment[] = []
  for (const { block, start, end } of chain) {
    const last = segments.at(-1)
    if (last?.block === block) segments.splice(-1, 1, { ...last, end })
    else segments.push({ block: block ?? '', start, end })
  }
  return segments
}
