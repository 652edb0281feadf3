import type { Result } from '@assay/domain/result'
import type { By } from '@assay/domain/specs/actions/permissions'
import type { Refusal } from '@assay/domain/specs/actions/refusal'
import type { Block } from '@assay/domain/specs/anchor/block'
import type { Placement } from '@assay/domain/specs/anchor/re-anchor'
import type { Attachment, AttachmentFile } from '@assay/domain/specs/attachments/attachment'
import type { Contributions } from '@assay/domain/specs/contributions'
import type { ResponseKind } from '@assay/domain/specs/feedback'
import type { Placements } from '@assay/domain/specs/meeting/agenda'
import type { SealLink } from '@assay/domain/specs/seal/seal-chain'
import type { SealedContent } from '@assay/domain/specs/seal/sealed-values'
import type { PersonRef, Spec, SpecKind, SpecState } from '@assay/domain/specs/spec'
import type { NewLink } from '../guest-links/guest-link-types.ts'
import type { StoredFigure } from '../reports/report-types.ts'

// Types of spec queries. Times are ISO 8601 in UTC; a spec is identified by its kind and number.

/** The key of a stored spec. */
export type SpecKey = { projectId: string; specId: string }

export type SpecNumber = { kind: SpecKind; number: number }

export type StoredSpec = { id: string; spec: Spec; createdAt: string; updatedAt: string }

export type SpecSummary = {
  id: string
  kind: SpecKind
  number: number
  title: string
  state: SpecState
  owner: PersonRef
  coAuthors: PersonRef[]
  /** Keys of invited reviewers. */
  readers: string[]
  revision: number
  parent: number | null
  /** The meeting of the newest round; null before the first, and for a comment period without a meeting. */
  meetingAt: string | null
  /** The end of the comment period of the newest round; null without one. */
  commentsUntil: string | null
  rounds: number
  feedback: number
  open: number
  outcome: string | null
  /** Number of goals that runs show as met; `missed` counts the others. */
  met: number
  missed: number
  /** The spec that superseded it. */
  successor: string | null
  /** Products of the project that its text or its figures name. */
  products: string[]
  updatedAt: string
}

export type SpecRevisionSummary = {
  number: number
  title: string
  note: string
  author: PersonRef
  state: SpecState
  sha256: string
  baseRevision: number | null
  madeAt: string
}

/**
 * `snapshotIds` are the snapshots of the figures in the order of the text; null for figures that could not be frozen.
 */
export type SpecRevision = SpecRevisionSummary & {
  text: string
  blocks: Block[]
  snapshotIds: (string | null)[]
  attachments: Attachment[]
}

export type NewRevision = {
  number: number
  title: string
  text: string
  sha256: string
  blocks: readonly Block[]
  baseRevision: number | null
  note: string
  author: PersonRef
  state: SpecState
  /** The snapshots of the figures in the order of the text: one to store, the id of a stored one, or null. */
  figures: readonly (StoredFigure | string | null)[]
  /** Search terms of the figures, in the same order. */
  evidence: readonly string[]
  /** The files that the text shows or links. */
  attachments: readonly Attachment[]
}

/** A conflicting text that was saved second. It stays until a person has merged it. */
export type ConflictingSpecCopy = {
  id: string
  title: string
  text: string
  note: string
  basedOn: number
  author: PersonRef
  createdAt: string
}

/** The locked state of a spec on which a change is decided; the lock lasts until the change is stored. */
export type HeldSpec = {
  spec: Spec
  parent: { name: string; state: SpecState; revision: number } | null
  nextBlock: number
  revision(number: number): Promise<SpecRevision | null>
  placements(revision: number): Promise<Placements>
  /** Another spec that the change alters, locked as well. */
  other: Spec | null
}

