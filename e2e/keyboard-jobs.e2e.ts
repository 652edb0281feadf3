// Each job of the navigation is done with the keyboard alone, from the overview or another page.

import type { Locator, Page } from '@playwright/test'
import { LIGHT_PAGE } from './support/navigation.ts'
import { open } from './support/ready.ts'
import { expect, test } from './support/test.ts'
import { setUpOwner } from './support/test-accounts.ts'

/** Opens a page by the palette: types a text, and takes the option of that name with Enter. */
async function goTo(page: Page, text: string, option: string | RegExp): Promise<void> {
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('combobox', { name: 'Search' })).toBeFocused()
  await page.keyboard.type(text)
  await expect(page.getByRole('option', { name: option }).first()).toBeVisible()
  for (let step = 0; step < 20; step += 1) {
    const selected = page.locator('[role="option"][aria-selected="true"]')
    if ((await selected.count()) > 0 && matches((await selected.textContent()) ?? '', option)) break
    await page.keyboard.press('ArrowDown')
  }
  await page.keyboard.press('Enter')
}

/** Presses Tab until an element has the focus. */
async function tabTo(page: Page, wanted: Locator): Promise<void> {
  for (let step = 0; step < 80; step += 1) {
    if ((await wanted.and(page.locator(':focus')).count()) > 0) return
    await page.keyboard.press('Tab')
  }
  await expect(wanted).toBeFocused()
}

const matches = (text: string, wanted: string | RegExp) =>
  typeof wanted === 'string' ? text.includes(wanted) : wanted.test(text)

test('compare: two versions, the worst test, and its evidence', async ({ page }) => {
  await open(page, '/p/demo')
  await goTo(page, '18.0 vs 17.6 dell32', 'Compare PostgreSQL 18.0 vs 17.6 on dell32')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^PostgreSQL 18\.0 .*vs 17\.6 on dell32/)
  const cell = page.locator('[data-ref]').first()
  await tabTo(page, cell)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: 'Details of the cell' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog', { name: 'Details of the cell' })).toBeHidden()
})

test('changes: the first finding is opened', async ({ page }) => {
  await open(page, LIGHT_PAGE)
  await goTo(page, 'findings', /^Findings/)
  await expect(page).toHaveURL(/\/findings$/)
  const list = page.getByRole('list', { name: 'Findings' })
  await tabTo(page, list)
  await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 2, name: 'How much' })).toBeVisible()
})

test('trends: the cursor of all panels moves', async ({ page }) => {
  await open(page, LIGHT_PAGE)
  await goTo(page, 'trends', /^Trends/)
  const trends = page.getByRole('region', { name: 'Trends' })
  await expect(trends).toBeVisible()
  const at = await trends.getByRole('status').textContent()
  await tabTo(page, trends)
  await page.keyboard.press('ArrowLeft')
  await expect(trends.getByRole('status')).not.toHaveText(at ?? '')
})

test('write and data: a report is begun, and the files of an import are chosen', async ({ page }) => {
  await setUpOwner(page)
  await open(page, LIGHT_PAGE)
  await goTo(page, 'create a report', 'Create a report')
  await expect(page).toHaveURL(/\/reports$/)
  await goTo(page, 'import results', 'Import results')
  await expect(page).toHaveURL(/\/import$/)
  const files = page.getByLabel('Choose files')
  await tabTo(page, files)
  await expect(files).toBeFocused()
})
