import { segmentsOf } from '@assay/domain/specs/anchor/quoted-segments'
import type { Placement } from '@assay/domain/specs/anchor/re-anchor'
import { type Feedback, feedbackName } from '@assay/domain/specs/feedback'
import { inDocumentOrder } from '@assay/domain/specs/meeting/agenda'
import { minutesToRead, sectionOf } from '@assay/domain/specs/text/outline'
import type { SpecPage } from '../../trpc/api-types.ts'
import type { CommentedWords } from './commented-words.tsx'

export type ShownFeedback = {
  /** The position of each comment in the shown revision, by its number. */
  placements: ReadonlyMap<number, Placement>
  /** Comments up to the shown revision, in the order of the text. */
  ordered: Feedback[]
  /** Names of the comments on each block, for the marks in the text. */
  marks: ReadonlyMap<string, readonly string[]>
  /** The words that comments are about. */
  words: CommentedWords[]
}

/** Prepares the comments for the page of a spec at the shown revision. */
export function prepareFeedback({ spec, revision, placements: placed }: SpecPage): ShownFeedback {
  const placements = new Map(placed.map(({ feedback, placement }) => [feedback, placement]))
  const made = spec.feedback.filter((feedback) => feedback.revision <= revision.number)
  const byBlock = Map.groupBy(
    made.filter(({ number }) => placements.get(number)?.state !== 'detached'),
    ({ number }) => placements.get(number)?.block ?? '',
  )
  return {
    placements,
    ordered: inDocumentOrder(made, placements, revision.blocks),
    words: made.flatMap(({ number, anchor: { kind } }) => {
      const placement = placements.get(number)
      return kind !== 'range' || placement === undefined ? [] : wordsOf(number, placement, revision.blocks)
    }),
    marks: new Map([...byBlock].map(([block, list]) => [block, list.map(({ number }) => feedbackName(number))])),
  }
}

const wordsOf = (comment: number, placement: Placement, blocks: SpecPage['revision']['blocks']): CommentedWords[] =>
  segmentsOf(placement).map(({ block, start, end }) => {
    const words = blocks.find(({ id }) => id === block)?.text.slice(start, end) ?? ''
    return { comment, block, start, end, words }
  })

/** The time to read a spec, and the number of sections on which the reader commented. */
export type SectionsOfSpec = { minutes: number; commented: number; storageKey: string }

export function sectionsOf({ id, spec, revision, placements, me }: ReadPage): SectionsOfSpec {
  const own = new Set(spec.feedback.filter(({ giver }) => giver.key === me).map(({ number }) => number))
  const sections = placements.flatMap(({ feedback, placement: { block } }) =>
    own.has(feedback) && block !== null ? [sectionOf(revision.blocks, block)] : [],
  )
  return {
    minutes: minutesToRead(revision.blocks),
    commented: new Set(sections.filter((section) => section !== null)).size,
    storageKey: id,
  }
}

type ReadPage = Pick<SpecPage, 'id' | 'revision' | 'placements' | 'me'> & { spec: Pick<SpecPage['spec'], 'feedback'> }
