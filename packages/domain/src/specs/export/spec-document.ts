import type { Block } from '../anchor/block.ts'
import type { Appendix } from '../appendix/appendix.ts'
import type { Attachment, AttachmentFile } from '../attachments/attachment.ts'
import type { BoundNumber } from '../evidence/evidence.ts'

/** A figure of a spec for every rendering, drawn by the server that froze it. */
export type SpecFigure = {
  /** Id of its block; null if Markdown does not parse it as a block of its own. */
  block: string | null
  /** One line below the figure. */
  caption: string
  /** Tables and charts that need no script. */
  html: string
  markdown: string
  /** Frozen content with its hash, so that printed numbers can be proven; null when nothing is frozen. */
  sha256: string | null
  content: string | null
}

/** A revision of a spec with all exported content; every file and every guest page is rendered from it. */
export type SpecDocument = {
  /** `FS-12`. */
  name: string
  kind: 'functional' | 'design'
  title: string
  /** The state in words, such as `resolved, built, 2 of 3 goals met`. */
  state: string
  authors: readonly string[]
  organization: string
  project: string
  revision: {
    number: number
    text: string
    sha256: string
    blocks: readonly Block[]
    attachments: readonly Attachment[]
    author: string
    /** Times in this document are ISO 8601. */
    madeAt: string
    note: string
  }
  /** Number of the newest revision. */
  current: number
  /** Creation time and time of the last change, which is the date of the exported file. */
  createdAt: string
  updatedAt: string
  /** For a design spec, its functional spec, such as `FS-3 Datatypes, revision 4`. */
  buildsOn: string | null
  /** Specs that it supersedes, such as `FS-2`. */
  supersedes: readonly string[]
  /** Time, person and source of the import, for a spec that was imported from a file. */
  imported: string | null
  /** Figures of the text in their order. */
  figures: readonly SpecFigure[]
  /** Numbers in sentences that are bound to cells of figures. */
  numbers: readonly BoundNumber[]
  /** Attachments of the text with their content. */
  files: readonly AttachmentFile[]
  appendix: Appendix
  appendixSha256: string
  /** Seals of resolved rounds, oldest first. */
  seals: readonly { round: number; revision: number; appendixSha256: string; at: string }[]
  /** Oldest first. */
  revisions: readonly { number: number; author: string; madeAt: string; note: string; sha256: string }[]
  /** URLs of this server and of this revision; null when a guest must not see them. */
  origin: string
  href: string | null
}

/** The lines above the text in every rendering. */
export function titleFacts(document: SpecDocument): { label: string; value: string }[] {
  const { kind, state, authors, revision, current, createdAt, updatedAt, buildsOn, seals, appendixSha256 } = document
  const old = revision.number === current ? '' : `; the current one is ${current}`
  return [
    { label: 'Spec', value: `${document.name}, ${kind} spec of ${document.organization}, ${document.project}` },
    { label: 'State', value: state },
    ...(document.supersedes.length === 0 ? [] : [{ label: 'Supersedes', value: document.supersedes.join(', ') }]),
    { label: 'Authors', value: authors.join(', ') },
    ...(buildsOn === null ? [] : [{ label: 'Builds on', value: buildsOn }]),
    {
      label: 'Revision',
      value: `${revision.number} of ${dayOf(revision.madeAt)}, by ${revision.author}: ${revision.note}${old}`,
    },
    { label: 'Created', value: dayOf(createdAt) },
    ...(document.imported === null ? [] : [{ label: 'Imported', value: document.imported }]),
    { label: 'As of', value: minuteOf(updatedAt) },
    { label: 'Text sha256', value: revision.sha256 },
    { label: 'Appendix sha256', value: appendixSha256 },
    ...seals.map((seal) => ({
      label: `Resolved, review ${seal.round}`,
      value: `${minuteOf(seal.at)} on revision ${seal.revision}`,
    })),
    ...(document.href === null ? [] : [{ label: 'From', value: document.href }]),
  ]
}

/** The line below a figure: its caption, and the hash that proves its numbers. */
export const figureLine = ({ caption, sha256 }: SpecFigure): string =>
  sha256 === null ? caption : `${caption} (frozen, sha256 ${sha256})`.trim()

export const revisionLine = ({ number, author, madeAt, note }: SpecDocument['revisions'][number]): string =>
  `Revision ${number}, ${author}, ${dayOf(madeAt)}: ${note}`

/** Name of the exported files without the extension. */
export const fileNameOf = ({ name, revision }: Pick<SpecDocument, 'name' | 'revision'>): string =>
  `${name}-revision-${revision.number}`

const dayOf = (iso: string): string => iso.slice(0, 10)
const minuteOf = (iso: string): string => `${new Date(iso).toISOString().slice(0, 16).replace('T', ' ')} UTC`
