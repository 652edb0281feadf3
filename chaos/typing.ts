import { seededRandom } from '@assay/testing/seeded-random'
import type { Browser, BrowserContext, Page } from '@playwright/test'
import { personIdOf } from '../bench/lib/database.ts'
import { setUpOwner, signUp, type TestPerson } from '../e2e/support/test-accounts.ts'
import { type KilledServer, startKilledServer } from './typing/killed-server.ts'
import { openSite, type Product } from './typing/review-setup.ts'
import {
  simulatedAuthor,
  simulatedEditor,
  simulatedReviewer,
  simulatedScribe,
  simulatedSlowAuthor,
} from './typing/simulated-users.ts'
import { listenToKeys, sitDown } from './typing/type-through-kill.ts'

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

const NOTHING = { lost: 0, doubled: 0, keys: 0, wasSending: false, answerLost: false, story: '' }

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
  {
    kills,
    seed,
    paceMs,
    users: names = SIMULATED_USERS,
    points = 40,
    longestMs = Number.POSITIVE_INFINITY,
    log = () => undefined,
  }: Size,
): Promise<TypingChaos> {
  const began = performance.now()
  const random = seededRandom(seed)
  const server = await startKilledServer(product)
  const contexts: BrowserContext[] = []
  try {
    const site = openSite(product)
    const people = await makePeople(product, browser, server)
    const base = { site, url: server.url, author: people.author.person, points }
    const slow = simulatedSlowAuthor(base)
    const all = {
      scribe: { of: people.scribe, user: simulatedScribe({ ...base, scribe: people.scribe.person }) },
      author: { of: people.author, user: simulatedAuthor(base) },
      reader: { of: people.reader, user: simulatedReviewer({ ...base, reader: people.reader.person }) },
      editor: { of: people.author, user: simulatedEditor(base) },
      'slow author': { of: people.author, user: slow },
    }
    const seats = await Promise.all(
      names.map(async (name) => {
        const { of, user } = all[name]
        const context = await browser.newContext({ storageState: of.state, baseURL: server.url })
        context.setDefaultTimeout(5 * 60_000)
        contexts.push(context)
        if (name === 'slow author') context.on('page', (page) => void slowDown(page))
        return sitDown(user, context, await listenToKeys(context), seededRandom(Math.floor(random() * 2 ** 32)))
      }),
    )
    let onRequest = () => {}
    for (const seat of seats) seat.onRequest(() => onRequest())
    const report: TypingChaos = {
      ...{
        kills: 0,
        texts: 0,
        keys: 0,
        whileSending: 0,
        answersLost: 0,
        seconds: 0,
        lostKeys: 0,
        doubledKeys: 0,
        stuck: 0,
        outOfOrder: 0,
      },
      stories: [],
    }
    while (report.kills < kills && performance.now() - began < longestMs) {
      const at = performance.now()
      const storiesBefore = report.stories.length
      await Promise.all(
        seats.map((seat) =>
          seat.begin().catch(async (error: unknown) => {
            report.stuck += 1
            const failure = `${String(error).slice(0, 400)} on ${await seat.where()}`
            report.stories.push(`after kill ${report.kills}: ${seat.name}: ${failure}`)
            await seat.startOver()
            await seat.begin()
          }),
        ),
      )
      const startedAt = performance.now()
      const typing = Promise.all(seats.map((seat) => seat.type(paceMs)))
      const isSending = random() < 0.5
      const moment = isSending
        ? new Promise<void>((resolve) => {
            onRequest = resolve
          })
        : pause(random() * 25 * paceMs)
      await Promise.race([moment, typing])
      if (isSending) await pause(random() * random() * 400)
      await server.kill()
      report.kills += 1
      await typing
      const does = await Promise.all(seats.map((seat) => seat.whileAway()))
      await server.start()
      const back = performance.now()
      const looked = await Promise.all(
        seats.map((seat, index) =>
          seat.look(does[index] ?? 'stays').catch(async (error: unknown) => {
            report.stuck += 1
            const failure = `${String(error).slice(0, 400)} on ${await seat.where()}`
            report.stories.push(`kill ${report.kills}: ${seat.name} ${does[index]}: ${failure}`)
            await seat.startOver()
            return NOTHING
          }),
        ),
      )
      if (process.env.CHAOS_LOUD !== undefined) {
        const steps = [startedAt - at, back - startedAt, performance.now() - back].map((ms) => (ms / 1000).toFixed(1))
        log(`kill ${report.kills}: begun ${steps[0]}, killed and back ${steps[1]}, looked ${steps[2]} s`)
      }
      for (const { lost, doubled, keys, wasSending, answerLost, story } of looked) {
        if (keys > 0) report.texts += 1
        report.keys += keys
        report.lostKeys += lost
        report.doubledKeys += doubled
        if (wasSending) report.whileSending += 1
        if (answerLost) report.answersLost += 1
        if (lost + doubled > 0) report.stories.push(`kill ${report.kills}: lost ${lost}, twice ${doubled}: ${story}`)
      }
      if (process.env.CHAOS_LOUD !== undefined) report.stories.slice(storiesBefore).forEach(log)
      if (report.kills % 10 === 0) {
        const minutes = ((performance.now() - began) / 60_000).toFixed(1)
        log(
          `${report.kills} kills, ${report.texts} texts, ${report.lostKeys} keys lost, ${report.doubledKeys} twice, ${minutes} min`,
        )
      }
    }
    const { outOfOrder } = await slow.finished()
    return { ...report, outOfOrder, seconds: (performance.now() - began) / 1000 }
  } finally {
    await Promise.all(contexts.map((context) => context.close().catch(() => undefined)))
    await server.stop()
  }
}

type Person = { person: { key: string; name: string }; state: Awaited<ReturnType<BrowserContext['storageState']>> }

async function makePeople(
  product: Product,
  browser: Browser,
  server: KilledServer,
): Promise<Record<'author' | 'scribe' | 'reader', Person>> {
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
