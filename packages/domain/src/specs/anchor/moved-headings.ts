import type { RawBlock } from './block.ts'

/**
 * Pairs of a heading that no rule of words matched with a new heading above the same blocks: it was renamed, and its
 * section changed places. The first two blocks of the section must have moved together, or its only one.
 *
 * @param free indexes of the blocks without a match
 */
export function movedHeadings(
  before: readonly RawBlock[],
  after: readonly RawBlock[],
  free: { left: readonly number[]; right: readonly number[] },
  pairs: readonly { before: number; after: number }[],
): { before: number; after: number }[] {
  const partner = new Map(pairs.map((pair) => [pair.before, pair.after]))
  const isFree = new Set(free.right)
  return free.left.flatMap((i) => {
    const next = partner.get(i + 1)
    if (before[i]?.kind !== 'heading' || next === undefined || isHeading(before[i + 1])) return []
    const j = next - 1
    const isAlone = before[i + 2] === undefined || isHeading(before[i + 2])
    const isTogether = isAlone || partner.get(i + 2) === next + 1
    return isTogether && isFree.has(j) && isHeading(after[j]) ? [{ before: i, after: j }] : []
  })
}

const isHeading = (block: RawBlock | undefined): boolean => block?.kind === 'heading'
