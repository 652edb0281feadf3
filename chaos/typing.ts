import { seededRandom } from '@assay/testing/seeded-random'
import type { Browser, BrowserContext, Page } from '@playwright/test'
import { personIdOf } from '../bench/lib/database.ts'
import { setUpOwner, signUp, type TestPerson } from '../e2e/support/test-accounts.ts'
import { type KilledServer, startKilledServer } from './typing/killed-server.ts'
import { openSite, type Product } from './typing/review-setup.ts'
import {
  type SimulatedUser,
  simulatedAuthor,
  simulatedEditor,
  simulatedReviewer,
  simulatedScribe,
  simulatedSlowAuthor,
} from './typing/simulated-users.ts'
import {
  actWhileStopped,
  checkAfterRestart,
  describePage,
  focusNextText,
  startOver,
  startTypingSession,
  type Typed,
  type TypingSession,
  typeAndSave,
} from './typing/type-through-kill.ts'

/**
 * Names of simulated users: a scribe in a meeting, its author at the same time, a reviewer, an editor of the text, and
 * an author on a slow connection.
 */
export const SIMULATED_USERS = ['scribe', 'author', 'reader', 'editor', 'slow author'] as const
export type SimulatedUserName = (typeof SIMULATED_USERS)[number]

/** Counts of one simulation; the counts after `seconds` are zero when nothing went wrong. */
export type TypingChaos = {
  kills: number
  texts: number
  keys: number
  /** Kills during the request that stores a text, or right after its response. */
  whileSending: number
  /** Texts that were stored although no response confirmed it. */
  answersLost: number
  seconds: number
  lostKeys: number
  doubledKeys: number
  /** Users whose page did not let them continue. */
  stuck: number
  /** Comments of meetings on the slow connection with a response before an earlier comment had one. */
  outOfOrder: number
  /** Descriptions of lost and doubled keys. */
  stories: string[]
}

const NOTHING: Typed = { lost: 0, doubled: 0, keys: 0, wasSending: false, answerLost: false, story: '' }

/** A mobile connection with poor reception. */
const SLOW = { offline: false, latency: 300, downloadThroughput: 60_000, uploadThroughput: 30_000 }

type Size = {
  kills: number
  seed: number
  /** Average time between keys, in milliseconds. */
  paceMs: number
  users?: readonly SimulatedUserName[]
  /** Comments of each meeting. */
  points?: number
  /** Time after which no more kills are started. */
  longestMs?: number
  /** Called with a line of progress. */
  log?: (line: string) => void
}

/**
 * Simulated users type into the forms of specs in real browsers while a web server is killed with SIGKILL repeatedly:
 * before a key, between keys, and while a text is being stored.
 *
 * @param product  a running product; a second server over the same data is the one that is killed.
 * @param browser  to open windows in.
 */
export async function killWhileTyping(
  { product, browser }: { product: Product; browser: Browser },
  { kills, seed, paceMs, users = SIMULATED_USERS, points = 40, longestMs = Number.POSITIVE_INFINITY, log }: Size,
): Promise<TypingChaos> {
  const began = performance.now()
  const random = seededRandom(seed)
  const server = await startKilledServer(product)
  const contexts: BrowserContext[] = []
  try {
    const people = await makePeople(product, browser, server)
    const simulated = simulateUsers({ product, server, people, points })
    const sessions = await Promise.all(
      users.map(async (name) => {
        const { of, user } = simulated.users[name]
        const context = await browser.newContext({ storageState: of.state, baseURL: server.url })
        context.setDefaultTimeout(5 * 60_000)
        contexts.push(context)
        if (name === 'slow author') context.on('page', (page) => void slowDown(page))
        return startTypingSession(user, context, seededRandom(Math.floor(random() * 2 ** 32)))
      }),
    )
    const simulation: Simulation = {
      server,
      sessions,
      random,
      paceMs,
      log: log ?? (() => undefined),
      report: noKills(),
    }
    while (simulation.report.kills < kills && performance.now() - began < longestMs) {
      await killOnce(simulation)
      if (simulation.report.kills % 10 === 0) logProgress(simulation, performance.now() - began)
    }
    const { outOfOrder } = await simulated.slow.finished()
    return { ...simulation.report, outOfOrder, seconds: (performance.now() - began) / 1000 }
  } finally {
    await Promise.all(contexts.map((context) => context.close().catch(() => undefined)))
    await server.stop()
  }
}

type Simulation = {
  server: KilledServer
  sessions: readonly TypingSession[]
  random: () => number
  paceMs: number
  log: (line: string) => void
  /** Changed by each kill. */
  report: TypingChaos
}

const noKills = (): TypingChaos => ({
  ...{ kills: 0, texts: 0, keys: 0, whileSending: 0, answersLost: 0, seconds: 0 },
  ...{ lostKeys: 0, doubledKeys: 0, stuck: 0, outOfOrder: 0, stories: [] },
})

