import { scopeOf } from '@assay/db/open'
import type { Project, ProjectQueries } from '@assay/db/types'
import { findingTitle } from '@assay/domain/findings/finding-words'
import type { FindingFilters, StoredFinding } from '@assay/domain/findings/stored-finding'
import { describeFinding } from '@assay/domain/notifications/finding-notification'
import { isKeyOf, pathOfProject, projectKey } from '@assay/domain/projects/project-key'
import { atomFeed, type FeedEntry } from '@assay/domain/publish/report/atom-feed'
import type { RequestFacts } from '../access/request-facts.ts'
import { projectFor, roleIn } from '../access/resolve-access.ts'
import type { Services } from '../services.ts'

/** Maximum entries, newest first; feed readers store the entries that they have seen. */
const MAX_ENTRIES = 100
const MAX_FINDINGS = 10_000

/**
 * Returns the Atom feed of a project's findings, newest first. Everybody can read that of a public project; another one
 * needs the key of a person in the address, for as long as that person can read the project. Null when the project does
 * not exist or the caller cannot read it.
 */
export async function readFindingsFeed(
  services: Services,
  request: RequestFacts,
  input: { project: string; key: string | null; filters: FindingFilters; query: string },
): Promise<string | null> {
  const opened = (await openPublic(services, request, input.project)) ?? (await openByKey(services, input))
  if (opened === null) return null
  const { project, queries } = opened
  const findings = await queries.findings.list(input.filters, MAX_FINDINGS)
  findings.sort((a, b) => Date.parse(b.updatedAt) - Date.parse(a.updatedAt))
  const page = `${services.publicUrl}${pathOfProject(project)}/findings`
  const query = input.query === '' ? '' : `?${input.query}`
  return atomFeed({
    id: `${page}${query}`,
    title: `Findings of ${project.name}`,
    // The link contains no key, because a reader of this feed has it already.
    href: `${page}/feed.xml${query}`,
    page: `${page}${query}`,
    author: 'Assay',
    entries: findings.slice(0, MAX_ENTRIES).map((finding) => entryOf(finding, project, page)),
  })
}

type Opened = { project: Project; queries: ProjectQueries }

async function openPublic(services: Services, request: RequestFacts, project: string): Promise<Opened | null> {
  const access = await projectFor(services, { kind: 'anonymous', request }, project, 'read')
  return access.ok ? access.value : null
}

async function openByKey(services: Services, { project: named, key }: { project: string; key: string | null }) {
  const { db, tokenHash, formerTokenHashes } = services
  const feed = key === null ? null : await db.channels.findFeed([tokenHash(key), ...formerTokenHashes(key)])
  if (feed === null) return null
  const found = await db.projects.findFor(feed.projectId, feed.personId)
  if (found === null || roleIn(found) === null || !isKeyOf(named, projectKey(found))) return null
  const { roles: _roles, ...project } = found
  return { project, queries: db.in(scopeOf(project)) }
}

function entryOf(finding: StoredFinding, project: Project, page: string): FeedEntry {
  const url = `${page}/${finding.id}`
  const { id, state, fixedIn, createdAt, updatedAt } = finding
  const text = describeFinding({ id, kind: 'found', by: 'Assay', note: null, at: createdAt, project, finding, url })
  const known = fixedIn === null ? state : `${state} in ${fixedIn}`
  return {
    id: `urn:uuid:${id}`,
    title: findingTitle(finding),
    href: url,
    authors: [],
    updatedAt,
    summary: [`State: ${known}.`, ...text.sentences].join('\n'),
  }
}
