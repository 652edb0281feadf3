import type { Placement } from '../anchor/re-anchor.ts'
import { type Feedback, statusOf } from '../feedback.ts'
import type { Spec } from '../spec.ts'

/** Placement of each feedback on the shown revision, by its number. */
export type Placements = ReadonlyMap<number, Placement>

/**
 * The agenda of a meeting: all open feedback in the order of the text. Detached feedback comes first, so that it is not
 * forgotten, and feedback on the whole spec comes last.
 */
export function agendaOf(spec: Spec, placements: Placements, blocks: readonly { id: string }[]): Feedback[] {
  return inDocumentOrder(
    spec.feedback.filter((feedback) => statusOf(feedback) === 'open'),
    placements,
    blocks,
  )
}

export function inDocumentOrder(
  feedback: readonly Feedback[],
  placements: Placements,
  blocks: readonly { id: string }[],
): Feedback[] {
  const order = new Map(blocks.map(({ id }, at) => [id, at]))
  const positionOf = ({ number, anchor }: Feedback): [number, number] => {
    if (anchor.kind === 'whole') return [blocks.length, 0]
    const placement = placements.get(number)
    const at = placement?.block == null ? undefined : order.get(placement.block)
    return placement === undefined || placement.state === 'detached' || at === undefined
      ? [-1, 0]
      : [at, placement.start]
  }
  return feedback
    .map((one) => ({ one, position: positionOf(one) }))
    .sort((a, b) => a.position[0] - b.position[0] || a.position[1] - b.position[1] || a.one.number - b.one.number)
    .map(({ one }) => one)
}
