import { atomFeed, type FeedEntry } from '@assay/domain/report/atom-feed'
import type { RequestFacts } from '../access/request-facts.ts'
import { projectFor } from '../access/resolve-access.ts'
import type { Services } from '../services.ts'

/** So many of the newest; readers of feeds keep what they have seen. */
const MOST_ENTRIES = 100

/**
 * The Atom feed of reports that anybody may read: of one organization, or of the whole server. It asks as somebody whom
 * nobody knows, so what a feed shows does not depend on who reads it. Null where an organization has nothing public.
 */
export async function readFeed(
  services: Services,
  request: RequestFacts,
  organization: string | null,
): Promise<string | null> {
  const all = await services.db.projects.list()
  const projects = all.filter(
    ({ visibility, organization: { slug } }) =>
      visibility === 'public' && (organization === null || slug === organization),
  )
  const [first] = projects
  if (organization !== null && first === undefined) return null
  const entries: FeedEntry[] = []
  for (const project of projects) {
    const access = await projectFor(services, { kind: 'anonymous', request }, project.slug, 'read')
    if (!access.ok) continue
    const reports = await access.value.queries.reports.list()
    entries.push(
      ...reports.map(({ id, slug, title, about, authors, updatedAt }) => ({
        ...{ id: `urn:uuid:${id}`, title, authors, updatedAt, summary: about },
        href: `${services.publicUrl}/p/${project.slug}/reports/${slug}`,
      })),
    )
  }
  entries.sort((a, b) => Date.parse(b.updatedAt) - Date.parse(a.updatedAt))
  const path = organization === null ? '/published/feed.xml' : `/published/${organization}/feed.xml`
  const name = organization === null ? 'Assay' : (first?.organization.name ?? organization)
  return atomFeed({
    id:
      organization === null || first === undefined
        ? `${services.publicUrl}${path}`
        : `urn:uuid:${first.organization.id}`,
    title: `Reports of ${name}`,
    href: `${services.publicUrl}${path}`,
    page:
      organization === null || first === undefined
        ? `${services.publicUrl}/`
        : `${services.publicUrl}/p/${first.slug}/reports`,
    author: name,
    entries: entries.slice(0, MOST_ENTRIES),
  })
}
