import type { Page } from '@playwright/test'
import { open } from '../../e2e/support/ready.ts'
import type { TypedText } from './count-lost-keys.ts'
import type { Site } from './review-setup.ts'

/** A simulated person who types one text after the other into a form of the product. */
export type SimulatedUser = {
  name: string
  joins: TypedText['joins']
  /** The accessible name of the form, which separates its keys from those of other forms. */
  form: () => string
  /** Opens the page of the form and focuses its field. */
  begin(page: Page): Promise<void>
  /** Finds the field again after the page was reopened or left open. */
  find(page: Page, isOpenedAnew: boolean): Promise<void>
  /** The text in the field; empty when there is none. */
  field(page: Page): Promise<string>
  save(page: Page): Promise<void>
  stored(): Promise<string[]>
  /** Makes the next text begin in a new spec. */
  startOver(): void
}

type Person = { key: string; name: string }
type Base = {
  site: Site
  /** Address of the server that is killed. */
  url: string
  author: Person
  /** Comments of each meeting. */
  points: number
}

const PRESS_MS = 3 * 60_000
/** Timeout to read a field that may have been stored, and so removed, in the meantime. */
const VANISHED_MS = 1_000
const FINGER_MS = 3_000

/** Records a meeting by keyboard, one comment after the other, as a scribe whose responses are drafts. */
export function simulatedScribe({ site, url, author, points, scribe }: Base & { scribe: Person }): SimulatedUser {
  let [name, number] = ['', 0]
  const box = (page: Page) =>
    page.getByRole('form', { name: `No thank you, F-${number}`, exact: true }).getByRole('textbox')
  const find = async (page: Page, isOpenedAnew: boolean) => {
    if (isOpenedAnew) await open(page, `${url}/p/demo/specs/${name}/meeting`)
    if (!(await box(page).isVisible())) {
      await choose(page, number)
      await page.keyboard.press('t')
      await box(page).waitFor({ timeout: PRESS_MS })
    }
    await toItsEnd(page, box(page))
  }
  return {
    name: 'scribe',
    joins: 'newest',
    form: () => `No thank you, F-${number}`,
    async begin(page) {
      number -= 1
      const isNew = number < 1
      if (isNew) {
        name = await site.makeReview({ points, author, scribe })
        number = points
      }
      await find(page, isNew)
    },
    find,
    field: (page) => wordsIn(box(page)),
    save: (page) => page.keyboard.press('Control+Enter'),
    stored: async () => reasonsOf(await site.read(name), number),
    startOver: () => {
      number = 0
    },
  }
}

/** Responds to all comments of a meeting in order, during all kills: the current one is the first open one. */
export function simulatedSlowAuthor({
  site,
  url,
  author,
  points,
}: Base): SimulatedUser & { finished(): Promise<{ meetings: number; outOfOrder: number }> } {
  let [name, left, at] = ['', 0, 0]
  let isChosen = false
  const names: string[] = []
  const article = (page: Page) => page.getByRole('region', { name: 'Current comment' }).getByRole('article')
  const box = (page: Page) =>
    page.getByRole('form', { name: `No thank you, F-${at}`, exact: true }).getByRole('textbox')
  const find = async (page: Page, isOpenedAnew: boolean) => {
    if (isOpenedAnew) await open(page, `${url}/p/demo/specs/${name}/meeting`)
    if (!(await box(page).isVisible())) {
      if ((await article(page).getAttribute('aria-label')) !== `F-${at}`) {
        // The page shows the next open comment; an earlier one is selected only to continue typing its stored response.
        if (reasonsOf(await site.read(name), at).length === 0) return
        isChosen = true
        await choose(page, at)
      }
      await page.keyboard.press('t')
      await box(page).waitFor({ timeout: PRESS_MS })
    }
    await toItsEnd(page, box(page))
  }
  return {
    name: 'slow author',
    joins: 'newest',
    form: () => `No thank you, F-${at}`,
    async begin(page) {
      const isNew = left === 0
      if (isNew) {
        name = await site.makeReview({ points, author })
        names.push(name)
        left = points
      }
      at = left
      left -= 1
      if (isNew || isChosen) await open(page, `${url}/p/demo/specs/${name}/meeting`)
      isChosen = false
      // Numbers of open comments fall from the first in the text to the last.
      await article(page)
        .and(page.getByRole('article', { name: `F-${at}`, exact: true }))
        .waitFor()
      await find(page, false)
    },
    find,
    field: (page) => wordsIn(box(page)),
    save: (page) => page.keyboard.press('Control+Enter'),
    stored: async () => reasonsOf(await site.read(name), at),
    startOver: () => {
      left = 0
    },
    async finished() {
      let outOfOrder = 0
      for (const one of names) {
        const { feedback } = await site.read(one)
        const times = feedback.flatMap(({ responses }) => responses.slice(0, 1).map((answer) => answer.at)).toReversed()
        outOfOrder += times.filter((time, index) => index > 0 && time < (times[index - 1] ?? '')).length
      }
      return { meetings: names.length, outOfOrder }
    },
  }
}

