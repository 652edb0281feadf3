import type { Block } from './anchor/block.ts'
import { segmentsOf } from './anchor/quoted-segments.ts'
import type { Placement } from './anchor/re-anchor.ts'

/** A revision with the placement of one comment on it. */
export type PlacedRevision = { number: number; blocks: readonly Block[]; placement: Placement | null }

/**
 * Numbers of the revisions that change the text that a comment is about, compared with the revision before each.
 *
 * @param revisions consecutive revisions, beginning with the one that the comment was made on
 */
export function revisionsThatChange(revisions: readonly PlacedRevision[]): number[] {
  return revisions.flatMap((revision, at) => {
    const before = revisions[at - 1]
    return before !== undefined && textAt(before) !== textAt(revision) ? [revision.number] : []
  })
}

/** The text of the blocks on which the comment is placed; null when its text was removed. */
function textAt({ blocks, placement }: PlacedRevision): string | null {
  if (placement === null || placement.state === 'detached') return null
  if (placement.block === null) return blocks.map(({ text }) => text).join('\n')
  const about = new Set(segmentsOf(placement).map(({ block }) => block))
  const texts = blocks.flatMap(({ id, text }) => (about.has(id) ? [text] : []))
  return texts.length === 0 ? null : texts.join('\n')
}
