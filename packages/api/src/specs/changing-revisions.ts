import type { HeldSpec } from '@assay/db/types'
import type { Feedback } from '@assay/domain/specs/feedback'
import { type PlacedRevision, revisionsThatChange } from '@assay/domain/specs/find-carrying-revision'

/** Revisions after a comment, up to `last`, that change the text that it is about. */
export async function changingRevisions(
  stored: Pick<HeldSpec, 'revision' | 'placements'>,
  { number, revision: first }: Pick<Feedback, 'number' | 'revision'>,
  last: number,
): Promise<number[]> {
  const revisions: PlacedRevision[] = []
  for (let of = first; of <= last; of++) {
    const [text, placements] = [await stored.revision(of), await stored.placements(of)]
    revisions.push({ number: of, blocks: text?.blocks ?? [], placement: placements.get(number) ?? null })
  }
  return revisionsThatChange(revisions)
}
