import type { BrowserContext, Page, Request } from '@playwright/test'
import { countDoubled, countLost, type TypedText } from './count-lost-keys.ts'
import type { SimulatedUser } from './simulated-users.ts'

type Random = () => number

/** Actions of the user when the server is back. */
const AFTER = ['stays', 'reloads', 'reloads while it is away', 'closes the tab'] as const
/** Detects what never happens; a busy machine needs far less, and nothing waits longer than necessary. */
const PATIENCE_MS = 3 * 60_000

/** A text that one user typed during one kill of the server. */
export type Typed = {
  lost: number
  doubled: number
  keys: number
  wasSending: boolean
  answerLost: boolean
  story: string
}

/** Records the keys that each field received in the browser, from before a script of the page ran. */
export async function listenToKeys(context: BrowserContext): Promise<(form: string) => string> {
  const heard: { form: string; key: string }[] = []
  await context.exposeBinding('heardKey', (_source, form: string, key: string) => void heard.push({ form, key }))
  await context.addInitScript(LISTEN)
  return (form) => heard.map((one) => (one.form === form ? one.key : '')).join('')
}

const LISTEN = `addEventListener('beforeinput', (event) => {
  if (event.inputType !== 'insertText' || !event.isTrusted) return
  const { target } = event
  const form = target.closest?.('.cm-editor') ? 'editor' : (target.closest?.('form')?.getAttribute('aria-label') ?? '')
  heardKey(form, event.data ?? '')
}, true)`

