import { expect, type Page } from '@playwright/test'
import { openSite } from '../../chaos/typing/review-setup.ts'
import { open } from '../../e2e/support/ready.ts'
import { setUpOwner } from '../../e2e/support/test-accounts.ts'
import { personIdOf } from '../lib/database.ts'
import { openBrowser } from '../lib/open-browser.ts'
import type { Line } from '../lib/print-table.ts'
import type { Product } from '../lib/product.ts'

/**
 * Records a meeting with many open comments in two browsers at once, each with every second comment: the waiting time
 * for the product until all have a response, and until the meeting is closed. Speech takes no time here.
 */
export async function benchMeeting(
  product: Pick<Product, 'url' | 'token' | 'dataDirectory'>,
  points: number,
): Promise<Line[]> {
  const browser = await openBrowser()
  try {
    const context = await browser.newContext({ baseURL: product.url })
    const first = await context.newPage()
    const { name: called, email } = await setUpOwner(first)
    const site = openSite(product)
    const author = { key: `person:${await personIdOf(product, email)}`, name: called }
    const name = await site.makeReview({ points, author })
    const other = await browser.newContext({ baseURL: product.url, storageState: await context.storageState() })
    const second = await other.newPage()
    for (const page of [first, second]) await open(page, `/p/demo/specs/${name}/meeting`)

    const began = performance.now()
    const waited = await Promise.all([first, second].map((page, at) => answerEverySecond(page, points - at)))
    const answered = (performance.now() - began) / 1000
    await first.getByRole('navigation', { name: 'Comments' }).getByText(`0 of ${points} to discuss`).waitFor()
    await first.keyboard.press('e')
    await first.keyboard.press('Enter')
    await first.getByRole('heading', { level: 1, name: /being resolved/ }).waitFor()
    const closed = (performance.now() - began) / 1000
    const { feedback, state } = await site.read(name)
    const wrong = feedback.filter(
      ({ number, responses }) => responses.map(({ reason }) => reason).join() !== textOf(number),
    )
    expect({ state, wrong }, 'what the meeting left').toEqual({ state: 'resolving', wrong: [] })
    return [
      {
        what: `a meeting of ${points} points in two browsers: from the first key until it is closed`,
        value: closed,
        unit: 's',
        goal: 'at most 45 s for 40',
      },
      { what: 'until all are answered', value: answered, unit: 's' },
      { what: 'of a point: from its key to the next comment', value: median(waited.flat()) * 1000, unit: 'ms' },
    ]
  } finally {
    await browser.close()
  }
}

/** @returns seconds from the key that stores each response until the next comment is shown */
async function answerEverySecond(page: Page, from: number): Promise<number[]> {
  const waited: number[] = []
  const list = page.getByRole('navigation', { name: 'Comments' })
  const status = page.getByRole('region', { name: 'Current comment' }).getByRole('status')
  // Numbers fall from the first comment in the text to the last.
  for (let number = from; number > 0; number -= 2) {
    await list.getByRole('button', { name: new RegExp(`^F-${number} `) }).click()
    await page.keyboard.press('t')
    await page
      .getByRole('form', { name: `No thank you, F-${number}`, exact: true })
      .getByRole('textbox')
      .waitFor()
    await page.keyboard.insertText(textOf(number))
    const pressed = performance.now()
    await page.keyboard.press('Control+Enter')
    await expect(status).toHaveText(`F-${number}: No thank you.`, { timeout: 60_000 })
    waited.push((performance.now() - pressed) / 1000)
  }
  return waited
}

const textOf = (number: number) => `because of ${number}`

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
