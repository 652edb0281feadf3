import { type Browser, expect, type Page } from '@playwright/test'
import { open } from './ready.ts'
import { inDays, mark } from './spec-review.ts'
import { signUp } from './test-accounts.ts'

const TEXT = `# Exact sums, design

## Method

Each thread adds into a wide sum of its own.

The sums of all threads are added at the end.`

/** Opens the personal link of a guest in a browser of their own. */
export async function openAsGuest(browser: Browser, link: string): Promise<Page> {
  const page = await (await browser.newContext()).newPage()
  await open(page, new URL(link).pathname)
  return page
}

export const cardOf = (page: Page, number: number) => page.getByRole('article', { name: `F-${number}`, exact: true })

/**
 * Reviews a design spec of a resolved functional spec in a meeting: its author, two guests, and a member who takes the
 * minutes by keyboard.
 *
 * @returns its name, when it is resolved
 */
export async function reviewDesign(page: Page, browser: Browser, functional: string): Promise<string> {
  await open(page, '/p/demo/specs/new')
  await page.getByLabel('Kind').selectOption('design')
  const parent = page.getByLabel('Builds on')
  await parent.selectOption(
    (await parent.getByRole('option', { name: new RegExp(`^${functional} `) }).getAttribute('value')) ?? '',
  )
  await page.getByLabel('Title').fill(`Exact sums, design of ${functional}`)
  await page.getByRole('textbox', { name: 'Text, in Markdown' }).fill(TEXT)
  await page.getByRole('button', { name: 'Create' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('design of')
  const name = new URL(page.url()).pathname.split('/').at(-1) ?? ''

  const minutes = await (await browser.newContext()).newPage()
  const sam = await signUp(minutes, `Sam ${crypto.randomUUID().slice(0, 8)}`)
  await open(page, `/p/demo/specs/${name}`)
  await page.getByRole('button', { name: 'Invite reviewers' }).click()
  const several = page.getByRole('form', { name: 'Invite several people' })
  await several.getByRole('textbox').fill('Vera <vera@example.test>\nRita <rita@example.test>')
  await several.getByRole('button', { name: 'Invite', exact: true }).click()
  await expect(page.getByText('2 people are invited.')).toBeVisible()
  const links = await page.getByRole('status').locator('code').allTextContents()
  const schedule = page.getByRole('form', { name: 'Schedule the review' })
  await schedule.getByLabel('Meeting', { exact: true }).fill(inDays(2))
  await schedule.getByLabel('Place or link').fill('Room 1')
  await schedule.getByLabel(/^Reason for less than/).fill('a test')
  await schedule.getByRole('button', { name: 'Schedule' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('in review')
  // The list of people has those who have opened the project.
  await open(minutes, `/p/demo/specs/${name}`)
  await open(page, `/p/demo/specs/${name}`)
  await page.getByText('Set scribe…').click()
  const naming = page.getByRole('form', { name: 'Set scribe' })
  await naming.getByRole('combobox').selectOption({ label: sam.name })
  await naming.getByRole('button', { name: 'Set' }).click()

  for (const [at, [words, body]] of [
    ['into a wide sum', 'How wide?'],
    ['added at the end', 'In which order?'],
  ].entries()) {
    const guest = await openAsGuest(browser, links[at] ?? '')
    await mark(guest, words ?? '')
    await guest
      .getByRole('form', { name: 'Add a comment' })
      .getByLabel('Your comment')
      .fill(body ?? '')
    await guest.keyboard.press('Control+Enter')
    await expect(cardOf(guest, at + 1)).toContainText(body ?? '')
    await guest.context().close()
  }
  await takeMinutes(minutes, name)
  await minutes.context().close()

  await open(page, `/p/demo/specs/${name}/meeting`)
  for (const number of [1, 2]) {
    if (number > 1) await page.keyboard.press('j')
    await page.keyboard.press('c')
    await expect(page.getByRole('region', { name: 'Current comment' }).getByRole('status')).toHaveText(
      `F-${number}: confirmed.`,
    )
  }
  await open(page, `/p/demo/specs/${name}`)
  await page.getByRole('button', { name: 'Resolve' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('resolved')
  await expect(page.getByRole('note').filter({ hasText: 'As resolved on' })).toContainText('revision 1')
  return name
}

/** Records a meeting by keyboard: a question that is answered, a workaround, minutes, and its end. */
async function takeMinutes(page: Page, name: string): Promise<void> {
  await open(page, `/p/demo/specs/${name}/meeting`)
  const stage = page.getByRole('region', { name: 'Current comment' })
  const { keyboard } = page
  await keyboard.press('h')
  await expect(page.getByRole('heading', { level: 1 })).toContainText('in its meeting')
  for (const [key, text, said] of [
    ['a', 'It has 2,098 bits.', 'F-1: Question answered, for an author to confirm.'],
    ['b', 'Sort the threads by their number.', 'F-2: Good point, but, for an author to confirm.'],
  ] as const) {
    await keyboard.press(key)
    await expect(stage.getByRole('textbox')).toBeFocused()
    await keyboard.type(text)
    await keyboard.press('Control+Enter')
    await expect(stage.getByRole('status')).toHaveText(said)
  }
  await keyboard.press('p')
  await keyboard.type('Vera, Rita, Olga')
  await keyboard.press('Tab')
  await keyboard.type('The width was explained.')
  await keyboard.press('Control+Enter')
  await keyboard.press('Escape')
  await keyboard.press('e')
  await expect(page.getByRole('button', { name: 'Close the meeting' })).toBeFocused()
  await keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toContainText('being resolved')
}
