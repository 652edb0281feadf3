import { figuresOf, headingsOf, readReportText } from '@assay/domain/publish/report/report-text'
import type { Prisma } from '../../scope/prisma.ts'
import type {
  ConflictingReportCopy,
  Report,
  ReportSummary,
  ReportVersion,
  ReportVersionSummary,
} from './report-types.ts'

type Content = { title: string; tldr: string; text: string }

const contentOf = ({ title, tldr, text }: Content): Content => ({ title, tldr, text })

/** Relations of a report: versions, newest first, and copies, oldest first. */
export const WITH_VERSIONS = {
  versions: { orderBy: { number: 'desc' } },
  copies: { orderBy: [{ createdAt: 'asc' }, { id: 'asc' }] },
} satisfies Prisma.ReportInclude

export const asReport = (row: Prisma.ReportGetPayload<{ include: typeof WITH_VERSIONS }>): Report => ({
  id: row.id,
  slug: row.slug,
  content: contentOf(row),
  revision: row.revision,
  authors: row.authors,
  createdAt: row.createdAt.toISOString(),
  savedAt: row.savedAt.toISOString(),
  savedBy: row.savedByName,
  versions: row.versions.map(asVersionSummary),
  copies: row.copies.map(asCopy),
})

const asCopy = (row: Prisma.ReportConflictingCopyGetPayload<object>): ConflictingReportCopy => ({
  id: row.id,
  content: contentOf(row),
  basedOn: row.basedOn,
  createdAt: row.createdAt.toISOString(),
  author: row.authorName,
})

const asVersionSummary = (row: Prisma.ReportVersionGetPayload<object>): ReportVersionSummary => ({
  id: row.id,
  number: row.number,
  title: row.title,
  authors: row.authors,
  note: row.note,
  madeAt: row.madeAt.toISOString(),
  madeBy: row.madeByName,
})

export const WITH_SLUG = { report: { select: { slug: true } } } satisfies Prisma.ReportVersionInclude

export const asVersion = (row: Prisma.ReportVersionGetPayload<{ include: typeof WITH_SLUG }>): ReportVersion => ({
  ...asVersionSummary(row),
  reportId: row.reportId,
  slug: row.report.slug,
  content: contentOf(row),
  snapshotIds: row.snapshotIds,
})

export const WITH_NEWEST = {
  versions: { orderBy: { number: 'desc' }, take: 1 },
} satisfies Prisma.ReportInclude

type WithNewest = Prisma.ReportGetPayload<{ include: typeof WITH_NEWEST }>

/** Summary of the draft, or of the newest version; null if there is no version. */
export function asSummary(row: WithNewest, { drafts }: { drafts: boolean }): ReportSummary | null {
  const [newest] = row.versions
  const shown = drafts ? row : newest
  if (shown === undefined) return null
  const times = [...(drafts ? [row.savedAt] : []), ...(newest === undefined ? [] : [newest.madeAt])]
  const [first = ''] = shown.tldr.split('\n').filter((line) => line.trim() !== '')
  return {
    id: row.id,
    slug: row.slug,
    title: shown.title,
    state: newest === undefined ? 'draft' : 'version',
    about: first.replace(/^\s*[-*•]\s+/, ''),
    headings: headingsOf(shown.text),
    lead: figuresOf(readReportText(shown.text))[0]?.address ?? null,
    authors: shown.authors,
    version: newest?.number ?? 0,
    updatedAt: new Date(Math.max(...times.map((time) => time.getTime()))).toISOString(),
  }
}
