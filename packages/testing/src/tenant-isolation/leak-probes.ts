import { CHANGES_ACCESS } from '@assay/api/access/access-outcomes'
import { workerTasks } from '@assay/api/jobs/job-worker'
import type { Mail } from '@assay/api/mail/mail'
import { addPerson, verifyAddress } from '@assay/db/testing'
import type { MemberRole, Project, Visibility } from '@assay/db/types'
import type { Pool } from '../fuzz-requests/sample-input.ts'
import { seededRandom } from '../seeded-random.ts'
import { personNamed } from '../server/callers.ts'
import { recordingMailer } from '../server/recording-mailer.ts'
import { startTestServer } from '../server/test-server.ts'
import { listEntryPoints } from './entry-points.ts'
import { addToken, fill } from './probe-data.ts'
import { nonexistentLike, textOfResponse, withoutIds, withoutValues } from './probe-responses.ts'
import { fillSpecs, linkEntryPoints } from './probe-specs.ts'

const ORIGIN = 'http://assay.test'
const ORGANIZATIONS = ['ash', 'birch', 'cedar', 'elm', 'fir']
const VISIBILITIES = ['public', 'internal', 'private'] as const satisfies Visibility[]
const ROLES = ['owner', 'maintainer', 'author', 'viewer'] as const satisfies MemberRole[]

const HOUR_MS = 3_600_000

/**
 * Probe texts, each in the data of only one project: `shown` where guests can read by a link, `hidden` in drafts, which
 * only authors of the project can read, `canary` everywhere else.
 */
const PROBE = /(?:canary|shown|hidden)-[a-z]+-(?:public|internal|private)/g

type Options = Parameters<typeof startTestServer>[0]
type Caller = {
  name: string
  headers: Record<string, string>
  mayRead(project: Project): boolean
  mayWrite(project: Project): boolean
}
/** Predicates for projects whose probes may occur in a response, by the object that the request names. */
const isRequested = {
  project: (one: Project, requested: Project) => one.id === requested.id,
  organization: (one: Project, requested: Project) => one.organization.id === requested.organization.id,
  anywhere: () => true,
}

/** A leak by one operation. */
export type Leak = { caller: string; entryPoint: string; project: string; what: string; answer: string }

/**
 * `seen` counts responses with a probe that the caller may see; `byLink` counts those to the holder of a link; `mails`
 * counts sent mails.
 */
export type Tally = {
  operations: number
  seen: number
  byLink: number
  mails: number
  statuses: Record<string, number>
  leaks: Leak[]
}

export const emptyTally = (): Tally => ({ operations: 0, seen: 0, byLink: 0, mails: 0, statuses: {}, leaks: [] })

/**
 * Starts a server with twenty people in five organizations, each with a project of each visibility, and a probe text in
 * everything that a project stores. Random calls of every procedure and REST operation use ids of all projects. No
 * response may contain a probe of another project than the requested one, or of a project that the caller cannot read;
 * a link opens only its own spec; and a mail contains nothing that its recipient cannot read.
 */
