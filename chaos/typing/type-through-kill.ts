import type { BrowserContext, Page, Request } from '@playwright/test'
import { countDoubled, countLost, type TypedText } from './count-lost-keys.ts'
import type { SimulatedUser } from './simulated-users.ts'

type Random = () => number

/** Actions of the user when the server is back. */
const AFTER = ['stays', 'reloads', 'reloads while it is away', 'closes the tab'] as const
export type AfterRestart = (typeof AFTER)[number]
/** Detects what never happens; a busy machine needs far less, and nothing waits longer than necessary. */
const TIMEOUT_MS = 3 * 60_000

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
async function listenToKeys(context: BrowserContext): Promise<(form: string) => string> {
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

/** A simulated user at a browser of their own, and the text that they type at the moment. */
export type TypingSession = {
  readonly user: SimulatedUser
  readonly context: BrowserContext
  readonly random: Random
  /** Keys that the field of the user has received in all texts. */
  readonly heard: () => string
  /** Null after the user has closed the tab. */
  page: Page | null
  texts: number
  text: string
  /** Number of keys that were heard before this text. */
  heardBefore: number
  isSent: boolean
  /** Responses to requests that store this text. */
  answers: number
  /** Requests that store a text and have no response yet. */
  pending: number
}

/** Creates a user in a separate browser context. */
export async function startTypingSession(
  user: SimulatedUser,
  context: BrowserContext,
  random: Random,
): Promise<TypingSession> {
  const heardIn = await listenToKeys(context)
  const session: TypingSession = {
    ...{ user, context, random, heard: () => heardIn(user.form()) },
    ...{ page: null, texts: 0, text: '', heardBefore: 0, isSent: false, answers: 0, pending: 0 },
  }
  const count = (event: 'request' | 'requestfinished' | 'requestfailed', by: number) =>
    context.on(event as 'request', (request) => {
      if (isStoring(request)) session.pending += by
    })
  count('request', 1)
  count('requestfinished', -1)
  count('requestfailed', -1)
  context.on('response', (response) => {
    if (isStoring(response.request())) session.answers += 1
  })
  return session
}

/** While the server runs: chooses a text and focuses the field. */
export async function focusNextText(session: TypingSession): Promise<void> {
  const { user, context, random } = session
  session.page ??= await context.newPage()
  session.texts += 1
  session.text = madeText(`${user.name.slice(0, 2)}${session.texts}`, random)
  await user.begin(session.page)
  session.heardBefore = session.heard().length
  session.isSent = false
  session.answers = 0
  await session.page.keyboard.press('Control+a')
}

/** During the kill: types keys and, among them or after them, stores the text. */
export async function typeAndSave(session: TypingSession, paceMs: number): Promise<void> {
  const { page, random, text } = session
  if (page === null) return
  const sendsAt = random() < 0.5 ? text.length : Math.floor(random() * 1.5 * text.length)
  for (const [at, key] of [...text].entries()) {
    if (at === sendsAt && at > 0) await save(session)
    // A stored and closed form accepts no more keys, which would be shortcuts then.
    if (at > sendsAt && !(await isWriting(page))) return
    await page.keyboard.type(key)
    await pause(random() * 2 * paceMs)
  }
  if (sendsAt === text.length) await save(session)
}

/** While the server is stopped: reloads the page, closes the tab, or does nothing yet. */
export async function actWhileStopped(session: TypingSession): Promise<AfterRestart> {
  const action = AFTER[Math.floor(session.random() * AFTER.length)] ?? 'stays'
  if (action === 'reloads while it is away') await session.page?.reload({ timeout: 2_000 }).catch(() => undefined)
  if (action === 'closes the tab') {
    await session.page?.close()
    forgetPage(session)
  }
  return action
}

/** Checks that no text is lost after the restart, and that no text is stored twice at the end. */
export async function checkAfterRestart(session: TypingSession, action: AfterRestart): Promise<Typed> {
  const { user, text } = session
  session.page ??= await session.context.newPage()
  const { page } = session
  const keys = typedOf(session).length
  // A page that reloads itself after a broken connection may do so during this action.
  await user.find(page, action !== 'stays').catch(() => user.find(page, action !== 'stays'))
  let before = await readStored(session)
  for (const until = Date.now() + TIMEOUT_MS; countLost(before) > 0 && Date.now() < until; ) {
    await pause(100)
    before = await readStored(session)
  }
  const lost = countLost(before)
  const wasSending = session.isSent
  // The server stored it, and the page got no response: it was closed, or it is still waiting.
  const answerLost = before.stored.length > 0 && session.answers === 0
  if (lost === 0) await finishText(session)
  const after = await readStored(session)
  const doubled = countDoubled({ ...after, typed: text })
  const unfinished = lost === 0 ? countLost({ ...after, typed: text, field: '' }) : 0
  const story = `${user.name} ${user.form()} ${action}: typed ${before.typed}; then stored ${JSON.stringify(before.stored)} field ${JSON.stringify(before.field)}; at last ${JSON.stringify(after.stored)} field ${JSON.stringify(after.field)}`
  return { lost: lost + unfinished, doubled, keys, wasSending, answerLost, story }
}

/** Types the rest of the text, and stores it until it is on the server. */
async function finishText(session: TypingSession): Promise<void> {
  const { page, user, text } = session
  if (page === null) return
  const isDone = async () => isStored(await readStored(session), text)
  for (const until = Date.now() + TIMEOUT_MS; Date.now() < until; ) {
    if (await isDone()) return
    await user.find(page, false)
    if (typedOf(session) === '') await page.keyboard.press('Control+a')
    for (const key of text.slice(typedOf(session).length)) {
      if (!(await isWriting(page))) break
      await page.keyboard.type(key)
    }
    const answered = session.answers
    await save(session)
    // The text is sent again only after a response, or when nothing was sent, because a click may have hit a disabled
    // button.
    const mayCome = (waited: number) => Date.now() < until && (session.pending > 0 || waited < 3_000)
    for (let waited = 0; mayCome(waited) && session.answers === answered && !(await isDone()); waited += 150) {
      await pause(150)
    }
  }
}

/** Describes the current page in words. */
export async function describePage({ page }: TypingSession): Promise<string> {
  if (page === null) return 'no page'
  return `${page.url()} ${await page.evaluate<string>('document.body.innerText.slice(0, 300)').catch(String)}`
}

/** Opens a new window after an unexpected state. */
export async function startOver(session: TypingSession): Promise<void> {
  await session.page?.close().catch(() => undefined)
  forgetPage(session)
  session.user.startOver()
}

function forgetPage(session: TypingSession): void {
  session.page = null
  session.pending = 0
}

async function save(session: TypingSession): Promise<void> {
  session.isSent = true
  if (session.page !== null) await session.user.save(session.page).catch(() => undefined)
}

const isWriting = (page: Page): Promise<boolean> =>
  page
    .evaluate<boolean>(`document.activeElement?.matches('textarea, [contenteditable=true]') ?? false`)
    .catch(() => false)

/** Keys of the current text that its field received. */
const typedOf = ({ heard, heardBefore }: TypingSession): string => heard().slice(heardBefore)

async function readStored(session: TypingSession): Promise<TypedText> {
  const { user, page } = session
  return {
    typed: typedOf(session),
    stored: await user.stored(),
    field: page === null || page.isClosed() ? '' : await user.field(page).catch(() => ''),
    joins: user.joins,
  }
}

const isStored = ({ stored, joins }: TypedText, text: string): boolean =>
  (joins === 'all' ? stored.join('') : stored.at(-1)) === text

const isStoring = (request: Request): boolean =>
  request.method() === 'POST' &&
  request.url().includes('/api/trpc/') &&
  /specs\.(act|revise)|reading\.act/.test(request.url())

/** Composes words of syllables without spaces, because stored text is trimmed. */
function madeText(name: string, random: Random): string {
  const syllable = () => `${pick('bdfgklmnprst', random)}${pick('aeiou', random)}`
  const word = () => Array.from({ length: 2 + Math.floor(random() * 2) }, syllable).join('')
  return [name, ...Array.from({ length: 2 + Math.floor(random() * 3) }, word)].join('-')
}

const pick = (letters: string, random: Random) => letters[Math.floor(random() * letters.length)] ?? ''

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))
