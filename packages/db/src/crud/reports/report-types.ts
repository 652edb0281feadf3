import type { ReportContent, ReportState } from '@assay/domain/publish/report/report-content'

// Results of report queries. Times are ISO 8601 in UTC.

/** For lists and for search. */
export type ReportSummary = {
  id: string
  slug: string
  title: string
  state: ReportState
  /** The first sentence of its tl;dr; empty when it has none. */
  about: string
  headings: string[]
  authors: string[]
  /** Number of the newest version; 0 when there is none. */
  version: number
  updatedAt: string
}

export type ReportVersionSummary = {
  id: string
  number: number
  title: string
  authors: string[]
  note: string | null
  madeAt: string
  madeBy: string
}

export type ReportVersion = ReportVersionSummary & {
  reportId: string
  slug: string
  content: ReportContent
  /** The snapshot of each figure of the text, in its order. */
  snapshotIds: string[]
}

/** A conflicting text that was saved second. It is kept until a person has merged it. */
export type ReportCopy = {
  id: string
  content: ReportContent
  /** The revision that it was written on. */
  basedOn: number
  keptAt: string
  author: string
}

/** A report as its authors see it. */
export type Report = {
  id: string
  slug: string
  content: ReportContent
  revision: number
  authors: string[]
  createdAt: string
  savedAt: string
  savedBy: string
  /** Newest first. */
  versions: ReportVersionSummary[]
  /** Oldest first. */
  copies: ReportCopy[]
}

/** `kept`: another person had stored a later revision, so this text is stored as a copy of it. */
export type ReportSave = { outcome: 'saved'; revision: number } | { outcome: 'kept'; copyId: string }

/** A frozen figure as it is kept: canonical JSON and the hash of it. */
export type StoredFigure = { sha256: string; content: string }

export type NewVersion = {
  /** The revision that the text is based on. Another current revision means that somebody saved in between. */
  revision: number
  note: string | null
  /** The figures of the text, in its order. */
  figures: readonly StoredFigure[]
}

export type ReportQueries = {
  /**
   * Newest first. Without drafts: reports that have a version, as that version has it, which is what readers may see;
   * with them: all, as their authors left them.
   */
  list(of?: { drafts: boolean }): Promise<ReportSummary[]>
  find(slug: string): Promise<Report | null>
  /** Null when that slug is taken. */
  create(slug: string, content: ReportContent): Promise<Report | null>
  /** Stores a text that is based on `revision`; null when there is no such report. */
  save(slug: string, content: ReportContent, revision: number): Promise<ReportSave | null>
  removeCopy(slug: string, id: string): Promise<boolean>
  /** Null when there is no such report; `changed` when the revision is another one. */
  addVersion(slug: string, version: NewVersion): Promise<ReportVersion | 'changed' | null>
  /** The newest version without a number. */
  findVersion(slug: string, number?: number): Promise<ReportVersion | null>
  findVersionById(id: string): Promise<ReportVersion | null>
  /** The figures of a version, in its order. */
  figures(version: Pick<ReportVersion, 'snapshotIds'>): Promise<StoredFigure[]>
  /** A report with versions stays: what was published is not unsaid. */
  remove(slug: string): Promise<'removed' | 'has-versions' | null>
}
