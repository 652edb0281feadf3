// The words of a comment: a selection over paragraphs, by keyboard, fixed while the comment is written; and its thread.

import type { Page } from '@playwright/test'
import { open } from './support/ready.ts'
import { mark, SPEC_TEXT, specsOfRunner } from './support/spec-review.ts'
import { expect, test } from './support/test.ts'
import { setUpOwner } from './support/test-accounts.ts'

test.use({ sharesPage: false })

/** Selects from one text to the end of another one, as a drag does. */
const markFromTo = (page: Page, from: string, to: string) =>
  page.evaluate<undefined>(`{
  const walker = document.createTreeWalker(document.querySelector('[data-spec-text]'), NodeFilter.SHOW_TEXT)
  const range = document.createRange()
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const [from, to] = [node.textContent.indexOf(${JSON.stringify(from)}), node.textContent.indexOf(${JSON.stringify(to)})]
    if (from >= 0) range.setStart(node, from)
    if (to >= 0) range.setEnd(node, to + ${to.length})
  }
  document.getSelection().removeAllRanges()
  document.getSelection().addRange(range)
}`)

const commented = (page: Page) =>
  page.evaluate<string[]>(`[...(CSS.highlights.get('commented') ?? [])].map((range) => range.toString())`)

/** True when the browser draws the highlight, which needs a style of exactly its name. */
const isHighlightDrawn = (page: Page) =>
  page.evaluate<boolean>(`{
  const block = document.querySelector('[data-spec-text] [data-block]')
  getComputedStyle(block, '::highlight(commented)').backgroundColor !== getComputedStyle(block).backgroundColor
}`)

test('a selection over two paragraphs is quoted as it is, and stays while the comment is written', async ({
  page,
  request,
  runner,
  expectAccessible,
}) => {
  await setUpOwner(page)
  const specs = specsOfRunner(request, runner)
  const name = await specs.create({ kind: 'functional', title: 'Selections', text: SPEC_TEXT })
  await open(page, `/p/demo/specs/${name}`)
  const give = page.getByRole('form', { name: 'Add a comment' })
  await markFromTo(page, 'whatever the order', 'There is one function')
  const quote = give.getByRole('blockquote')
  await expect(quote).toContainText('whatever the order of rows.')
  await expect(quote).toContainText('Functions')
  await expect(quote).toContainText('There is one function')
  await give.getByLabel('Your comment').fill('Of threads, too?')
  // A click while writing selects a paragraph, but the comment stays on its words.
  const paragraph = page.locator('[data-spec-text] [data-block]').filter({ hasText: 'There is one function' })
  await paragraph.click({ position: { x: 4, y: 4 } })
  await expect(quote).toContainText('whatever the order of rows.')
  await expect(give.getByRole('button', { name: 'On the new selection instead' })).toBeVisible()
  await give.getByRole('button', { name: 'Comment' }).click()
  const card = page.getByRole('article', { name: 'F-1', exact: true })
  await expect(card.getByRole('blockquote')).toContainText('There is one function')
  const headers = { authorization: `Bearer ${runner.token}` }
  const [{ anchor }] = (await (await request.get(`/api/v1/projects/demo/specs/${name}`, { headers })).json()).feedback
  expect(anchor.quote).toBe('whatever the order of rows.\n\nFunctions\n\nThere is one function')
  await expect
    .poll(() => commented(page))
    .toEqual(['whatever the order of rows.', 'Functions', 'There is one function'])
  expect(await isHighlightDrawn(page)).toBe(true)

  // The name of the comment opens it next to the text, and the page does not move.
  await mark(page, 'every machine')
  await give.getByLabel('Your comment').fill('And every compiler?')
  await give.getByLabel('Your comment').press('Control+Enter')
  await expect(page.getByRole('article', { name: 'F-2', exact: true })).toBeVisible()
  const chip = page.locator('[data-spec-text] a[href="#F-2"]')
  const before = await chip.boundingBox()
  await chip.click()
  await expect(page.getByRole('article', { name: 'F-2', exact: true })).toBeFocused()
  expect((await chip.boundingBox())?.y).toBeCloseTo(before?.y ?? -1, 0)
  await expectAccessible()
  await page.setViewportSize({ width: 390, height: 800 })
  await expect(page.getByRole('article', { name: 'F-2', exact: true })).toBeInViewport()
  await page.getByRole('button', { name: 'Close F-2' }).click()
  await expect(page.getByRole('button', { name: 'Close F-2' })).toHaveCount(0)
  await expect(chip).toBeFocused()
})

test('words are selected by the keyboard alone', async ({ page, request, runner }) => {
  await setUpOwner(page)
  const specs = specsOfRunner(request, runner)
  const name = await specs.create({ kind: 'functional', title: 'By keys', text: SPEC_TEXT })
  await open(page, `/p/demo/specs/${name}#b3`)
  const link = page.getByRole('link', { name: 'Permanent link to this paragraph' })
  await link.focus()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Shift+ArrowRight')
  const give = page.getByRole('form', { name: 'Add a comment' })
  await expect(give.getByRole('blockquote')).toHaveText('of doubles')
  await expect(link).toBeFocused()
  await page.keyboard.press('Shift+ArrowRight')
  await page.keyboard.press('Shift+ArrowLeft')
  await expect(give.getByRole('blockquote')).toHaveText('of doubles')
})