export async function startLeakProbes({ rewrite = null }: Pick<NonNullable<Options>, 'rewrite'> = {}) {
  let clock = Date.parse('2026-11-21T12:00:00Z')
  const mails: Mail[] = []
  const server = await startTestServer({ rewrite, mailer: recordingMailer(mails), now: () => new Date(clock) })
  await server.db.jobs.prepare()
  const projects: Project[] = []
  const pools = new Map<string, Record<string, unknown[]>>()
  const isPublic = ({ visibility }: Project) => visibility === 'public'
  const callers: Caller[] = [{ name: 'anonymous', headers: {}, mayRead: isPublic, mayWrite: () => false }]
  const people = new Map<string, string>()
  for (const organization of ORGANIZATIONS) {
    for (const visibility of VISIBILITIES) {
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
      pools.set(slug, await fill(server, slug, text, token))
    }
    const organizationId = projects.at(-1)?.organization.id ?? ''
    for (const role of ROLES) {
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
  }
  const fillings = projects.map(async ({ slug, organization }) => {
    const name = `${organization.slug}owner`
    const found = await fillSpecs(server, { slug, owner: personNamed(name, people.get(name)) })
    const pool = pools.get(slug) ?? {}
    for (const [field, values] of Object.entries(found)) pool[field] = [...(pool[field] ?? []), ...values]
  })
  await Promise.all(fillings)
  server.services.accounts = {
    ...server.services.accounts,
    findSignedInPerson: async ({ headers }) => {
      const name = /who=(\w+)/.exec(headers.get('cookie') ?? '')?.[1] ?? ''
      const id = people.get(name)
      const signedInAt = '2026-11-21T12:00:00.000Z'
      return id === undefined ? null : { id, name, email: `${name}@assay.test`, sessionId: id, signedInAt }
    },
  }

  const entryPoints = [...listEntryPoints(server), ...linkEntryPoints(server)].filter(
    ({ name }) => !CHANGES_ACCESS.has(name),
  )
  const poolOf = ({ slug }: { slug: string }) => pools.get(slug) ?? {}

  /** Makes `count` random operations, `atOnce` of them concurrently; equal seeds give equal operations. */
  async function run({ count, seed, atOnce = 4 }: { count: number; seed: number; atOnce?: number }): Promise<Tally> {
    const random = seededRandom(seed)
    const choose = (many: number) => Math.floor(random() * many)
    const optional = () => choose(4) === 0
    const tally = emptyTally()
    const one = async () => {
      while (tally.operations < count) {
        tally.operations += 1
        // The indexes are within the lists, none of which is empty.
        const [caller, entryPoint] = [pick(callers, choose), pick(entryPoints, choose)]
        // In half of the calls the caller can read the project, and in half of them the ids belong to the project.
        const project = pick(choose(2) === 0 ? projects : projects.filter(caller.mayRead), choose)
        const idsOf = choose(2) === 0 ? project : pick(projects, choose)
        const ids = poolOf(idsOf)
        // The organization is always the right one, even if the other ids belong to other tenants.
        const pool = { ...ids, organization: [project.organization.slug] }
        const answer = await entryPoint.call({ project: project.slug, headers: caller.headers, pool, choose, optional })
        const text = await textOfResponse(answer)
        const key = `${Math.floor(answer.status / 100)}xx`
        tally.statuses[key] = (tally.statuses[key] ?? 0) + 1
        const about = { caller: caller.name, entryPoint: entryPoint.name, project: project.slug }
        // A link opens its object for everybody who has it.
        const { reach } = entryPoint
        const allowed =
          reach === 'link'
            ? new Set([`shown-${idsOf.slug}`])
            : allowedTo(
                caller,
                projects.filter((one) => isRequested[reach](one, project)),
              )
        const found = text.match(PROBE) ?? []
        if (found.length > 0) tally.seen += 1
        if (found.length > 0 && reach === 'link') tally.byLink += 1
        const foreign = found.find((probe) => !allowed.has(probe))
        if (foreign !== undefined) tally.leaks.push({ ...about, what: foreign, answer: text.slice(0, 500) })
        // A response with status 429 or 503 is allowed and leaks nothing.
        if (answer.status >= 500 && answer.status !== 503)
          tally.leaks.push({ ...about, what: `status ${answer.status}`, answer: text })
      }
    }
    await Promise.all(Array.from({ length: atOnce }, one))
    await sendMails()
    tally.mails = mails.length
    tally.leaks.push(...mails.splice(0).flatMap(leaksIn))
    return tally
  }

  /** Sends the mails that are due one hour later, including digests. */
  async function sendMails(): Promise<void> {
    clock += HOUR_MS
    const { deliver, 'tend-messages': tend } = workerTasks(server.services)
    await tend?.({})
    await server.db.jobs.workOff({ deliver, 'tend-messages': tend })
    clock -= HOUR_MS
  }

  /**
   * Probes in a mail that its recipient must not see: a guest may see only the guest's project, people the projects
   * that they can read, and an invited person the inviting project.
   */
  function leaksIn(mail: Mail): Leak[] {
    const text = JSON.stringify(
      mail.calendar === undefined ? { ...mail, to: '' } : { ...mail, to: '', at: mail.calendar },
    )
    const found = [...new Set(text.match(PROBE))]
    const [, guestOfSlug] = /^canary-(.*)@guest[.]test$/.exec(mail.to) ?? []
    const receiver = callers.find(({ name }) => addressOf(name) === mail.to)
    const allowed =
      guestOfSlug !== undefined
        ? new Set([`shown-${guestOfSlug}`])
        : receiver !== undefined
          ? allowedTo(receiver, projects)
          : invitedTo(found)
    const foreign = found.find((probe) => !allowed.has(probe))
    const about = { caller: mail.to, entryPoint: 'mail', project: guestOfSlug ?? '' }
    return foreign === undefined ? [] : [{ ...about, what: foreign, answer: text.slice(0, 500) }]
  }

  /**
   * Calls every entry point with objects of another tenant and with objects that do not exist, in a project that the
   * caller can write to.
   *
   * @returns the entry points whose responses differ.
   */
  async function probeNotifications(): Promise<Leak[]> {
    const leaks: Leak[] = []
    const [mine, theirs] = [projects.find(({ slug }) => slug === 'ash-private'), 'birch-private']
    const caller = callers.find(({ name }) => name === 'token of ash-private')
    const own = new Set(Object.values(poolOf({ slug: 'ash-private' })).flat())
    const foreign = withoutValues(own, pools.get(theirs) ?? {})
    if (mine === undefined || caller === undefined) throw new Error('made above')
    const missing = Object.fromEntries(
      Object.entries(foreign).map(([name, values]) => [name, values.map(nonexistentLike)]),
    )
    // A secret link works for everybody who has it, including links of another tenant.
    for (const entryPoint of entryPoints.filter(({ reach }) => reach !== 'link')) {
      for (const choice of [0, 1, 2, 3]) {
        const ask = async (pool: Pool) => {
          const choose = (count: number) => Math.min(choice, count - 1)
          const call = { project: mine.slug, headers: caller.headers, pool, choose, optional: () => false }
          const answer = await entryPoint.call(call)
          return `${answer.status} ${withoutIds(await answer.text(), pool)}`
        }
        const [ofForeign, ofMissing] = [await ask(foreign), await ask(missing)]
        if (ofForeign === ofMissing) continue
        const about = { caller: caller.name, entryPoint: entryPoint.name, project: mine.slug }
        leaks.push({ ...about, what: ofForeign.slice(0, 500), answer: ofMissing.slice(0, 500) })
      }
    }
    return leaks
  }

  return { server, run, probeNotifications, stop: server.stop }
}

/** Probe texts of these projects that the caller may see. */
function allowedTo({ mayRead, mayWrite }: Caller, projects: readonly Project[]): ReadonlySet<string> {
  const readable = projects.filter(mayRead).flatMap(({ slug }) => [`canary-${slug}`, `shown-${slug}`])
  return new Set([...readable, ...projects.filter(mayWrite).map(({ slug }) => `hidden-${slug}`)])
}

/** Probe texts that a person invited by an author of one project may see. */
function invitedTo(found: readonly string[]): ReadonlySet<string> {
  const [, slug] = found.map((one) => /^(?:shown|hidden)-(.*)$/.exec(one)).find((one) => one !== null) ?? []
  return new Set([`shown-${slug}`, `hidden-${slug}`])
}

const addressOf = (name: string) => `${name}@assay.test`

function pick<T>(list: readonly T[], choose: (count: number) => number): T {
  const found = list[choose(list.length)]
  if (found === undefined) throw new Error('none of these lists is empty')
  return found
}
