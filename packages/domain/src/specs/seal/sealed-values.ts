import { personKind } from '../appendix/person-text.ts'
import type { RevisionRecord } from '../export/spec-record.ts'
import type { Spec } from '../spec.ts'
import type { SealedValue } from './hash-tree.ts'

/** The values of a spec by path, such as `/feedback/3/body`. */
export type SealedValues = ReadonlyMap<string, SealedValue>

/**
 * Format 2 also covers the blocks of each revision and the positions of comments, and format 3 also says who is a guest
 * or a token, and has the hashes of the appendix at the ends of reviews.
 */
export const SEAL_FORMAT = 3

export type SealedContent = {
  /** Format of the seal; that of new ones by default. */
  format?: number
  spec: Spec
  createdAt: string
  /** Names of the invited reviewers; absent for a reader who must not see them. */
  reviewers?: readonly string[] | undefined
  /** Hash of the names of blocks; absent in seals of format 1. */
  linksSha256?: string | undefined
  /** Oldest first; the last one has the current text. */
  revisions: readonly RevisionRecord[]
  /** Frozen content of the figures of all revisions. */
  figures: readonly { sha256: string; content: string }[]
  /** Revision and hash of the appendix of each review that resolved it; absent in seals of earlier formats. */
  seals?: readonly { round: number; revision: number; appendixSha256: string; at: string }[]
}

/**
 * Everything that a seal covers: the current text by passages, all revisions by their hashes, rounds, comments,
 * responses, people, outcome and frozen figures. Each text and each name has a path of its own, so that it can be
 * redacted without the rest; the numbers, times and kinds of one object share the path of the object. Absent, null and
 * empty values are equal, so that a property that a later version adds does not break an old seal.
 */
export function sealedValues({
  spec,
  createdAt,
  reviewers,
  linksSha256,
  revisions,
  figures,
  seals = [],
  format = SEAL_FORMAT,
}: SealedContent): SealedValues {
  const { kind, number, title, state, owner, coAuthors, baseRevision, rounds, feedback } = spec
  const { amendments, errata, outcome, ended } = spec
  const values = new Map<string, SealedValue>()
  collect({ values, hasKinds: format >= 3 }, '', {
    spec: { kind, number, title, state, owner, coAuthors, reviewers, createdAt, baseRevision, linksSha256 },
    text: passagesOf(revisions.at(-1)?.text ?? ''),
    revisions: byNumber(revisions.map(({ text: _, ...revision }) => revision)),
    rounds: byNumber(rounds),
    feedback: byNumber(feedback.map((one) => ({ ...one, responses: byNumber(one.responses) }))),
    ...{ amendments, errata: byNumber(errata), outcome, ended },
    figures: Object.fromEntries(figures.map(({ sha256, content }) => [sha256, { content }])),
    seals: format < 3 ? {} : Object.fromEntries(seals.map((seal) => [String(seal.round), seal])),
  })
  return values
}

/** The text as its passages, which are separated by empty lines; joined by `\n\n` they are the text again. */
export const passagesOf = (text: string): string[] => text.split('\n\n')

const byNumber = <T extends { number: number }>(list: readonly T[]) =>
  Object.fromEntries(list.map((one) => [String(one.number), one]))

/** Kinds, times and hashes, which stay when words are redacted. */
const FACTS = /^(?:kind|state|source|role|end|format|timeZone|block|at|\w+At|sha256|\w+Sha256)$/

type Collected = { values: Map<string, SealedValue>; hasKinds: boolean }

function collect(into: Collected, path: string, value: unknown): void {
  const { values, hasKinds } = into
  if (typeof value !== 'object' || value === null) return
  if (isPerson(value)) {
    values.set(path, value.name)
    const kind = hasKinds ? personKind(value) : null
    if (kind !== null) values.set(`${path}/kind`, kind)
    return
  }
  const facts: Record<string, SealedValue> = {}
  for (const [key, inner] of Object.entries(value)) {
    if (typeof inner === 'string' && (Array.isArray(value) || !FACTS.test(key))) values.set(`${path}/${key}`, inner)
    else if (isFact(inner)) facts[key] = inner
    else collect(into, `${path}/${key}`, inner)
  }
  if (Object.keys(facts).length > 0) values.set(path, facts)
}

/** People are sealed by name, without the keys of their accounts. */
const isPerson = (value: object): value is { name: string; key: string } =>
  'key' in value && 'name' in value && typeof value.name === 'string'

/** A string here is a kind, time or hash. A list of numbers and hashes is one fact. */
const isFact = (value: unknown): value is SealedValue =>
  typeof value === 'string' ||
  typeof value === 'number' ||
  typeof value === 'boolean' ||
  (Array.isArray(value) && value.length > 0 && value.every(isNumberOrHash))

const isNumberOrHash = (value: unknown) =>
  value === null || typeof value === 'number' || (typeof value === 'string' && /^[0-9a-f]{64}$/.test(value))
