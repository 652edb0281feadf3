// The most frequent tasks take few clicks. Typing is not counted, choosing a file is one click.

import { sysbenchText } from '@assay/testing/import/sysbench-text'
import type { Locator } from '@playwright/test'
import { open } from './support/ready.ts'
import { expect, test } from './support/test.ts'
import { menuOf, signUp } from './support/test-accounts.ts'

/** Clicks that a task took. */
class Clicks {
  count = 0

  async on(target: Locator): Promise<void> {
    this.count += 1
    await target.click()
  }

  async choose(input: Locator, files: Parameters<Locator['setInputFiles']>[0]): Promise<void> {
    this.count += 1
    await input.setInputFiles(files)
  }
}

test('the worst regression of the newest releases and its cause: two clicks from home', async ({ page }) => {
  // The scan that follows the import of the demo may still be under way.
  await expect(async () => {
    await open(page, '/p/demo')
    await expect(page.getByRole('img', { name: /in \d+ releases/ }).first()).toBeVisible()
  }).toPass()
  const clicks = new Clicks()
  const worst = page
    .getByRole('listitem')
    .filter({ has: page.getByRole('img', { name: /in \d+ releases/ }) })
    .first()
  await clicks.on(worst.getByRole('link'))
  await expect(page.getByText(/: throughput −\d+%|^No other metric explains this change/).first()).toBeVisible()
  expect(clicks.count).toBeLessThanOrEqual(2)
})

test.describe('a figure for a post', () => {
  test.use({ permissions: ['clipboard-read', 'clipboard-write'] })

  test('two clicks from a comparison', async ({ page }) => {
    await open(page, '/p/demo/compare/pair?base=PostgreSQL%2C17.6&with=18.0&on=dell32')
    const clicks = new Clicks()
    await clicks.on(page.getByRole('button', { name: 'Copy for blog' }))
    const dialog = page.getByRole('dialog', { name: 'Copy for blog' })
    await clicks.on(dialog.getByRole('button', { name: 'Copy figure, table and text' }))
    await expect(dialog.getByRole('status')).toHaveText('Copied')
    expect(clicks.count).toBeLessThanOrEqual(2)
  })
})

test('the first own comparison of an empty account: ten clicks from the overview of the demo', async ({ page }) => {
  const account = await signUp(page, 'Fiona')
  await open(page, '/p/demo')
  const clicks = new Clicks()
  await clicks.on(menuOf(page, account))
  await clicks.on(page.getByRole('link', { name: 'Organizations' }))
  const name = `fiona-${crypto.randomUUID().slice(0, 8)}`
  const organization = page.getByRole('form', { name: 'New organization' })
  await organization.getByLabel(/^Short name/).fill(name)
  await clicks.on(organization.getByRole('button', { name: 'Create organization' }))
  const project = page.getByRole('form', { name: 'New project' })
  await project.getByLabel(/^Short name/).fill(`${name}-runs`)
  await clicks.on(project.getByRole('button', { name: 'Create project' }))
  await clicks.on(page.getByRole('link', { name: 'Import results' }))
  await clicks.choose(
    page.getByLabel('Choose files'),
    ['18.0', '18.1'].map((version, index) => ({
      name: `pg-${version}.oltp_insert-c40.log`,
      mimeType: 'text/plain',
      buffer: Buffer.from(sysbenchText({ qps: 9_000 + 500 * index })),
    })),
  )
  await clicks.on(page.getByRole('button', { name: 'Machine of all runs: correct' }))
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Value').fill('my-laptop')
  await clicks.on(dialog.getByRole('button', { name: 'Apply' }))
  await clicks.on(page.getByRole('button', { name: 'Store 2 runs' }))
  await clicks.on(page.getByRole('main').getByRole('link', { name: 'Compare', exact: true }))
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/ 18\.1 vs 18\.0 on my-laptop/)
  await expect(page.getByRole('main').getByRole('table').first()).toContainText('1.06')
  expect(clicks.count).toBeLessThanOrEqual(10)
})