/** The result of a change: the new state and, with a new revision, its text and the placement of comments on it. */
export type Decided = {
  spec: Spec
  revision?: NewRevision
  nextBlock?: number
  placements?: readonly { feedback: number; revision: number; placement: Placement }[]
  /** The other spec after the change. */
  other?: { spec: Spec; placements: readonly { feedback: number; revision: number; placement: Placement }[] }
  /** Names of blocks in the new revision that links may use. */
  blockNames?: readonly { name: string; block: string }[]
  seal?: SpecSeal
  /** The actions to record, when the change consists of several. */
  recorded?: readonly object[]
  /** The time of the change; by default the time of storing. */
  at?: string
  /** The time at which subscribers are notified; absent if nobody is notified, as after an import. */
  notifyAt?: Date
  /** The link of a guest who is invited by this change. */
  link?: NewLink
}

/**
 * Idempotency key of a request: if the same person sends it again, it is stored once and the current spec is returned.
 * `request` is a hash of the URL and the body; another request under the same key is refused as `reused`.
 */
export type IdempotentRequest = { once: string; request?: string | undefined }

/** `other` is another spec that the change also alters. */
export type ChangeOptions = { other?: SpecNumber | undefined; sent?: IdempotentRequest | undefined }

/** Hash of the appendix as plain text when a round was resolved. */
export type SpecSeal = { round: number; revision: number; appendixSha256: string; at: string }

/** The origin of an imported spec, as its file states it. */
export type ImportSource = { name: string; organization: string; project: string; revision: number; updatedAt: string }

/** A spec from a file with all of its content. */
export type ImportedSpec = {
  spec: Spec
  /** `figures` are hashes of snapshots, of which those that the project has, or that come with the file, are kept. */
  revisions: readonly (Omit<NewRevision, 'figures'> & {
    figures: readonly (string | null)[]
    blockNames: readonly { name: string; block: string }[]
    at: string
  })[]
  /** Verified snapshots from another server. */
  brought: readonly StoredFigure[]
  /** Verified files from another server. */
  files: readonly AttachmentFile[]
  placements: NonNullable<Decided['placements']>
  seals: readonly SpecSeal[]
  /** The seals of the file with the actions after them. */
  chain: readonly SealLink[]
  nextBlock: number
  createdAt: string
  updatedAt: string
  source: ImportSource
  sent?: IdempotentRequest | undefined
}

export type NewSpec = {
  kind: SpecKind
  title: string
  owner: PersonRef
  /** Number of the functional spec of a design spec. */
  parent: number | null
  baseRevision: number | null
  revision: Omit<NewRevision, 'number' | 'title' | 'author' | 'state' | 'baseRevision'>
  nextBlock: number
  blockNames: readonly { name: string; block: string }[]
  /** Time when the text was begun; by default the time of storing. */
  at?: string
  /** Idempotency key, with which a repeated request returns the spec that the first one created. */
  sent?: IdempotentRequest | undefined
}

/** Everything that a person wrote, did or opened in one spec. */
export type PersonalSpecData = Contributions & {
  spec: string
  title: string
  revisions: { number: number; note: string; at: string }[]
  openings: { revision: number; firstAt: string; lastAt: string }[]
  actions: { at: string; kind: string }[]
}

export type ReadReceipt = { revision: number; person: PersonRef; firstAt: string; lastAt: string }

export type SpecHit = {
  spec: SpecNumber & { title: string; state: SpecState }
  kind: 'text' | 'feedback' | 'response' | 'evidence' | 'outcome'
  ref: string
  response: ResponseKind | null
  /** Text near the match, which is enclosed in U+0001 and U+0002. */
  excerpt: string
}

