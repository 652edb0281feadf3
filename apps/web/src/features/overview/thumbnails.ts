import { reportPath, savedPath } from '../../paths.ts'
import type { ReportSummary, SavedComparison } from '../../trpc/api-types.ts'
import type { Thumbnail } from './figure-thumbnails.tsx'

/** Saved comparisons with the comparison that they show. */
export const savedThumbnails = (project: string, saved: readonly SavedComparison[]): Thumbnail[] =>
  saved.map(({ id, slug, title, about, query }) => ({ id, title, about, href: savedPath(project, slug), query }))

/** Reports with the comparison of their first figure, if it is one of this project. */
export const reportThumbnails = (
  project: string,
  reports: readonly ReportSummary[],
  saved: readonly SavedComparison[],
): Thumbnail[] =>
  reports.map(({ id, slug, title, about, lead }) => ({
    ...{ id, title, about, href: reportPath(project, slug) },
    query: leadQuery(lead, saved),
  }))

/** The query of the lead figure of a report; null when it shows another project or begins with none. */
export function leadQuery(lead: ReportSummary['lead'], saved: readonly SavedComparison[]): string | null {
  if (lead?.kind === 'query') return lead.query
  return lead?.kind === 'saved' ? (saved.find(({ slug }) => slug === lead.slug)?.query ?? null) : null
}