/** All users begin a text; the server is killed while they type and restarts; then every text is checked. */
async function killOnce(simulation: Simulation): Promise<void> {
  const { server, sessions, report } = simulation
  const storiesBefore = report.stories.length
  const times = [performance.now()]
  await Promise.all(
    sessions.map((session) =>
      focusNextText(session).catch(async (error: unknown) => {
        await restartStuck(simulation, session, `after kill ${report.kills}: ${session.user.name}: ${textOf(error)}`)
        await focusNextText(session)
      }),
    ),
  )
  times.push(performance.now())
  const actions = await killAmongKeys(simulation)
  await server.start()
  times.push(performance.now())
  const checked = await Promise.all(
    sessions.map((session, index) => {
      const action = actions[index] ?? 'stays'
      return checkAfterRestart(session, action).catch(async (error: unknown) => {
        const story = `kill ${report.kills}: ${session.user.name} ${action}: ${textOf(error)}`
        await restartStuck(simulation, session, story)
        return NOTHING
      })
    }),
  )
  times.push(performance.now())
  for (const typed of checked) addTyped(report, typed)
  if (process.env.CHAOS_LOUD !== undefined) logKill(simulation, times, report.stories.slice(storiesBefore))
}

/** Kills the server at a random time while the users type, in half of the cases during the request that stores a text. */
async function killAmongKeys({ server, sessions, random, paceMs, report }: Simulation) {
  const isSending = random() < 0.5
  const typing = Promise.all(sessions.map((session) => typeAndSave(session, paceMs)))
  const moment = isSending ? firstPost(sessions) : pause(random() * 25 * paceMs)
  await Promise.race([moment, typing])
  if (isSending) await pause(random() * random() * 400)
  await server.kill()
  report.kills += 1
  await typing
  return Promise.all(sessions.map(actWhileStopped))
}

/** Resolves when a page sends a POST request. */
function firstPost(sessions: readonly TypingSession[]): Promise<unknown> {
  return Promise.race(
    sessions.map(({ context }) =>
      context.waitForEvent('request', { predicate: (request) => request.method() === 'POST', timeout: 0 }),
    ),
  )
}

async function restartStuck({ report }: Simulation, session: TypingSession, story: string): Promise<void> {
  report.stuck += 1
  report.stories.push(`${story} on ${await describePage(session)}`)
  await startOver(session)
}

const textOf = (error: unknown): string => String(error).slice(0, 400)

function addTyped(report: TypingChaos, { lost, doubled, keys, wasSending, answerLost, story }: Typed): void {
  if (keys > 0) report.texts += 1
  report.keys += keys
  report.lostKeys += lost
  report.doubledKeys += doubled
  if (wasSending) report.whileSending += 1
  if (answerLost) report.answersLost += 1
  if (lost + doubled > 0) report.stories.push(`kill ${report.kills}: lost ${lost}, twice ${doubled}: ${story}`)
}

function logKill({ log, report }: Simulation, times: readonly number[], stories: readonly string[]): void {
  const seconds = times.slice(1).map((time, at) => ((time - (times[at] ?? time)) / 1000).toFixed(1))
  log(`kill ${report.kills}: begun ${seconds[0]}, killed and back ${seconds[1]}, checked ${seconds[2]} s`)
  stories.forEach(log)
}

function logProgress({ log, report }: Simulation, ms: number): void {
  const { kills, texts, lostKeys, doubledKeys } = report
  log(`${kills} kills, ${texts} texts, ${lostKeys} keys lost, ${doubledKeys} twice, ${(ms / 60_000).toFixed(1)} min`)
}

type Person = { person: { key: string; name: string }; state: Awaited<ReturnType<BrowserContext['storageState']>> }

type People = Record<'author' | 'scribe' | 'reader', Person>

type UserOptions = { product: Product; server: KilledServer; people: People; points: number }

/** Returns all simulated users with the people as whom they are signed in. */
function simulateUsers({ product, server, people, points }: UserOptions) {
  const base = { site: openSite(product), url: server.url, author: people.author.person, points }
  const slow = simulatedSlowAuthor(base)
  const users: Record<SimulatedUserName, { of: Person; user: SimulatedUser }> = {
    scribe: { of: people.scribe, user: simulatedScribe({ ...base, scribe: people.scribe.person }) },
    author: { of: people.author, user: simulatedAuthor(base) },
    reader: { of: people.reader, user: simulatedReviewer({ ...base, reader: people.reader.person }) },
    editor: { of: people.author, user: simulatedEditor(base) },
    'slow author': { of: people.author, user: slow },
  }
  return { users, slow }
}

async function makePeople(product: Product, browser: Browser, server: KilledServer): Promise<People> {
  const enter = async (signIn: (page: Page) => Promise<TestPerson>): Promise<Person> => {
    const context = await browser.newContext({ baseURL: server.url })
    const { name, email } = await signIn(await context.newPage())
    const state = await context.storageState()
    await context.close()
    return { person: { key: `person:${await personIdOf(product, email)}`, name }, state }
  }
  const some = crypto.randomUUID().slice(0, 8)
  return {
    author: await enter(setUpOwner),
    scribe: await enter((page) => signUp(page, `Sam ${some}`)),
    reader: await enter((page) => signUp(page, `Rita ${some}`)),
  }
}

async function slowDown(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('Network.emulateNetworkConditions', SLOW)
}

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))
