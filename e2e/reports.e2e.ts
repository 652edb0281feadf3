// An author writes a report with a comparison and publishes versions; a guest without an account and without a script
// reads them; of two concurrent authors, neither loses text.

import type { Browser, Page } from '@playwright/test'
import { findViolations } from './support/accessibility.ts'
import { comparisonTable, readCell } from './support/comparison-table.ts'
import { open, untilReady } from './support/ready.ts'
import { expect, test } from './support/test.ts'

/** A figure with few cells, because axe checks each of them. */
const DEMO = '/p/demo/reports/insert-benchmark-mysql-5-6-to-9-5'

/** Opens a page whose requests have a token with write access. */
async function author(browser: Browser, token: string): Promise<Page> {
  const context = await browser.newContext({ extraHTTPHeaders: { authorization: `Bearer ${token}` } })
  return context.newPage()
}

const textOf = (page: Page) => page.getByRole('textbox', { name: /^Text/ })
/** Returns a locator of the editor's text, which is not a form field. */
const written = (page: Page) =>
  expect.poll(async () => (await textOf(page).locator('.cm-line').allTextContents()).join('\n'))
const stored = (page: Page) => expect(page.getByRole('status').filter({ hasText: 'Stored' })).toBeVisible()

test.describe('without a script', () => {
  test.use({ javaScriptEnabled: false })

  test('a guest reads a report: its tl;dr, a frozen value and its provenance', async ({ page }) => {
    await page.goto('/p/demo')
    await page.getByRole('link', { name: 'Postgres 12 to 18 with sysbench on a large server' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(
      'Postgres 12 to 18 with sysbench on a large server',
    )
    await expect(page.getByRole('region', { name: 'tl;dr, edited' }).getByRole('listitem')).toHaveCount(4)
    const figure = page.getByRole('figure', { name: 'Figure 1', exact: true })
    await expect(figure.getByRole('row', { name: /^hot-points_range=100/ })).toContainText('1.94')
    await expect(figure.getByText('frozen · reproduced')).toBeVisible()
    await expect(page.getByRole('region', { name: 'Provenance' }).or(page.locator('#provenance'))).toContainText(
      'sha256',
    )
    await expect(page.getByRole('link', { name: 'mytools, oct25.sb.pg180.dell32' })).toHaveAttribute('rel', /nofollow/)
  })
})

test('a report is accessible, and on a phone only its tables scroll sideways', async ({ page, expectAccessible }) => {
  await open(page, DEMO)
  await expectAccessible()
  await page.setViewportSize({ width: 390, height: 844 })
  await expect
    .poll(() => page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth'))
    .toBe(0)
})

test('exports and the feed have the content of the page', async ({ request }) => {
  const path = '/api/v1/projects/demo/reports/postgres-12-to-18-on-a-large-server/export?format='
  expect(await (await request.get(`${path}markdown`)).text()).toMatch(/^# Postgres 12 to 18 with sysbench[\s\S]*1\.94/)
  const html = await (await request.get(`${path}html`)).text()
  expect(html).toContain('1.94')
  expect(html).not.toMatch(/<script|<img|<link/)
  const feed = await request.get('/published/feed.xml')
  expect(feed.headers()['content-type']).toBe('application/atom+xml; charset=utf-8')
  expect(await feed.text()).toContain('<title>gcc, clang and LTO for RocksDB</title>')
})

test('a report is written with a comparison, published and changed, and the first version stays', async ({
  browser,
  page,
  runner,
}) => {
  const writer = await author(browser, runner.token)
  const title = `Writes of ${runner.name}`
  await open(writer, '/p/demo/reports')
  await writer.getByRole('textbox', { name: 'Title of the new report' }).fill(title)
  await writer.getByRole('button', { name: 'New report' }).click()
  await expect(writer.getByRole('heading', { level: 1 })).toHaveText(`Edit “${title}”`)
  await untilReady(writer)

  await textOf(writer).fill('## What was run\n\nThe second run.')
  await writer.getByRole('button', { name: 'Insert a comparison' }).click()
  const dialog = writer.getByRole('dialog', { name: 'Insert a comparison' })
  await dialog.getByRole('textbox', { name: /^Address/ }).fill('/p/other/compare')
  await dialog.getByRole('button', { name: 'Insert', exact: true }).click()
  await expect(dialog.getByRole('alert')).toContainText('another project, other')
  const query = 'columns=version,config&base=version:12.22&product=PostgreSQL&hardware=dell32&clients=24&repeat=1'
  await dialog.getByRole('textbox', { name: /^Address/ }).fill(`http://assay.test/p/demo/compare?${query}`)
  await dialog.getByRole('textbox', { name: /^Caption/ }).fill('Relative to 12.22')
  await dialog.getByRole('button', { name: 'Insert', exact: true }).click()
  await written(writer).toMatch(
    /```assay\n\/p\/demo\/compare\?columns=version,config&[^\n]*\ncaption: Relative to 12\.22\n```/,
  )
  const preview = writer.getByRole('region', { name: 'Preview' })
  await expect(preview.getByRole('figure', { name: 'Figure 1' })).toContainText('1.94')
  await writer.getByRole('button', { name: 'Suggest sentences' }).click()
  await writer.getByRole('button', { name: /^Add: 18\.0 x10d_c32r128 is 82% faster than 12\.22/ }).click()
  await stored(writer)

  // A closed tab loses nothing.
  await writer.reload()
  await untilReady(writer)
  await written(writer).toMatch(/The second run\./)

  await page.goto('/p/demo/reports')
  await expect(page.getByRole('link', { name: title })).toHaveCount(0)
  await writer.getByRole('button', { name: 'Publish version 1' }).click()
  await writer.getByRole('dialog', { name: 'Publish version 1' }).getByRole('textbox', { name: /^Note/ }).fill('first')
  await writer.getByRole('button', { name: 'Publish version', exact: true }).click()
  await expect(writer.getByRole('heading', { level: 1 })).toHaveText(title)
  const address = new URL(writer.url()).pathname

  await open(page, address)
  expect(await readCell(comparisonTable(page), { row: 'hot-points_range=100', column: '17.6 x10a_c32r128' })).toBe(
    '1.94',
  )
  await expect(page.getByText('frozen · reproduced')).toBeVisible()

  await open(writer, `${address}/edit`)
  await textOf(writer).fill('No figure any more.')
  await stored(writer)
  await writer.getByRole('button', { name: 'Publish version 2' }).click()
  await writer.getByRole('button', { name: 'Publish version', exact: true }).click()
  await expect(writer).toHaveURL(/version=2$/)
  await expect(writer.getByText('No figure any more.')).toBeVisible()
  await open(page, `${address}?version=1`)
  await expect(page.getByText('This is an older version.')).toBeVisible()
  await expect(page.getByRole('figure', { name: 'Figure 1', exact: true })).toContainText('1.94')
  await page.getByRole('link', { name: 'show changes since' }).click()
  await expect(page.locator('ins').filter({ hasText: 'No figure any more.' })).toBeVisible()
  await writer.context().close()
})

test('a conflict between two authors is reported to the second, and both texts are saved', async ({
  browser,
  runner,
}) => {
  const [first, second] = [await author(browser, runner.token), await author(browser, runner.token)]
  await open(first, '/p/demo/reports')
  await first.getByRole('textbox', { name: 'Title of the new report' }).fill(`Two of ${runner.name}`)
  await first.getByRole('button', { name: 'New report' }).click()
  await expect(first.getByRole('heading', { level: 1 })).toContainText('Edit')
  await untilReady(first)
  await open(second, new URL(first.url()).pathname)
  await textOf(first).fill('Of the first.')
  await stored(first)
  await textOf(second).fill('Of the second.')
  const both = second.getByRole('region', { name: 'Conflict' })
  await expect(both.getByRole('textbox', { name: 'Their text' })).toHaveValue(/Of the first\./)
  await written(second).toBe('Of the second.')
  await textOf(second).fill('Of the first and the second.')
  await both.getByRole('button', { name: 'Replace theirs with mine' }).click()
  await stored(second)
  await open(first, new URL(first.url()).pathname)
  await written(first).toBe('Of the first and the second.')
  await first.context().close()
  await second.context().close()
})

test('the editor is accessible, and on a phone one side shows at a time', async ({ browser, runner }) => {
  const page = await author(browser, runner.token)
  await open(page, `${DEMO}/edit`)
  expect(await findViolations(page, [])).toEqual([])
  await page.setViewportSize({ width: 390, height: 844 })
  await expect(textOf(page)).toBeVisible()
  await expect(page.getByRole('region', { name: 'Preview' })).toBeHidden()
  await page.getByRole('button', { name: 'Read', exact: true }).click()
  await expect(page.getByRole('region', { name: 'Preview' })).toBeVisible()
  await expect(textOf(page)).toBeHidden()
  await page.context().close()
})