export type SpecQueries = {
  /** Lists specs, newest change first. */
  list(): Promise<SpecSummary[]>
  find(of: SpecNumber): Promise<StoredSpec | null>
  /** The same with an empty list of comments; enough to decide who can read the spec. */
  findWithoutComments(of: SpecNumber): Promise<StoredSpec | null>
  /** Lists specs that this one supersedes. */
  supersededBy(of: SpecNumber): Promise<(SpecNumber & { title: string })[]>
  /** Returns null if its parent does not exist. */
  create(spec: NewSpec): Promise<Result<StoredSpec, Refusal> | null>
  /** Applies the result of `decide` in one transaction; null if there is no such spec. A refusal stores nothing. */
  change(
    of: SpecNumber,
    by: By,
    action: object,
    decide: (held: HeldSpec, by: By) => Promise<Result<Decided, Refusal>>,
    options?: ChangeOptions,
  ): Promise<Result<StoredSpec, Refusal> | null>
  /** Returns those of the idempotency keys under which a request of the actor is stored. */
  sent(actorKey: string, once: readonly string[]): Promise<string[]>
  revisions(specId: string): Promise<SpecRevisionSummary[]>
  revision(specId: string, number: number): Promise<SpecRevision | null>
  placements(specId: string, revision: number): Promise<Placements>
  /** Reads the snapshots of a revision's figures in the order of the text. */
  figures(revision: Pick<SpecRevision, 'snapshotIds'>): Promise<(StoredFigure | null)[]>
  /** Reads the hashes of the appendix when rounds were resolved, oldest first. */
  seals(specId: string): Promise<SpecSeal[]>
  /** Reads the seals and the actions after them, oldest first, with everything that a seal covers as it is now. */
  /** Rows whose key is not that of their content, as paths such as `/feedback/3`. */
  rowProblems(specId: string): Promise<string[]>
  /** The hash of the newest link that the audit log recorded; null when it has none. */
  lastSealRecorded(specId: string): Promise<string | null>
  sealed(stored: StoredSpec): Promise<{ chain: SealLink[]; content: SealedContent }>
  /** Number, kind and time of the links of the chain, oldest first. */
  sealLinks(specId: string): Promise<Pick<SealLink, 'number' | 'kind' | 'at' | 'sha256'>[]>
  /** Seals specs that were resolved before this server could seal; returns how many. */
  sealResolved(at: Date): Promise<number>
  /**
   * Stores a spec from a file with its number, if that was never used in the project. Returns null if its parent does
   * not exist.
   */
  restore(spec: ImportedSpec): Promise<Result<StoredSpec, Refusal> | null>
  /** Reads the source of an imported spec; null for a spec that was created on this server. */
  imported(specId: string): Promise<{ by: string; at: string; source: ImportSource } | null>
  /** Reads the texts of all revisions, oldest first. */
  texts(specId: string): Promise<Pick<SpecRevision, 'text' | 'snapshotIds' | 'attachments'>[]>
  /** Resolves the name in a link to its block and the newest revision that has it. */
  findBlock(specId: string, name: string): Promise<{ block: string; lastRevision: number } | null>
  createCopy(specId: string, copy: Omit<ConflictingSpecCopy, 'id' | 'createdAt'>): Promise<string>
  copies(specId: string): Promise<ConflictingSpecCopy[]>
  removeCopy(specId: string, id: string): Promise<boolean>
  recordRead(specId: string, revision: number, person: PersonRef): Promise<void>
  listReadReceipts(specId: string): Promise<ReadReceipt[]>
  /** Counts the specs with something of a person, whose key is `person:ID`. */
  countOf(key: string): Promise<number>
  personalData(key: string): Promise<PersonalSpecData[]>
  /** Replaces a person by a pseudonym in every spec. */
  replacePerson(key: string, by: PersonRef, at: Date): Promise<void>
  /** Counts events of the spec since it was created. */
  countEvents(specId: string): Promise<number>
  /** Tells open pages of the spec that a person is editing its text. Nothing is stored. */
  announceEditing(specId: string, person: PersonRef): void
  /** Searches comments and responses, best match first. `response` limits the search to responses of that kind. */
  search(words: string, response?: ResponseKind): Promise<SpecHit[]>
}
