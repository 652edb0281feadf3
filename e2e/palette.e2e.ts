// Search by name: with the keyboard from any page, and on a separate page without a script.

import { LIGHT_PAGE } from './support/navigation.ts'
import { open } from './support/ready.ts'
import { expect, test } from './support/test.ts'
import { setUpOwner, signUp } from './support/test-accounts.ts'

test('Ctrl+K finds a version, Enter opens it, and Escape returns the focus', async ({ page, expectAccessible }) => {
  await page.goto('/p/demo/runs')
  const button = page.getByRole('link', { name: 'Search' })
  await button.focus()
  await page.keyboard.press('Control+k')
  const field = page.getByRole('combobox', { name: 'Search' })
  await expect(field).toBeFocused()
  await field.fill('pg 17.6')
  await expect(page.getByRole('option', { name: /^PostgreSQL 17\.6/ }).first()).toBeVisible()
  await expectAccessible()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/p\/demo\/versions\/PostgreSQL\/17\.6/)
  await page.keyboard.press('/')
  await expect(field).toBeFocused()
  await field.fill('nothing is called so')
  await expect(page.getByText('No matches for “nothing is called so”.')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(field).toBeHidden()
})

test('Ctrl+K finds a spec by its number and by words of its title', async ({ page }) => {
  await open(page, LIGHT_PAGE)
  await page.keyboard.press('Control+k')
  const field = page.getByRole('combobox', { name: 'Search' })
  await field.fill('fs-1')
  await expect(page.getByRole('option', { name: /^FS-1 IEEE754 datatypes/ })).toBeVisible()
  await field.fill('datatypes')
  await expect(page.getByRole('option', { name: /^FS-1 IEEE754 datatypes/ }).first()).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/p\/demo\/specs\/FS-1$/)
})

test('pages that are not in the top bar are found by their names', async ({ page }) => {
  await setUpOwner(page)
  await open(page, LIGHT_PAGE)
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'Search' }).fill('audit log')
  await page.getByRole('option', { name: 'Settings: audit log' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^(Audit log|Last change: )/)
})

test('without a script search is a page with the same results', async ({ browser }) => {
  const context = await browser.newContext({ javaScriptEnabled: false })
  const page = await context.newPage()
  await page.goto(LIGHT_PAGE)
  await page.getByRole('link', { name: 'Search' }).click()
  await page.getByRole('searchbox', { name: 'Search for' }).fill('fillseq')
  await page.getByRole('button', { name: 'Search' }).click()
  await expect(page.getByRole('heading', { name: 'Tests' })).toBeVisible()
  await page.getByRole('link', { name: 'fillseq', exact: true }).click()
  await expect(page).toHaveURL(/compare\?test=fillseq/)
  await context.close()
})

test('a favorite page is listed on the overview and in search', async ({ page, expectAccessible }) => {
  await signUp(page, 'Kay Keeper')
  await page.goto('/p/demo/runs?product=RocksDB')
  await page.locator('summary[aria-label="Add to favorites"]').click()
  const form = page.getByRole('form', { name: 'Favorite' })
  await form.getByLabel('Name').fill('RocksDB runs')
  await expectAccessible()
  await form.getByRole('button', { name: 'Add' }).click()
  await expect(page.locator('summary[aria-label="This page is a favorite"]')).toBeVisible()
  await page.goto('/p/demo')
  await expect(page.getByRole('heading', { name: 'Favorites' })).toBeVisible()
  await page.keyboard.press('Control+k')
  await page.getByRole('option', { name: 'RocksDB runs' }).click()
  await expect(page).toHaveURL(/\/p\/demo\/runs\?product=RocksDB$/)
})
