// A page is read, and clicked, before its scripts are loaded.

import { doNotWait, expect, test } from './support/test.ts'
import { setUpOwner } from './support/test-accounts.ts'

test('clicks before hydration are replayed', async ({ page }) => {
  await setUpOwner(page)
  doNotWait(page)
  const scripts = Promise.withResolvers<void>()
  await page.route('**/_next/static/**/*.js', async (route) => {
    await scripts.promise
    await route.continue()
  })
  const address = '/p/demo/shares/new?query=columns%3Dversion%26product%3DRocksDB&title=Early'
  await page.goto(address, { waitUntil: 'commit' })
  const press = page.getByRole('form', { name: 'Share' }).getByRole('button', { name: 'Create link' })
  await expect(page.locator('html')).toHaveAttribute('data-early')
  await press.click()
  scripts.resolve()
  await expect(page.getByRole('status').getByRole('link')).toHaveAttribute('href', /\/s\/[\w-]{64}$/)
  expect(new URL(page.url()).searchParams.get('title')).toBe('Early')
})