/** Creates a user in a separate browser context. */
export function sitDown(user: SimulatedUser, context: BrowserContext, heard: (form: string) => string, random: Random) {
  let page: Page | null = null
  let rounds = 0
  let [text, from, sent, answers] = ['', 0, false, 0]
  let underWay = 0
  const isStoringRequest = (request: Request) =>
    request.method() === 'POST' && request.url().includes('/api/trpc/') && isStoring(request.url())
  context.on('request', (request) => {
    if (isStoringRequest(request)) underWay += 1
  })
  context.on('requestfinished', (request) => {
    if (isStoringRequest(request)) underWay -= 1
  })
  context.on('requestfailed', (request) => {
    if (isStoringRequest(request)) underWay -= 1
  })
  context.on('response', (response) => {
    if (isStoringRequest(response.request())) answers += 1
  })
  const typed = () => heard(user.form()).slice(from)
  const storedTexts = async (): Promise<TypedText> => ({
    typed: typed(),
    stored: await user.stored(),
    field: page === null || page.isClosed() ? '' : await user.field(page).catch(() => ''),
    joins: user.joins,
  })
  return {
    name: user.name,
    /** While the server runs: chooses a text and focuses the field. */
    async begin(): Promise<void> {
      page ??= await context.newPage()
      rounds += 1
      text = madeText(`${user.name.slice(0, 2)}${rounds}`, random)
      await user.begin(page)
      from = heard(user.form()).length
      sent = false
      answers = 0
      await page.keyboard.press('Control+a')
    },
    /** During the kill: types keys and, among them or after them, stores the text. */
    async type(paceMs: number): Promise<void> {
      if (page === null) return
      const sendsAt = random() < 0.5 ? text.length : Math.floor(random() * 1.5 * text.length)
      for (const [at, key] of [...text].entries()) {
        if (at === sendsAt && at > 0) await this.send()
        // A stored and closed form accepts no more keys, which would be shortcuts then.
        if (at > sendsAt && !(await this.isWriting())) return
        await page.keyboard.type(key)
        await pause(random() * 2 * paceMs)
      }
      if (sendsAt === text.length) await this.send()
    },
    async send(): Promise<void> {
      sent = true
      if (page !== null) await user.save(page).catch(() => undefined)
    },
    isWriting: async (): Promise<boolean> =>
      page !== null &&
      (await page
        .evaluate<boolean>(`document.activeElement?.matches('textarea, [contenteditable=true]') ?? false`)
        .catch(() => false)),
    onRequest(listener: () => void): void {
      context.on('request', (request) => request.method() === 'POST' && listener())
    },
    /** While the server is away. */
    async whileAway(): Promise<(typeof AFTER)[number]> {
      const does = AFTER[Math.floor(random() * AFTER.length)] ?? 'stays'
      if (does === 'reloads while it is away') await page?.reload({ timeout: 2_000 }).catch(() => undefined)
      if (does === 'closes the tab') {
        await page?.close()
        page = null
        underWay = 0
      }
      return does
    },
    /** Checks that no text is lost after the restart, and that no text is stored twice at the end. */
    async look(does: (typeof AFTER)[number]): Promise<Typed> {
      page ??= await context.newPage()
      const keys = typed().length
      const here = page
      // A page that reloads itself after a broken connection may do so during this action.
      await user.find(here, does !== 'stays').catch(() => user.find(here, does !== 'stays'))
      let before = await storedTexts()
      for (
        const until = Date.now() + PATIENCE_MS;
        countLost(before) > 0 && Date.now() < until;
        before = await storedTexts()
      )
        await pause(100)
      const lost = countLost(before)
      const wasSending = sent
      // The server stored it, and the page got no response: it was closed, or it is still waiting.
      const answerLost = before.stored.length > 0 && answers === 0
      if (lost === 0) await this.finish()
      const after = await storedTexts()
      const doubled = countDoubled({ ...after, typed: text })
      const unfinished = lost === 0 ? countLost({ ...after, typed: text, field: '' }) : 0
      const story = `${user.name} ${user.form()} ${does}: typed ${before.typed}; then stored ${JSON.stringify(before.stored)} field ${JSON.stringify(before.field)}; at last ${JSON.stringify(after.stored)} field ${JSON.stringify(after.field)}`
      return { lost: lost + unfinished, doubled, keys, wasSending, answerLost, story }
    },
    /** Types the rest of the text, and stores it until it is on the server. */
    async finish(): Promise<void> {
      if (page === null) return
      for (const until = Date.now() + PATIENCE_MS; Date.now() < until; ) {
        const now = await storedTexts()
        if (isThere(now)) return
        await user.find(page, false)
        if (typed() === '') await page.keyboard.press('Control+a')
        for (const key of text.slice(typed().length)) {
          if (!(await this.isWriting())) break
          await page.keyboard.type(key)
        }
        const answered = answers
        await this.send()
        // The text is sent again only after a response, or when nothing was sent, because a click may have hit a
        // disabled button.
        const isDone = async () => isThere(await storedTexts()) || answers > answered
        const mayCome = (waited: number) => Date.now() < until && (underWay > 0 || waited < 3_000)
        for (let waited = 0; mayCome(waited) && !(await isDone()); waited += 150) await pause(150)
      }
    },
    /** Describes the current page in words. */
    where: async (): Promise<string> =>
      page === null
        ? 'no page'
        : `${page.url()} ${await page.evaluate<string>('document.body.innerText.slice(0, 300)').catch(String)}`,
    /** Opens a new window after an unexpected state. */
    async startOver(): Promise<void> {
      await page?.close().catch(() => undefined)
      page = null
      underWay = 0
      user.startOver()
    },
  }

  function isThere({ stored, joins }: TypedText): boolean {
    return (joins === 'all' ? stored.join('') : stored.at(-1)) === text
  }
}

const isStoring = (url: string): boolean => /specs\.(act|revise)|reading\.act/.test(url)

/** Composes words of syllables without spaces, because stored text is trimmed. */
function madeText(name: string, random: Random): string {
  const syllable = () => `${pick('bdfgklmnprst', random)}${pick('aeiou', random)}`
  const word = () => Array.from({ length: 2 + Math.floor(random() * 2) }, syllable).join('')
  return [name, ...Array.from({ length: 2 + Math.floor(random() * 3) }, word)].join('-')
}

const pick = (letters: string, random: Random) => letters[Math.floor(random() * letters.length)] ?? ''

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))
