import { z } from 'zod'
import { canonicalJson } from '../../json/canonical-json.ts'
import { withoutAccount } from '../appendix/person-text.ts'
import { Attachment, MAX_ATTACHMENTS } from '../attachments/attachment.ts'
import { Feedback } from '../feedback.ts'
import { formatOf, SealLink } from '../seal/seal-chain.ts'
import type { SealedContent } from '../seal/sealed-values.ts'
import { Amendment, Erratum, Outcome, PersonRef, Round, SPEC_KINDS, SPEC_STATES, type Spec } from '../spec.ts'

// The record in a spec file, from which another server can restore every revision, round, comment and response. It
// contains names of people but no other personal data.

const RecordRevision = z.object({
  number: z.int().min(1),
  title: z.string().max(200),
  note: z.string().max(500),
  author: z.string().max(200),
  madeAt: z.string().max(40),
  state: z.enum(SPEC_STATES),
  baseRevision: z.int().nullable(),
  sha256: z.string().length(64),
  /** Hash of the frozen content of each figure of the text. */
  figures: z.array(z.string().length(64).nullable()).max(1_000).default([]),
  /** The files that the text shows or links, by their hashes. */
  attachments: z.array(Attachment).max(MAX_ATTACHMENTS).default([]),
  /** Hashes of its blocks and of the positions of comments on it; absent in records of seals of format 1. */
  blocksSha256: z.string().length(64).optional(),
  positionsSha256: z.string().length(64).optional(),
  /** Ranges of the pooled lines: first line and count. */
  lines: z.array(z.tuple([z.int().min(0), z.int().min(1)])).max(200_000),
})

/**
 * Version of the readable part of a Markdown file, which `spec verify` renders again and compares. It is raised with
 * each change of that rendering, so that files of earlier servers are not taken for changed ones.
 */
export const RENDERING = 2

export const SpecRecord = z.object({
  format: z.literal(1),
  /** Version of the rendering of the Markdown file around the record; absent in files of earlier servers. */
  rendering: z.int().optional(),
  name: z.string().max(20),
  kind: z.enum(SPEC_KINDS),
  number: z.int().min(1),
  state: z.enum(SPEC_STATES),
  title: z.string().max(200),
  owner: z.string().max(200),
  coAuthors: z.array(z.string().max(200)).max(200),
  organization: z.string().max(200),
  project: z.string().max(200),
  createdAt: z.string().max(40),
  updatedAt: z.string().max(40),
  /** The revision whose text is the file. */
  shown: z.int().min(1),
  baseRevision: z.int().nullable(),
  lines: z.array(z.string()).max(1_000_000),
  revisions: z.array(RecordRevision).min(1).max(10_000),
  rounds: z.array(Round).max(1_000),
  feedback: z.array(Feedback).max(100_000),
  amendments: z.array(Amendment).max(10_000),
  errata: z.array(Erratum).max(10_000).default([]),
  outcome: Outcome.nullable(),
  ended: z.object({ reason: z.string(), successor: z.string().nullable(), by: PersonRef, at: z.string() }).nullable(),
  seals: z
    .array(z.object({ round: z.int(), revision: z.int(), appendixSha256: z.string().length(64), at: z.string() }))
    .max(1_000),
  figures: z.array(z.object({ sha256: z.string().length(64), content: z.string() })).max(1_000),
  /** Attachments with their content in base64. */
  files: z
    .array(Attachment.extend({ content: z.base64() }))
    .max(10_000)
    .default([]),
  /** Hash of the names of blocks, by which permanent links find them; absent in records of seals of format 1. */
  linksSha256: z.string().length(64).optional(),
  /** Names of the invited reviewers; absent in the files of people who do not see them. */
  reviewers: z.array(z.string().max(200)).max(10_000).optional(),
  /** Seals and later actions. Values that the rest of the record contains are left out. */
  chain: z.array(SealLink).max(100_000).default([]),
})
export type SpecRecord = z.infer<typeof SpecRecord>

export type RevisionRecord = Omit<z.infer<typeof RecordRevision>, 'lines'> & { text: string }

