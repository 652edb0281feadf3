// A page is read, and its forms are sent, before its scripts are loaded.

import type { Page } from '@playwright/test'
import { doNotWait, expect, test } from './support/test.ts'
import { setUpOwner } from './support/test-accounts.ts'

// A page that was used before has its scripts in memory.
test.use({ sharesPage: false })

/** Holds the scripts of the page until the returned function is called. */
async function holdScripts(page: Page): Promise<() => void> {
  doNotWait(page)
  const scripts = Promise.withResolvers<void>()
  await page.route('**/_next/static/**/*.js', async (route) => {
    await scripts.promise
    await route.continue()
  })
  return scripts.resolve
}

const NEW_SHARE = '/p/demo/shares/new?query=columns%3Dversion%26product%3DRocksDB&title=Early'

test('a form that is sent before hydration is handled after it', async ({ page }) => {
  await setUpOwner(page)
  const release = await holdScripts(page)
  await page.goto(NEW_SHARE, { waitUntil: 'commit' })
  const form = page.getByRole('form', { name: 'Share' })
  await form.getByLabel('Title').fill('Typed early')
  await form.getByRole('button', { name: 'Create link' }).click()
  release()
  await expect(page.getByRole('status').getByRole('link')).toHaveAttribute('href', /\/s\/[\w-]{64}$/)
  expect(new URL(page.url()).searchParams.get('title')).toBe('Early')
})

test.describe('when the server refuses it', () => {
  test.use({ expectedErrors: /403/ })

  test('an early form keeps its text', async ({ page }) => {
    await setUpOwner(page)
    const release = await holdScripts(page)
    await page.route('**/shares.create*', (route) => route.fulfill({ status: 403, body: '{}' }))
    await page.goto(NEW_SHARE, { waitUntil: 'commit' })
    const form = page.getByRole('form', { name: 'Share' })
    await form.getByLabel('Title').fill('Typed early')
    await form.getByRole('button', { name: 'Create link' }).click()
    release()
    await expect(form.getByRole('alert')).not.toBeEmpty()
    await expect(form.getByLabel('Title')).toHaveValue('Typed early')
  })
})

test('a form with an address needs no script', async ({ page }) => {
  await setUpOwner(page)
  const release = await holdScripts(page)
  await page.goto('/p/demo', { waitUntil: 'commit' })
  await page
    .getByRole('form', { name: 'Compare two versions' })
    .getByRole('button', { name: 'Compare', exact: true })
    .click()
  await expect(page).toHaveURL(/\/compare/)
  await expect(page.getByRole('heading', { level: 1 })).toContainText(' vs ')
  release()
})

test('a button without a form looks disabled until it works', async ({ page }) => {
  const release = await holdScripts(page)
  await page.goto('/p/demo', { waitUntil: 'commit' })
  const theme = page.getByRole('button', { name: 'Switch light and dark' })
  await expect(theme).toHaveCSS('cursor', 'progress')
  release()
  await expect(theme).not.toHaveCSS('cursor', 'progress')
  await theme.click()
  await expect(page.locator('html')).toHaveAttribute('data-theme', /./)
})

test('text typed into the search before hydration is not lost', async ({ page }) => {
  const release = await holdScripts(page)
  await page.goto('/p/demo', { waitUntil: 'commit' })
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.keyboard.press('Control+k')
  await page.keyboard.type('pg 17.6')
  release()
  await expect(page.getByRole('combobox', { name: 'Search' })).toHaveValue('pg 17.6')
  await expect(page.getByRole('option', { name: /^PostgreSQL 17\.6/ }).first()).toBeVisible()
})

test('a file that is chosen before hydration is verified after it', async ({ page }) => {
  const release = await holdScripts(page)
  await page.goto('/verify-spec', { waitUntil: 'commit' })
  await page
    .getByLabel('File of a spec')
    .setInputFiles({ name: 'note.md', mimeType: 'text/markdown', buffer: Buffer.from('# Not a spec') })
  release()
  await expect(page.getByRole('note')).toContainText('The file cannot be verified.')
})
