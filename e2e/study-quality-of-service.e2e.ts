import type { Locator, Page } from '@playwright/test'
import { expect, test } from './support/test.ts'

const OF_MONGO =
  '/p/demo/studies/quality-of-service?rows=product,version,config&columns=&tables=test&base=config:rx.snap&show=both&benchmark=Linkbench&workload=Cached'

/** Finds columns by their header, and rows by their name, as a person does. */
async function cellOf(page: Page, table: Locator, cell: { row: RegExp; column: string }): Promise<Locator> {
  const headings = await table.getByRole('columnheader').allInnerTexts()
  const names = headings.map((text) => text.split('\n')[0])
  const parts = names.filter((name) => /^(throughput|efficiency|.*response time)$/.test(name ?? ''))
  // The first header line has the name of the rows and the groups; the second one a name for each cell.
  const column = names.indexOf(cell.column) - 1 - parts.length
  return table
    .getByRole('row')
    .filter({ has: page.getByRole('rowheader', { name: cell.row }) })
    .getByRole('cell')
    .nth(column)
}

test('throughput, cost and response times of MongoRocks and WiredTiger are in one row', async ({
  page,
  expectAccessible,
}) => {
  await page.goto(OF_MONGO)
  await expect(page.getByRole('heading', { name: /^Linkbench .*the slowest operation/, level: 1 })).toBeVisible()
  const table = page.getByRole('table', { name: /^query, relative to/ })
  const read = async (row: RegExp, column: string) => expect(await cellOf(page, table, { row, column }))
  await (await read(/wt\.zlib/, 'tps')).toHaveText(/^933 0\.54/)
  await (await read(/wt\.zlib/, 'wKB/o')).toHaveText(/^8\.94 3\.29/)
  await (await read(/wt\.zlib/, 'update_link')).toHaveText(/^7 7\.00/)
  await (await read(/rx\.snap/, 'rss')).toHaveText(/^2\.35 1\.00/)
  await expectAccessible()
})

test('a number of the tl;dr links to its cell, also without verdicts', async ({ page }) => {
  await page.goto(`${OF_MONGO}&verdicts=off`)
  const sentence = page
    .getByRole('region', { name: 'tl;dr' })
    .getByRole('listitem')
    .filter({ hasText: 'MongoDB 3.2.4 wt.zlib' })
  await expect(sentence).toContainText('0.54 times the throughput of MongoDB 3.2.4 rx.snap and 7.00 times its p99')
  await sentence.getByRole('link', { name: '0.54' }).click()
  await expect(page.locator(':target')).toHaveText(/^933 0\.54/)
})

test('another statistic is a link, which keeps the comparison', async ({ page }) => {
  await page.goto(
    '/p/demo/studies/quality-of-service?rows=product,version,config&columns=&tables=test&base=first-row&show=absolute&test=L1.P8',
  )
  const table = page.getByRole('table', { name: /^L1\.P8/ })
  await expect(await cellOf(page, table, { row: /8\.0\.21/, column: 'get_links_list' })).toHaveText('8')
  await page.getByRole('navigation', { name: 'Response time' }).getByRole('link', { name: 'max', exact: true }).click()
  await expect(page).toHaveURL(/response=max/)
  await expect(table.getByRole('columnheader', { name: 'longest response time' })).toBeVisible()
  await expect(await cellOf(page, table, { row: /8\.0\.21/, column: 'get_links_list' })).toHaveText('315.1')
})

test('the overview offers the study', async ({ page }) => {
  await page.goto('/p/demo')
  await page.getByRole('link', { name: /^Quality of service/ }).click()
  await page.getByRole('link', { name: 'Quality of service: Linkbench' }).click()
  await expect(page).toHaveURL(/studies\/quality-of-service\?.*benchmark=Linkbench/)
  await expect(page.getByRole('img', { name: /./ }).or(page.getByRole('figure')).first()).toBeVisible()
})
