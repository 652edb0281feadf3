import { escapeHtml } from '@assay/domain/compare/render/escape-html'
import { feedHtml } from '@assay/domain/publish/report/feed-html'
import type { ProjectAccess } from '../access/resolve-access.ts'
import type { Services } from '../services.ts'
import { shareMarkup } from '../shares/export-share.ts'
import { findOpen, readShared } from '../shares/open-share.ts'
import { reportMarkup } from './export-report.ts'
import { readFrozenFigures } from './read-frozen-figures.ts'

// A report as a full feed entry: sanitized HTML with absolute addresses, and charts as images, because feed readers
// remove inline SVG and leave its text.

/** Returns the newest version of a report; null when it has none any more. */
export async function fullReportEntry(
  access: ProjectAccess,
  { slug, href, origin }: { slug: string; href: string; origin: string },
): Promise<string | null> {
  const version = await access.queries.reports.findVersion(slug)
  if (version === null) return null
  const figures = await readFrozenFigures(access, version)
  const markup = reportMarkup({ version, figures, origin, href }, ({ title }, { figure, chart }) =>
    picture(`${href}/chart/${version.number}-${figure}-chart-${chart}.png`, title),
  )
  return feedHtml(markup, href)
}

/** Returns a published share as a full feed entry; null when it is not public any more. */
export async function fullShareEntry(
  services: Pick<Services, 'db' | 'now'>,
  address: { organization: string; slug: string },
  href: string,
): Promise<string | null> {
  const found = await findOpen(services, address)
  if (found === null) return null
  const markup = shareMarkup(await readShared(services, found), ({ id, shapes }, figure) =>
    picture(`${href}/chart/${figure}-${id}.png`, shapes.label),
  )
  return feedHtml(markup, href)
}

const picture = (address: string, words: string): string =>
  `<p><img src="${escapeHtml(address)}" alt="${escapeHtml(words)}"></p>`
