// A user checks how far a database scales with clients, test by test, and why some tests do not.

import { readFileSync } from 'node:fs'
import { open } from './support/ready.ts'
import { expect, test } from './support/test.ts'

const AT_48 =
  '/p/demo/studies/scale-up?columns=clients&tables=product,version&base=clients:1&published=yes&workload=sep25.hetz.sb.scaleup'

test('tests are in buckets with explanations, and scan scales 46.56 times as published', async ({ page }) => {
  await open(page, '/p/demo/studies')
  await page
    .locator('#scale-up')
    .getByText(/^\d+ more$/)
    .click()
  await page.getByRole('link', { name: /^Scale-up of MariaDB/ }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/times the throughput of 1 client/)

  await open(page, AT_48)
  const table = page.getByRole('table', { name: 'Scale-up of PostgreSQL 18.0' })
  const scan = table.getByRole('row', { name: /^scan_range=100/ })
  await expect(scan).toContainText('46.56')
  await expect(scan).toContainText('97%')
  await expect(table.getByRole('row', { name: /^read-only-count_range=1000/ })).toContainText('2.08')
  const groups = page
    .getByRole('table', { name: 'Scale-up of MariaDB 11.8.3' })
    .getByRole('rowheader', { name: /times: / })
  await expect(groups).toHaveText([
    'more than 40 times: 10 tests',
    '30 to 40 times: 5 tests',
    '20 to 30 times: 6 tests',
    '10 to 20 times: 9 tests',
    'less than 10 times: 3 tests',
  ])
})

test('a chart is cropped by a link that can be shared, has its data, and can be downloaded', async ({ page }) => {
  await open(
    page,
    '/p/demo/studies/scale-up?columns=clients&tables=product,version&base=clients:1&version=5.6.51&workload=mar25.sb.in.c48',
  )
  const chart = page.getByRole('figure', { name: 'point queries, MySQL 5.6.51' })
  await expect(chart).toContainText('best 28.32 (points-notcovered-si_range=100), worst 4.50 (hot-points_range=100)')
  await chart.getByRole('button', { name: 'Zoom y axis' }).click()
  await expect(page).toHaveURL(/axis=cropped/)
  await expect(chart).toContainText('Axis does not start at zero.')
  await page.reload()
  await expect(chart).toContainText('Axis does not start at zero.')

  await chart.getByText('Chart data').click()
  await expect(chart.getByRole('row', { name: /^40 / })).toContainText('4.50')

  await expect(chart.getByRole('application')).toBeVisible()
  const saved = page.waitForEvent('download')
  await chart.getByRole('button', { name: /as SVG/ }).click()
  const file = await saved
  expect(file.suggestedFilename()).toMatch(/\.svg$/)
  const svg = readFileSync(await file.path(), 'utf8')
  expect(svg).toContain('point queries, MySQL 5.6.51')
  expect(svg).not.toContain('var(--')
})

test('several versions are shown next to each other, and one alone with its curves', async ({ page }) => {
  await open(
    page,
    '/p/demo/studies/scale-up?columns=clients&tables=product,version&base=clients:1&workload=mar25.sb.in.c48',
  )
  const overview = page.getByRole('table', { name: 'Scale-up side by side' })
  await overview.getByRole('link', { name: 'MySQL 8.0.28' }).click()
  await expect(overview).toBeHidden()
  await expect(page.getByRole('combobox', { name: 'Version' })).toHaveValue('8.0.28')
  const table = page.getByRole('table', { name: 'Scale-up of MySQL 8.0.28' })
  await expect(table.getByRole('row', { name: /^scan_range=100/ })).toContainText('38.30')
  await expect(page.getByRole('figure', { name: 'writes, MySQL 8.0.28' }).getByRole('list')).toContainText('perfect')
})

test('parameters that select nothing open the study of the plain address, and are named', async ({ page }) => {
  await open(page, '/p/demo/studies/scale-up')
  const headline = (await page.getByRole('heading', { level: 1 }).textContent()) ?? ''
  await open(page, '/p/demo/studies/scale-up?utm_source=newsletter')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(headline)
  await expect(page.getByText(/unknown parameter "utm_source"/)).toBeVisible()
})
