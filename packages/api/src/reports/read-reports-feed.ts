import type { Project } from '@assay/db/types'
import { pathOfProject, projectKey } from '@assay/domain/projects/project-key'
import { atomFeed, type FeedEntry } from '@assay/domain/publish/report/atom-feed'
import type { RequestFacts } from '../access/request-facts.ts'
import { projectFor } from '../access/resolve-access.ts'
import type { Services } from '../services.ts'
import { fullReportEntry, fullShareEntry } from './full-feed-entry.ts'

/** Maximum entries, newest first; feed readers store the entries that they have seen. */
const MAX_ENTRIES = 100

/** Maximum characters of all full entries, so that the first download of a feed stays small. */
const MAX_FEED_CHARACTERS = 2_000_000

/** `whole` is only called for entries that are new enough to be included in full. */
type Entry = { entry: FeedEntry; whole: () => Promise<string | null> }

/**
 * Returns the public Atom feed of one organization or of the whole server: reports of public projects, and published
 * shares. It is read as an anonymous caller, so its content does not depend on the subscriber. Null for an organization
 * without public content.
 */
export async function readReportsFeed(
  services: Services,
  request: RequestFacts,
  organization: string | null,
): Promise<string | null> {
  const [all, published] = await Promise.all([
    services.db.projects.list(),
    services.db.shares.listPublished(organization, services.now(), MAX_ENTRIES),
  ])
  const projects = all.filter(
    ({ visibility, organization: { slug } }) =>
      visibility === 'public' && (organization === null || slug === organization),
  )
  const [first] = projects
  if (organization !== null && first === undefined && published.length === 0) return null
  const { publicUrl } = services
  const entries = published.map(({ organization: of, slug, title, by, createdAt }): Entry => {
    const href = `${publicUrl}/published/${of}/${slug}`
    // Only one share has a published name at a time, so its address can be the id of the entry.
    const entry = { id: href, href, title, authors: [by], updatedAt: createdAt, summary: '' }
    return { entry, whole: () => fullShareEntry(services, { organization: of, slug }, href) }
  })
  for (const project of projects) entries.push(...(await reportsOf(services, request, project)))
  entries.sort((a, b) => Date.parse(b.entry.updatedAt) - Date.parse(a.entry.updatedAt))
  const name = organization === null ? 'Assay' : (first?.organization.name ?? organization)
  const href = `${publicUrl}${organization === null ? '/published/feed.xml' : `/published/${organization}/feed.xml`}`
  return atomFeed({
    id: organization === null || first === undefined ? href : `urn:uuid:${first.organization.id}`,
    title: `Reports of ${name}`,
    href,
    page:
      organization === null || first === undefined ? `${publicUrl}/` : `${publicUrl}${pathOfProject(first)}/reports`,
    author: name,
    entries: await withWholes(entries.slice(0, MAX_ENTRIES)),
  })
}

async function reportsOf(services: Services, request: RequestFacts, project: Project): Promise<Entry[]> {
  const access = await projectFor(services, { kind: 'anonymous', request }, projectKey(project), 'read')
  if (!access.ok) return []
  const reports = await access.value.queries.reports.list()
  return reports.map(({ id, slug, title, about, authors, updatedAt }) => {
    const href = `${services.publicUrl}${pathOfProject(project)}/reports/${slug}`
    const entry = { id: `urn:uuid:${id}`, href, ...{ title, authors, updatedAt, summary: about } }
    return { entry, whole: () => fullReportEntry(access.value, { slug, href, origin: services.publicUrl }) }
  })
}

async function withWholes(entries: readonly Entry[]): Promise<FeedEntry[]> {
  let left = MAX_FEED_CHARACTERS
  const made: FeedEntry[] = []
  for (const { entry, whole } of entries) {
    const html = left > 0 ? await whole() : null
    const fits = html !== null && html.length <= left
    // The newest entries are included in full; from the first one that exceeds the limit on, entries have summaries
    // only.
    left = html === null || fits ? left - (html?.length ?? 0) : 0
    made.push(fits ? { ...entry, html } : entry)
  }
  return made
}
