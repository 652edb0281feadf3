import { err, ok, type Result } from '../../result.ts'
import { identifyBlocks } from '../anchor/align-blocks.ts'
import { anchorIn } from '../anchor/anchor-in.ts'
import type { Block } from '../anchor/block.ts'
import { quotesOf } from '../anchor/quoted-segments.ts'
import { type Placement, placementOf, reAnchor } from '../anchor/re-anchor.ts'
import { type Feedback, followedAnchor } from '../feedback.ts'
import type { Anchor, Spec } from '../spec.ts'
import { SpecText } from '../spec-content.ts'
import { type RevisionRecord, type SpecRecord, specOf, textsOf } from './spec-record.ts'

export type RestoredRevision = RevisionRecord & { blocks: Block[] }

export type RestoredSpec = {
  spec: Spec
  /** Oldest first. */
  revisions: RestoredRevision[]
  nextBlock: number
  placements: { feedback: number; revision: number; placement: Placement }[]
}

const DETACHED: Placement = { state: 'detached', block: null, start: 0, end: 0 }

/**
 * Restores a spec from its record, with its blocks and the original positions of its comments.
 *
 * @returns an error when the record contradicts itself or was edited.
 */
export function restoreRecord(record: SpecRecord, sha256Of: (text: string) => string): Result<RestoredSpec, string> {
  if (sizeOf(record) > MAX_CHARACTERS) return err('The revisions of the file are longer than we can read at once.')
  const texts = textsOf(record)
  const problem = problemOf(record, texts, sha256Of)
  if (problem !== null) return err(problem)
  const spec = specOf(record)
  const revisions: RestoredRevision[] = []
  const placements: RestoredSpec['placements'] = []
  let placed = new Map<number, Placement>()
  let [before, nextBlock]: [Block[], number] = [[], 1]
  for (const [at, text] of texts.entries()) {
    const { blocks, alignment, next } = identifyBlocks(before, text.text, nextBlock)
    const known = spec.feedback.filter(({ number }) => placed.has(number))
    const moved = reAnchor(
      { before, after: blocks, alignment },
      known.map((one) => ({ anchor: followedAnchor(one), placement: placed.get(one.number) ?? DETACHED })),
    )
    const following = new Map(known.map(({ number }, i) => [number, moved[i] ?? DETACHED]))
    for (const feedback of spec.feedback) {
      const isNew = at === 0 ? feedback.revision <= text.number : feedback.revision === text.number
      if (isNew) following.set(feedback.number, startOf(feedback.anchor, blocks))
      const byHand = handOf(feedback, text.number)
      if (byHand !== null) following.set(feedback.number, byHand)
    }
    placed = following
    for (const [feedback, placement] of placed) placements.push({ feedback, revision: text.number, placement })
    revisions.push({ ...text, blocks })
    before = blocks
    nextBlock = next
  }
  return ok({ spec, revisions, nextBlock, placements })
}

/** Maximum total length of all revisions, in characters. */
const MAX_CHARACTERS = 20_000_000

/** Length of all texts, computed before they are built, because short line ranges can expand to long texts. */
function sizeOf({ lines, revisions }: SpecRecord): number {
  const upTo = [0]
  for (const line of lines) upTo.push((upTo.at(-1) ?? 0) + line.length + 1)
  const end = (index: number) => upTo[Math.min(index, lines.length)] ?? 0
  let size = 0
  for (const { lines: runs } of revisions) for (const [from, count] of runs) size += end(from + count) - end(from)
  return size
}

/**
 * Placement on the quoted words if this text has them at that position. Blocks are numbered again and mostly get the
 * same ids.
 */
function startOf(anchor: Anchor, blocks: readonly Block[]): Placement {
  if (anchor.kind === 'whole') return placementOf(anchor)
  const block = blocks.find(({ id }) => id === anchor.block)
  const isThere =
    block !== undefined && (anchor.quote === '' || block.text.slice(anchor.start, anchor.end) === quotesOf(anchor)[0])
  if (isThere && anchor.end <= block.text.length) return placementOf(anchor)
  const found = anchorIn(blocks, anchor)
  return found === null ? DETACHED : placementOf(found)
}

function handOf({ placed }: Feedback, revision: number): Placement | null {
  return placed === undefined || placed.revision !== revision ? null : { ...placementOf(placed.anchor), state: 'moved' }
}

function problemOf(
  record: SpecRecord,
  texts: readonly RevisionRecord[],
  sha256Of: (text: string) => string,
): string | null {
  const broken = brokenValue(record, '')
  if (broken !== null) return `The record has a value that cannot be stored, at ${broken}.`
  const first = texts[0]?.number ?? 1
  for (const [at, { number, text, sha256 }] of texts.entries()) {
    if (number !== first + at) return `The record has no revision ${first + at}.`
    if (SpecText.safeParse(text).data !== text || sha256Of(text) !== sha256) {
      return `Revision ${number} of the record does not match its hash.`
    }
  }
  const last = first + texts.length - 1
  if (record.shown < first || record.shown > last) return `The record has no revision ${record.shown}.`
  for (const [at, { number, revision, responses, round }] of record.feedback.entries()) {
    if (number !== at + 1) return `The record has no comment F-${at + 1}.`
    if (revision < 1 || revision > last) return `F-${number} is on a revision that is missing.`
    if (round !== null && (round < 1 || round > record.rounds.length))
      return `F-${number} is of a round that is missing.`
    if (responses.some((response, i) => response.number !== i + 1)) return `A response to F-${number} is missing.`
  }
  const round = record.rounds.findIndex(({ number }, at) => number !== at + 1)
  return round < 0 ? null : `The record has no round ${round + 1}.`
}

const IS_TIME = /^(?:at|\w+At)$/
const ISO = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:\d\d)$/

/**
 * Path of the first value that the database, the calendar or a page would refuse, such as malformed characters or an
 * invalid time.
 */
function brokenValue(value: unknown, path: string): string | null {
  if (typeof value === 'string') return !value.isWellFormed() || value.includes('\u0000') ? path : null
  if (typeof value !== 'object' || value === null) return null
  for (const [key, inner] of Object.entries(value)) {
    const here = `${path}/${key}`
    if (IS_TIME.test(key) && typeof inner === 'string' && !(ISO.test(inner) && !Number.isNaN(Date.parse(inner))))
      return here
    const broken = brokenValue(inner, here)
    if (broken !== null) return broken
  }
  return null
}
