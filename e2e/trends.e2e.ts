// The trends of all tests of one product on one machine, and the way from them to one test and to other views.

import { open } from './support/ready.ts'
import { expect, test } from './support/test.ts'

const ROCKSDB = '/p/demo/series?product=RocksDB&hardware=gcp-arm-8'

test('every test is a panel with one cursor, which the keyboard moves', async ({ page, expectAccessible }) => {
  await page.setViewportSize({ width: 1280, height: 800 })
  await open(page, ROCKSDB)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    /^RocksDB on gcp-arm-8: fillseq\S* lost 39% in 10\.6\.2 and regained it in 10\.7\.6$/,
  )
  const trends = page.getByRole('region', { name: 'Trends' })
  const fillseq = trends.getByRole('figure').filter({ has: page.getByRole('img', { name: /^fillseq.*, iobuf: / }) })
  await expect(fillseq).toBeInViewport()
  await expect(fillseq).toContainText('0.59')
  await expectAccessible()
  await trends.focus()
  await page.keyboard.press('ArrowRight')
  await expect(trends.getByRole('status')).toHaveText('10.7.6')
  await expect(fillseq).not.toContainText('0.59')

  // The legend hides a line in all panels; the table has the numbers of all of them.
  await trends.getByRole('button', { name: 'gcc', exact: true }).click()
  await expect(fillseq.locator('figcaption [data-line]')).toHaveCount(2)
  await trends.getByText('Chart data').click()
  const row = page.getByRole('row', { name: /^iobuf fillseq\S* clang / })
  await expect(row.first()).toContainText('0.60')
})

test('dragging over a panel shows a range of versions, and a panel leads to its test', async ({ page }) => {
  await open(page, ROCKSDB)
  const panel = page.getByRole('img', { name: /^fillseq.*, iobuf: / })
  const box = await panel.boundingBox()
  if (box === null) throw new Error('the panel is not drawn')
  const y = box.y + box.height / 2
  await page.mouse.move(box.x + box.width * 0.5, y)
  await page.mouse.down()
  await page.mouse.move(box.x + box.width * 0.98, y, { steps: 5 })
  await page.mouse.up()
  await expect(page).toHaveURL(/from=[\d.]+&to=10\.8\.3/)
  await page
    .getByRole('figure')
    .filter({ has: panel })
    .getByRole('link', { name: /^fillseq/ })
    .click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^fillseq\S* over versions: −39% in 10\.6\.2/)
})

test('several tests are chosen at once', async ({ page, expectAccessible }) => {
  await open(page, ROCKSDB)
  const picker = page.getByRole('form', { name: 'Choose trends' })
  await picker.getByText('Test', { exact: true }).click()
  await picker
    .getByRole('checkbox', { name: /^fillseq/ })
    .first()
    .check()
  await expect(page).toHaveURL(/test=fillseq/)
  await picker
    .getByRole('checkbox', { name: /^overwrite/ })
    .first()
    .check()
  await expect(page).toHaveURL(/test=overwrite/)
  const panels = page.getByRole('region', { name: 'Trends' }).getByRole('img')
  await expect(panels.filter({ visible: true }).first()).toBeVisible()
  const names = await panels.evaluateAll((all) => all.map((one) => one.getAttribute('aria-label') ?? ''))
  expect(new Set(names.map((name) => name.split(/[.,]/)[0]))).toEqual(new Set(['fillseq', 'overwritesome']))
  await expectAccessible()
})

test('one selection has six views, and a view without data says why', async ({ page, expectAccessible }) => {
  await open(page, '/p/demo/compare/pair?base=PostgreSQL%2C17.6&with=18.0&on=dell32')
  const views = page.getByRole('navigation', { name: 'View' })
  await expect(views.getByRole('link', { name: 'A/B' })).toHaveAttribute('aria-current', 'page')
  await expect(views.getByTitle('Only one number of clients was measured here.')).toBeVisible()
  await views.getByRole('link', { name: 'Many versions' }).click()
  await expect(page).toHaveURL(/[?&]workload=cached/)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^PostgreSQL 18\.0 .*vs 17\.6 on dell32: /)
  await views.getByRole('link', { name: 'Trend' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^PostgreSQL on dell32: /)
  await views.getByRole('link', { name: 'Distribution' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Repeats of PostgreSQL on dell32 /)
  const strips = page.getByRole('figure').filter({ hasText: 'Every repeat vs the median of its result' })
  await strips.getByText('Chart data').click()
  await expect(strips.getByRole('columnheader', { name: 'repeat 2' })).toBeVisible()
  await expectAccessible()
  await views.getByRole('link', { name: 'A/B' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^PostgreSQL 18\.0 .*vs 17\.6 on dell32: /)
})
