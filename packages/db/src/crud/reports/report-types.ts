import type { ComparisonAddress } from '@assay/domain/publish/report/comparison-address'
import type { ReportContent, ReportState } from '@assay/domain/publish/report/report-content'

// Results of report queries. Times are ISO 8601 in UTC.

/** Summary for lists and for search. */
export type ReportSummary = {
  id: string
  slug: string
  title: string
  state: ReportState
  /** The first sentence of the tl;dr; empty without one. */
  about: string
  headings: string[]
  /** The comparison of its first figure; null without one. */
  lead: ComparisonAddress | null
  authors: string[]
  /** Number of the newest version; 0 without one. */
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
  /** The snapshots of the figures, in the order of the text. */
  snapshotIds: string[]
}

/** A conflicting text that was saved second. It stays until a person has merged it. */
export type ConflictingReportCopy = {
  id: string
  content: ReportContent
  /** The revision that it was edited from. */
  basedOn: number
  createdAt: string
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
  copies: ConflictingReportCopy[]
}

/** `kept`: another person had stored a later revision, so this text is stored as a copy. */
export type ReportSave = { outcome: 'saved'; revision: number } | { outcome: 'kept'; copyId: string }

/** A frozen figure as it is stored: canonical JSON and its hash. */
export type StoredFigure = { sha256: string; content: string }

export type NewVersion = {
  /** The revision that the text is based on. If it is no longer current, somebody else saved in between. */
  revision: number
  note: string | null
  /** The figures in the order of the text. */
  figures: readonly StoredFigure[]
}

export type ReportQueries = {
  /**
   * Lists reports, newest change first. Without drafts it lists the newest versions, which is what readers may see;
   * with drafts it lists all reports with the current text.
   */
  list(of?: { drafts: boolean }): Promise<ReportSummary[]>
  find(slug: string): Promise<Report | null>
  /** Returns null if the slug is taken. */
  create(slug: string, content: ReportContent): Promise<Report | null>
  /** Stores a text that is based on `revision`; null if there is no such report. */
  save(slug: string, content: ReportContent, revision: number): Promise<ReportSave | null>
  removeCopy(slug: string, id: string): Promise<boolean>
  /** Publishes a version; null if there is no such report, `changed` if the revision is no longer current. */
  addVersion(slug: string, version: NewVersion): Promise<ReportVersion | 'changed' | null>
  /** Finds a version by number, or the newest without one. */
  findVersion(slug: string, number?: number): Promise<ReportVersion | null>
  findVersionById(id: string): Promise<ReportVersion | null>
  /** The figures of a version in the order of the text. */
  figures(version: Pick<ReportVersion, 'snapshotIds'>): Promise<StoredFigure[]>
  /** Deletes a report without versions; published reports cannot be deleted. */
  remove(slug: string): Promise<'removed' | 'has-versions' | null>
}