/** Responds to comments on the page of the spec. */
export function simulatedAuthor({ site, url, author, points }: Base): SimulatedUser {
  let [name, number] = ['', 0]
  const card = (page: Page) => page.getByRole('article', { name: `F-${number}`, exact: true })
  const box = (page: Page) =>
    page.getByRole('form', { name: `Respond to F-${number}`, exact: true }).getByRole('textbox')
  const find = async (page: Page, isOpenedAnew: boolean) => {
    if (isOpenedAnew) await open(page, `${url}/p/demo/specs/${name}`)
    if (!(await box(page).isVisible())) {
      const press = card(page).getByRole('button', { name: 'No thank you', exact: true })
      const folded = card(page).getByRole('button', { name: 'Revise response…', expanded: false })
      if (await folded.isVisible()) {
        await folded.click({ timeout: PRESS_MS })
        await press.waitFor({ timeout: PRESS_MS })
      }
      if (!(await press.isVisible())) return
      await press.click({ timeout: PRESS_MS })
      await box(page).waitFor({ timeout: PRESS_MS })
    }
    await toItsEnd(page, box(page))
  }
  return {
    name: 'author',
    joins: 'newest',
    form: () => `Respond to F-${number}`,
    async begin(page) {
      number -= 1
      const isNew = number < 1
      if (isNew) {
        name = await site.makeReview({ points, author })
        number = points
      }
      await find(page, isNew)
    },
    find,
    field: (page) => wordsIn(box(page)),
    save: async (page) => {
      await press(page.getByRole('form', { name: `Respond to F-${number}`, exact: true }).getByRole('button'))
      if (await box(page).isVisible()) await toItsEnd(page, box(page))
    },
    stored: async () => reasonsOf(await site.read(name), number),
    startOver: () => {
      number = 0
    },
  }
}

/** Makes comments, one after the other. */
export function simulatedReviewer({ site, url, author, points, reader }: Base & { reader: Person }): SimulatedUser {
  let [name, before, rounds] = ['', 0, 0]
  const form = (page: Page) => page.getByRole('form', { name: 'Add a comment', exact: true })
  const box = (page: Page) => form(page).getByRole('textbox')
  const find = async (page: Page, isOpenedAnew: boolean) => {
    if (isOpenedAnew) await open(page, `${url}/p/demo/specs/${name}`)
    await toItsEnd(page, box(page))
  }
  const all = async () => (await site.read(name)).feedback.map(({ body }) => body)
  return {
    name: 'reader',
    joins: 'all',
    form: () => 'Add a comment',
    async begin(page) {
      const isNew = rounds % points === 0
      if (isNew) name = await site.makeReview({ points: 2, author, reader })
      rounds += 1
      before = (await all()).length
      await find(page, isNew)
    },
    find,
    field: (page) => wordsIn(box(page)),
    save: async (page) => {
      await press(form(page).getByRole('button', { name: 'Comment', exact: true }))
      await toItsEnd(page, box(page))
    },
    stored: async () => (await all()).slice(before),
    startOver: () => {
      rounds = 0
    },
  }
}

/** Writes the text of a spec, one revision after the other. */
export function simulatedEditor({ site, url, author }: Base): SimulatedUser {
  let [name, before] = ['', 0]
  const box = (page: Page) => page.locator('.cm-content')
  const find = async (page: Page, isOpenedAnew: boolean) => {
    if (isOpenedAnew || !new URL(page.url()).pathname.endsWith('/edit'))
      await open(page, `${url}/p/demo/specs/${name}/edit`)
    await box(page).waitFor()
    await toItsEnd(page, box(page))
  }
  return {
    name: 'editor',
    joins: 'newest',
    form: () => 'editor',
    async begin(page) {
      if (name === '') name = await site.makeSpec(author)
      before = (await site.read(name)).revision
      await find(page, true)
      await page.keyboard.press('Control+a')
    },
    find,
    field: async (page) =>
      (await box(page).isVisible()) ? ((await box(page).textContent({ timeout: VANISHED_MS })) ?? '').trim() : '',
    save: async (page) => {
      const note = page.getByLabel('What changed').first()
      if (!(await note.isVisible())) return
      await note.fill('typed', { timeout: PRESS_MS })
      await press(page.getByRole('button', { name: 'Save revision' }))
      if (await box(page).isVisible()) await toItsEnd(page, box(page))
    },
    startOver: () => {
      name = ''
    },
    async stored() {
      const { revision } = await site.read(name)
      const numbers = Array.from({ length: revision - before }, (_, at) => before + 1 + at)
      return Promise.all(numbers.map(async (number) => (await site.read(name, number)).text))
    },
  }
}

const reasonsOf = ({ feedback }: { feedback: { number: number; responses: { reason: string }[] }[] }, number: number) =>
  feedback.find((one) => one.number === number)?.responses.map(({ reason }) => reason) ?? []

type Box = ReturnType<Page['getByRole']>

const wordsIn = async (box: Box): Promise<string> =>
  (await box.isVisible()) ? box.inputValue({ timeout: VANISHED_MS }) : ''

const choose = (page: Page, number: number): Promise<void> =>
  page
    .getByRole('navigation', { name: 'Comments' })
    .getByRole('button', { name: new RegExp(`^F-${number} `) })
    .click({ timeout: PRESS_MS })

async function toItsEnd(page: Page, box: Box): Promise<void> {
  await box.focus({ timeout: PRESS_MS })
  await page.keyboard.press('Control+End')
}

/** Clicks like a person: a click without an effect is repeated by the caller, who checks the outcome. */
const press = (button: Box): Promise<void> =>
  button.click({ timeout: FINGER_MS, noWaitAfter: true }).catch(() => undefined)