export type RecordOf = Pick<
  SpecRecord,
  | 'name'
  | 'organization'
  | 'project'
  | 'createdAt'
  | 'updatedAt'
  | 'shown'
  | 'seals'
  | 'figures'
  | 'files'
  | 'reviewers'
  | 'linksSha256'
  | 'chain'
> & { spec: Spec; revisions: readonly RevisionRecord[] }

export function recordOf({ spec, revisions, ...about }: RecordOf): SpecRecord {
  const { kind, number, state, title, owner, coAuthors, baseRevision } = spec
  const { lines, texts } = poolLines(revisions.map(({ text }) => text))
  return withoutKeys({
    format: 1,
    rendering: RENDERING,
    ...about,
    ...{ kind, number, state, title, baseRevision, lines },
    owner: owner.name,
    coAuthors: coAuthors.map(({ name }) => name),
    revisions: revisions.map(({ text: _, ...revision }, at) => ({ ...revision, lines: texts[at] ?? [] })),
    rounds: [...spec.rounds],
    feedback: [...spec.feedback],
    amendments: [...spec.amendments],
    errata: [...spec.errata],
    outcome: spec.outcome,
    ended: spec.ended,
  })
}

/** The texts of all revisions, oldest first. */
export const textsOf = ({ lines, revisions }: SpecRecord): RevisionRecord[] =>
  revisions.map(({ lines: runs, ...revision }) => ({
    ...revision,
    text: runs.flatMap(([from, count]) => lines.slice(from, from + count)).join('\n'),
  }))

/** The spec of a record. Keys of people are replaced by their names, because they have no accounts on this server. */
export const specOf = (record: SpecRecord): Spec => {
  const { kind, number, title, state, owner, coAuthors, baseRevision, rounds, feedback } = withoutKeys(record)
  const { amendments, errata, outcome, ended } = withoutKeys(record)
  return {
    ...{ kind, number, title, state, baseRevision, rounds, feedback, amendments, errata, outcome, ended },
    owner: named(owner),
    coAuthors: coAuthors.map(named),
    revision: record.revisions.at(-1)?.number ?? 1,
    parent: null,
    readers: [],
  }
}

/** The content of a seal as the record has it. */
export const sealedContentOf = (record: SpecRecord): SealedContent => ({
  spec: specOf(record),
  createdAt: record.createdAt,
  reviewers: record.reviewers,
  linksSha256: record.linksSha256,
  revisions: textsOf(record),
  figures: record.figures,
  seals: record.seals,
  format: formatOf(record.chain),
})

const named = (name: string): PersonRef => ({ key: `name:${name}`, name })

/** Removes account keys of people everywhere but keeps their names, and that they are guests or tokens. */
function withoutKeys<T>(value: T): T {
  return plain(value) as T
}

function plain(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plain)
  if (value === null || typeof value !== 'object') return value
  if ('key' in value && 'name' in value && typeof value.name === 'string') {
    return withoutAccount({ key: String(value.key), name: value.name })
  }
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, plain(inner)]))
}

/** Stores each distinct line once, and each text as runs of lines, because revisions share most of their lines. */
export function poolLines(texts: readonly string[]): { lines: string[]; texts: [number, number][][] } {
  const lines: string[] = []
  const positions = new Map<string, number>()
  const runs = texts.map((text) => {
    const out: [number, number][] = []
    for (const line of text.split('\n')) {
      const last = out.at(-1)
      const following = last === undefined ? -1 : last[0] + last[1]
      if (last !== undefined && lines[following] === line) {
        last[1]++
        continue
      }
      let position = positions.get(line)
      if (position === undefined) {
        position = lines.push(line) - 1
        positions.set(line, position)
      }
      if (last !== undefined && position === following) last[1]++
      else out.push([position, 1])
    }
    return out
  })
  return { lines, texts: runs }
}

/** The record as text for files, escaped so that no content can end the comment or element around it. */
export const recordText = (record: SpecRecord): string =>
  canonicalJson(record).replaceAll('<', '\\u003c').replaceAll('>', '\\u003e')
