import { CHANGES_ACCESS } from '@assay/api/access/access-outcomes'
import { workerTasks } from '@assay/api/jobs/job-worker'
import type { Mail } from '@assay/api/mail/mail'
import type { Project } from '@assay/db/types'
import type { Pool } from '../fuzz-requests/sample-input.ts'
import { seededRandom } from '../seeded-random.ts'
import { listEntryPoints } from './entry-points.ts'
import { nonexistentLike, textOfResponse, withoutIds, withoutValues } from './probe-responses.ts'
import { addressOf, PROBE, type ProbeCaller, type ProbeOptions, type ProbeSite, startProbeSite } from './probe-site.ts'
import { linkEntryPoints } from './probe-specs.ts'

const HOUR_MS = 3_600_000

type Choose = (count: number) => number
type EntryPoint = ReturnType<typeof listEntryPoints>[number] | ReturnType<typeof linkEntryPoints>[number]

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
 * Starts a server with a probe text in everything that a project stores. Random calls of every procedure and REST
 * operation use ids of all projects. No response may contain a probe of another project than the requested one, or of a
 * project that the caller cannot read; a link opens only its own spec; and a mail contains nothing that its recipient
 * cannot read.
 */
export async function startLeakProbes(options: ProbeOptions = {}) {
  const site = await startProbeSite(options)
  const entryPoints = [...listEntryPoints(site.server), ...linkEntryPoints(site.server)].filter(
    ({ name }) => !CHANGES_ACCESS.has(name),
  )
  return {
    server: site.server,
    /** Makes `count` random operations, `atOnce` of them concurrently; equal seeds give equal operations. */
    async run({ count, seed, atOnce = 4 }: { count: number; seed: number; atOnce?: number }): Promise<Tally> {
      const random = seededRandom(seed)
      const choose = (many: number) => Math.floor(random() * many)
      const tally = emptyTally()
      const callUntilDone = async () => {
        while (tally.operations < count) await callAtRandom(site, entryPoints, choose, tally)
      }
      await Promise.all(Array.from({ length: atOnce }, callUntilDone))
      await sendMails(site)
      tally.mails = site.mails.length
      tally.leaks.push(...site.mails.splice(0).flatMap((mail) => leaksIn(mail, site)))
      return tally
    },
    /** Returns the entry points whose responses for objects of another tenant and for missing objects differ. */
    probeNotifications: () => probeNotifications(site, entryPoints),
    stop: site.server.stop,
  }
}

async function callAtRandom(
  { callers, projects, pools }: ProbeSite,
  entryPoints: readonly EntryPoint[],
  choose: Choose,
  tally: Tally,
): Promise<void> {
  tally.operations += 1
  // The indexes are within the lists, none of which is empty.
  const [caller, entryPoint] = [pick(callers, choose), pick(entryPoints, choose)]
  // In half of the calls the caller can read the project, and in half of them the ids belong to the project.
  const project = pick(choose(2) === 0 ? projects : projects.filter(caller.mayRead), choose)
  const idsOf = choose(2) === 0 ? project : pick(projects, choose)
  // The organization is always the right one, even if the other ids belong to other tenants.
  const pool = { ...pools.get(idsOf.slug), organization: [project.organization.slug] }
  const optional = () => choose(4) === 0
  const answer = await entryPoint.call({ project: project.slug, headers: caller.headers, pool, choose, optional })
  const text = await textOfResponse(answer)
  const key = `${Math.floor(answer.status / 100)}xx`
  tally.statuses[key] = (tally.statuses[key] ?? 0) + 1
  const about = { caller: caller.name, entryPoint: entryPoint.name, project: project.slug }
  // A link opens its object for everybody who has it.
  const { reach } = entryPoint
  const reached = projects.filter((one) => reach !== 'link' && isRequested[reach](one, project))
  const allowed = reach === 'link' ? new Set([`shown-${idsOf.slug}`]) : allowedTo(caller, reached)
  const found = text.match(PROBE) ?? []
  if (found.length > 0) tally.seen += 1
  if (found.length > 0 && reach === 'link') tally.byLink += 1
  const foreign = found.find((probe) => !allowed.has(probe))
  if (foreign !== undefined) tally.leaks.push({ ...about, what: foreign, answer: text.slice(0, 500) })
  // A response with status 429 or 503 is allowed and leaks nothing.
  if (answer.status >= 500 && answer.status !== 503)
    tally.leaks.push({ ...about, what: `status ${answer.status}`, answer: text })
}

/** Sends the mails that are due one hour later, including digests. */
async function sendMails(site: ProbeSite): Promise<void> {
  site.clock.ms += HOUR_MS
  const { deliver, 'process-outbox': processOutbox } = workerTasks(site.server.services)
  await processOutbox?.({})
  await site.server.db.jobs.runPending({ deliver, 'process-outbox': processOutbox })
  site.clock.ms -= HOUR_MS
}

/**
 * Probes in a mail that its recipient must not see: a guest may see only the guest's project, people the projects that
 * they can read, and an invited person the inviting project.
 */
function leaksIn(mail: Mail, { callers, projects }: ProbeSite): Leak[] {
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
 */
async function probeNotifications(site: ProbeSite, entryPoints: readonly EntryPoint[]): Promise<Leak[]> {
  const { callers, projects, pools } = site
  const leaks: Leak[] = []
  const mine = projects.find(({ slug }) => slug === 'ash-private')
  const caller = callers.find(({ name }) => name === 'token of ash-private')
  if (mine === undefined || caller === undefined) throw new Error('the project and its token were created')
  const own = new Set(Object.values(pools.get(mine.slug) ?? {}).flat())
  const foreign = withoutValues(own, pools.get('birch-private') ?? {})
  const missing = Object.fromEntries(
    Object.entries(foreign).map(([name, values]) => [name, values.map(nonexistentLike)]),
  )
  // A secret link works for everybody who has it, including links of another tenant.
  for (const entryPoint of entryPoints.filter(({ reach }) => reach !== 'link')) {
    for (const choice of [0, 1, 2, 3]) {
      const request = async (pool: Pool) => {
        const choose = (count: number) => Math.min(choice, count - 1)
        const call = { project: mine.slug, headers: caller.headers, pool, choose, optional: () => false }
        const answer = await entryPoint.call(call)
        return `${answer.status} ${withoutIds(await answer.text(), pool)}`
      }
      const [ofForeign, ofMissing] = [await request(foreign), await request(missing)]
      if (ofForeign === ofMissing) continue
      const about = { caller: caller.name, entryPoint: entryPoint.name, project: mine.slug }
      leaks.push({ ...about, what: ofForeign.slice(0, 500), answer: ofMissing.slice(0, 500) })
    }
  }
  return leaks
}

/** Probe texts of these projects that the caller may see. */
function allowedTo({ mayRead, mayWrite }: ProbeCaller, projects: readonly Project[]): ReadonlySet<string> {
  const readable = projects.filter(mayRead).flatMap(({ slug }) => [`canary-${slug}`, `shown-${slug}`])
  return new Set([...readable, ...projects.filter(mayWrite).map(({ slug }) => `hidden-${slug}`)])
}

/** Probe texts that a person invited by an author of one project may see. */
function invitedTo(found: readonly string[]): ReadonlySet<string> {
  const [, slug] = found.map((one) => /^(?:shown|hidden)-(.*)$/.exec(one)).find((one) => one !== null) ?? []
  return new Set([`shown-${slug}`, `hidden-${slug}`])
}

function pick<T>(list: readonly T[], choose: (count: number) => number): T {
  const found = list[choose(list.length)]
  if (found === undefined) throw new Error('none of these lists is empty')
  return found
}
