import type { Mail } from '@assay/api/mail/mail'
import { addPerson, verifyAddress } from '@assay/db/testing'
import type { MemberRole, Project, Visibility } from '@assay/db/types'
import { personNamed } from '../server/callers.ts'
import { recordingMailer } from '../server/recording-mailer.ts'
import { startTestServer, type TestServer } from '../server/test-server.ts'
import { addToken, storeProbeInEveryKind } from './probe-data.ts'
import { fillSpecs } from './probe-specs.ts'

const ORIGIN = 'http://assay.test'
const ORGANIZATIONS = ['ash', 'birch', 'cedar', 'elm', 'fir']
const VISIBILITIES = ['public', 'internal', 'private'] as const satisfies Visibility[]
const ROLES = ['owner', 'maintainer', 'author', 'viewer'] as const satisfies MemberRole[]
const SIGNED_IN_AT = '2026-11-21T12:00:00.000Z'

/**
 * Probe texts, each in the data of only one project: `shown` where guests can read by a link, `hidden` in drafts, which
 * only authors of the project can read, `canary` everywhere else.
 */
export const PROBE = /(?:canary|shown|hidden)-[a-z]+-(?:public|internal|private)/g

export type ProbeOptions = Pick<NonNullable<Parameters<typeof startTestServer>[0]>, 'rewrite'>

export type ProbeCaller = {
  name: string
  headers: Record<string, string>
  mayRead(project: Project): boolean
  mayWrite(project: Project): boolean
}

export type ProbeSite = {
  server: TestServer
  projects: Project[]
  /** Ids and names of the objects of each project, by its slug. */
  pools: Map<string, Record<string, unknown[]>>
  callers: ProbeCaller[]
  mails: Mail[]
  clock: { ms: number }
}

/** A server with twenty people in five organizations, each with a project of each visibility that has everything. */
export async function startProbeSite({ rewrite = null }: ProbeOptions): Promise<ProbeSite> {
  const clock = { ms: Date.parse(SIGNED_IN_AT) }
  const mails: Mail[] = []
  const server = await startTestServer({ rewrite, mailer: recordingMailer(mails), now: () => new Date(clock.ms) })
  await server.db.jobs.prepare()
  const anonymous = { name: 'anonymous', headers: {}, mayRead: isPublic, mayWrite: () => false }
  const site: ProbeSite = { server, projects: [], pools: new Map(), callers: [anonymous], mails, clock }
  const people = new Map<string, string>()
  for (const organization of ORGANIZATIONS) {
    for (const visibility of VISIBILITIES) await addProject(site, organization, visibility)
    for (const role of ROLES) await addMember(site, people, organization, role)
  }
  await Promise.all(site.projects.map((project) => addSpecs(site, people, project)))
  server.services.accounts = {
    ...server.services.accounts,
    findSignedInPerson: async ({ headers }) => {
      const name = /who=(\w+)/.exec(headers.get('cookie') ?? '')?.[1] ?? ''
      const id = people.get(name)
      return id === undefined ? null : { id, name, email: addressOf(name), sessionId: id, signedInAt: SIGNED_IN_AT }
    },
  }
  return site
}

export const addressOf = (name: string) => `${name}@assay.test`

const isPublic = ({ visibility }: Project) => visibility === 'public'

/** Adds a project with probes in everything that it stores, and its token as a caller. */
async function addProject(site: ProbeSite, organization: string, visibility: Visibility): Promise<void> {
  const { server, projects, callers, pools } = site
  const slug = `${organization}-${visibility}`
  const text = `canary-${slug}`
  const stored = { organization, slug, name: `shown-${slug} name`, description: `${text} description`, visibility }
  const project = await server.db.projects.ensure(stored)
  projects.push(project)
  const token = await addToken(server, project)
  callers.push({
    name: `token of ${slug}`,
    headers: { authorization: `Bearer ${token}` },
    mayRead: (other) => isPublic(other) || other.id === project.id,
    mayWrite: (other) => other.id === project.id,
  })
  pools.set(slug, await storeProbeInEveryKind(server, slug, text, token))
}

/** Adds a member of the organization with the newest project, as a caller. */
async function addMember(
  { server, projects, callers }: ProbeSite,
  people: Map<string, string>,
  organization: string,
  role: MemberRole,
): Promise<void> {
  const organizationId = projects.at(-1)?.organization.id ?? ''
  const name = `${organization}${role}`
  people.set(name, await addPerson(server.url, name, { organizations: { [organizationId]: role } }))
  await verifyAddress(server.url, addressOf(name))
  const isIn = (other: Project) =>
    other.organization.id === organizationId && (other.visibility !== 'private' || role === 'owner')
  callers.push({
    name,
    headers: { cookie: `who=${name}`, origin: ORIGIN, 'sec-fetch-site': 'same-origin' },
    mayRead: (other) => isPublic(other) || isIn(other),
    mayWrite: (other) => role !== 'viewer' && isIn(other),
  })
}

async function addSpecs({ server, pools }: ProbeSite, people: Map<string, string>, project: Project): Promise<void> {
  const { slug, organization } = project
  const name = `${organization.slug}owner`
  const found = await fillSpecs(server, { slug, owner: personNamed(name, people.get(name)) })
  const pool = pools.get(slug) ?? {}
  for (const [field, values] of Object.entries(found)) pool[field] = [...(pool[field] ?? []), ...values]
}
