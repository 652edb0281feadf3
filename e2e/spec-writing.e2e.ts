// Writing of a spec: text is pasted from a word processor, and images are stored with the revision.

import { GOOGLE_DOCS, WORD } from '@assay/testing/pasted-documents'
import type { Page } from '@playwright/test'
import { specsOf } from './support/calls.ts'
import { open } from './support/ready.ts'
import { expect, test } from './support/test.ts'
import { setUpOwner } from './support/test-accounts.ts'

test.use({ sharesPage: false })

const field = (page: Page) => page.getByRole('textbox', { name: 'Text, in Markdown' })
const preview = (page: Page) => page.getByRole('region', { name: 'Preview' })

async function openEditor(page: Page) {
  await setUpOwner(page)
  await open(page, '/p/demo/specs/new')
  await expect(page.locator('.cm-editor')).toBeVisible()
  await field(page).click()
}

/** Pastes as a browser does; the clipboard of the machine is not used. */
const paste = (page: Page, content: Record<string, string>) =>
  field(page).evaluate((element, types) => {
    const clipboardData = { types: Object.keys(types), files: [], getData: (type: string) => types[type] ?? '' }
    const event = new Event('paste', { bubbles: true, cancelable: true })
    element.dispatchEvent(Object.assign(event, { clipboardData }))
  }, content)

test('text of Word and Google Docs is pasted as Markdown, undone at once, and plain text stays possible', async ({
  page,
  expectAccessible,
}) => {
  await openEditor(page)
  await paste(page, { 'text/html': WORD, 'text/plain': 'Sort with prefixes' })
  await expect(field(page)).toContainText('| sort | 8 MB')
  await expect(page.getByRole('status').filter({ hasText: '1 image of the pasted text' })).toBeVisible()
  await expect(preview(page).getByRole('heading', { name: 'Steps' })).toBeVisible()
  await expect(preview(page).getByRole('table')).toContainText('memory')
  await expectAccessible()

  await page.keyboard.press('Control+z')
  await expect(field(page)).not.toContainText('memory')
  await paste(page, { 'text/plain': 'only words' })
  await expect(field(page)).toHaveText('only words')
  await paste(page, { 'text/html': 'a <b>bold</b> word', 'text/plain': 'a bold word' })
  await expect(field(page)).toHaveText('only wordsa **bold** word')

  await page.keyboard.press('Control+a')
  await page.keyboard.type('```\ncode ')
  await paste(page, { 'text/html': GOOGLE_DOCS, 'text/plain': 'as it is' })
  await expect(field(page)).toContainText('code as it is')
})

/** A PNG of one pixel. */
const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

test('a pasted image asks for its description, alone or within text, and is stored with the revision', async ({
  page,
  expectAccessible,
}) => {
  await openEditor(page)
  await page.getByLabel('Title').fill('With an image')
  await field(page).evaluate((element, base64) => {
    const content = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
    const files = [new File([content], 'image.png', { type: 'image/png' })]
    const clipboardData = { types: ['Files'], files, getData: () => '' }
    const event = new Event('paste', { bubbles: true, cancelable: true })
    element.dispatchEvent(Object.assign(event, { clipboardData }))
  }, PNG)
  const dialog = page.getByRole('dialog', { name: 'Insert an image' })
  await expect(dialog).toContainText('image.png')
  await expectAccessible()
  await dialog.getByLabel('Alternative text').fill('Rows per second')
  await dialog.getByRole('button', { name: 'Insert' }).click()
  await expect(dialog).toBeHidden()
  await expect(field(page)).toContainText('![Rows per second](attachments/image-')
  const shown = (image: ReturnType<Page['getByRole']>) =>
    expect.poll(() => image.evaluate((element) => 'naturalWidth' in element && element.naturalWidth)).toBe(1)
  await shown(preview(page).getByRole('img', { name: 'Rows per second' }))
  const chart = `<p>Between <img alt="A chart" src="data:image/png;base64,${PNG}"> the words</p>`
  await paste(page, { 'text/html': chart, 'text/plain': 'Between the words' })
  await expect(dialog.getByLabel('Alternative text')).toHaveValue('A chart')
  await dialog.getByRole('button', { name: 'Insert' }).click()
  await expect(dialog).toBeHidden()
  await shown(preview(page).getByRole('img', { name: 'A chart' }))
  await page.getByRole('button', { name: 'Create' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('With an image')
  await shown(page.getByRole('img', { name: 'Rows per second' }))
  await shown(page.getByRole('img', { name: 'A chart' }))
  await expectAccessible()
})

test('the toolbar and the keyboard format words, and a slash inserts a comparison and a value bound to its cell', async ({
  page,
  expectAccessible,
}) => {
  await openEditor(page)
  const tool = (name: string) => page.getByRole('toolbar', { name: 'Format' }).getByRole('button', { name })
  await tool('Heading').click()
  await page.keyboard.type('Goals')
  await expect(field(page)).toHaveText('## Goals')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Control+b')
  await page.keyboard.type('fast')
  await expect(field(page)).toContainText('**fast**')
  await page.keyboard.press('Control+End')
  await tool('Table').click()
  await expect(preview(page).getByRole('table')).toBeVisible()
  await expectAccessible()

  await page.keyboard.press('Control+End')
  await page.keyboard.type('\n/sort')
  const choice = page.getByRole('option', { name: /^comparison: .*sort/i }).first()
  await expect(choice).toBeVisible()
  await choice.click()
  await expect(field(page)).toContainText('/saved/sort-with-key-prefixes')
  await expect(preview(page).getByText('Click a number in a figure')).toBeVisible()
  await page.keyboard.press('Control+End')
  await page.keyboard.type('\nIt is /value')
  const value = page.getByRole('option', { name: /^value: figure 1/ }).first()
  await expect(value).toBeVisible()
  await expectAccessible()
  await page.keyboard.press('Enter')
  await expect(field(page)).toContainText('](')
  await expect(preview(page).locator('[data-number]').first()).toBeVisible()
})

test('sections are numbered, and the page shows the reading time and progress', async ({ page }) => {
  await setUpOwner(page)
  const section = (title: string) => `## ${title}\n\n${'Some words about it. '.repeat(60)}\n\n`
  const text = ['Goals', 'Functions', 'Limits'].map(section).join('')
  const { create } = specsOf(page)
  const name = await create({ kind: 'functional', title: 'To read', text: `${text}### Sizes\n\nNone.` })
  await open(page, `/p/demo/specs/${name}`)
  const outline = page.getByRole('navigation', { name: 'Outline' })
  await expect(outline).toContainText('1 Goals')
  await expect(outline).toContainText('3.1 Sizes')
  await expect(outline).toContainText(/3 min to read, \d of 4 sections read/)
  await expect(page.getByRole('heading', { name: 'Sizes', exact: true })).toBeVisible()
  const content = 'getComputedStyle(document.querySelector("[data-spec-text] h3"), "::before").content'
  expect(await page.evaluate<string>(content)).toContain('counter(section-2)')
  // A section that a jump leaves out is not read.
  await page.locator('#appendix').scrollIntoViewIfNeeded()
  await expect(outline).toContainText(/[34] of 4 sections read/)
  await page.getByRole('heading', { name: 'Limits', exact: true }).scrollIntoViewIfNeeded()
  await expect(outline).toContainText('4 of 4 sections read')
  await page.reload()
  await expect(outline).toContainText('4 of 4 sections read')
})
