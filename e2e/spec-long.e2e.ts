// A spec so long that most of it is off screen: links lead into it, it is printed completely, and typing does not wait
// for unchanged sections.

import type { APIRequestContext, Browser, Page } from '@playwright/test'
import { open } from './support/ready.ts'
import type { Runner } from './support/runner.ts'
import { specsOfRunner } from './support/spec-review.ts'
import { expect, test } from './support/test.ts'

test.use({ sharesPage: false })

const SECTIONS = 16
const LAST = `The last sentence of section ${SECTIONS}.`
const sectionOf = (number: number) =>
  [
    `## Section ${number}`,
    ...Array.from({ length: 12 }, () => 'A sort must return its rows in the order of its keys. '.repeat(8)),
    `The last sentence of section ${number}.`,
  ].join('\n\n')
const TEXT = Array.from({ length: SECTIONS }, (_, at) => sectionOf(at + 1)).join('\n\n')

/** Opens a page with a token that has write access, and creates a long spec. */
async function openLongSpec(browser: Browser, request: APIRequestContext, runner: Runner) {
  const name = await specsOfRunner(request, runner).create({ kind: 'functional', title: 'A long one', text: TEXT })
  const context = await browser.newContext({ extraHTTPHeaders: { authorization: `Bearer ${runner.token}` } })
  return { name, context, page: await context.newPage() }
}

test('a link leads to a heading far down a long spec, and the whole spec is printed', async ({
  browser,
  request,
  runner,
}) => {
  const { name, context, page } = await openLongSpec(browser, request, runner)
  await open(page, `/p/demo/specs/${name}`)
  const text = page.locator('[data-spec-text]')
  await page.getByRole('navigation', { name: 'Outline' }).getByRole('link', { name: 'Section 13' }).click()
  await expect(text.getByRole('heading', { name: 'Section 13' })).toBeInViewport()
  await expect(text.getByRole('heading', { name: 'Section 3', exact: true })).not.toBeInViewport()
  await expect.poll(() => page.evaluate<boolean>(IS_LAST_DRAWN)).toBe(false)
  await page.emulateMedia({ media: 'print' })
  await expect.poll(() => page.evaluate<boolean>(IS_LAST_DRAWN)).toBe(true)
  await context.close()
})

test('typing in a long text re-renders only the edited part, and not on every key', async ({
  browser,
  request,
  runner,
}) => {
  const { name, context, page } = await openLongSpec(browser, request, runner)
  await open(page, `/p/demo/specs/${name}/edit`)
  const read = page.getByRole('region', { name: 'Preview' })
  await expect(read).toContainText(LAST)
  await page.locator('.cm-content').focus()
  await page.keyboard.press('Control+End')
  await watchPreview(page)

  await page.keyboard.type('And one more.')
  await expect(read).toContainText(`${LAST}And one more.`)
  expect(await changesOf(page)).toEqual({ inParts: 1, added: 0 })

  // A new paragraph at the start is a separate section, and leaves all later ones unchanged.
  await page.keyboard.press('Control+Home')
  await page.keyboard.type('It begins so.')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Enter')
  await expect(read).toContainText('It begins so.')
  expect(await changesOf(page)).toEqual({ inParts: 1, added: 1 })
  // The browser stores each key at once, so the tab may close right after the last one.
  await page.keyboard.type('Z')
  await page.close()
  const again = await context.newPage()
  await open(again, `/p/demo/specs/${name}/edit`)
  await expect(again.locator('.cm-content')).toContainText('Z## Section 1')
  await context.close()
})

const IS_LAST_DRAWN =
  "[...document.querySelectorAll('[data-spec-text] p')].at(-1).checkVisibility({ contentVisibilityAuto: true })"

/** Counts sections of the preview that change, and sections that are added. */
const watchPreview = (page: Page) =>
  page.evaluate(`(() => {
    const read = document.querySelector('[aria-label="Preview"]')
    const parts = [...read.querySelector('[data-block]').closest('section > div').children]
    window.partsChanged = new Set()
    window.partsAdded = 0
    new MutationObserver((changes) => {
      for (const { target, type } of changes) {
        const part = parts.findIndex((one) => one.contains(target))
        if (part >= 0) window.partsChanged.add(part)
        else if (type === 'childList' && target === parts[0].parentElement) window.partsAdded += 1
      }
    }).observe(read, { subtree: true, childList: true, characterData: true, attributes: true })
  })()`)

const changesOf = (page: Page) =>
  page.evaluate<{ inParts: number; added: number }>(`({ inParts: partsChanged.size, added: partsAdded })`)
