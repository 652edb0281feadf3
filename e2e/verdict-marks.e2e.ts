// A user reads a study: significant changes are marked there and in its exports, and each value links to its series.

import { comparisonTable, findCell } from './support/comparison-table.ts'
import { open } from './support/ready.ts'
import { expect, test } from './support/test.ts'

const POSTGRES = 'product=PostgreSQL&hardware=dell32&workload=cached%5C,%208%20tables%5C,%2010M%20rows/table'
const EFFICIENCY = `/p/demo/studies/efficiency?columns=version,config&version=12.22,18.0&repeat=1&test=hot-points_range%3D100&${POSTGRES}`

test('a study marks and counts its verdicts, and so do its files', async ({ page, expectAccessible }) => {
  await open(page, EFFICIENCY)
  await expect(page.getByRole('main')).toContainText(/\d+ compared cells: \d+ regressions?, \d+ improvements?/)
  const row = page
    .getByRole('table', { name: /^hot-points_range=100/ })
    .getByRole('row', { name: /^18\.0 x10d_c32r128/ })
  await expect(row.getByRole('cell').first()).toHaveText(/^1\.82▲/)
  await expect(row.getByRole('img', { name: 'improvement' }).first()).toBeVisible()
  await expectAccessible()

  await page.getByText('Download', { exact: true }).click()
  const file = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Markdown', exact: true }).click()
  const stream = await (await file).createReadStream()
  let text = ''
  for await (const chunk of stream) text += String(chunk)
  expect(text).toContain('1.82 ▲!')
})

test('a value of a study links to its series, and the series back to a table', async ({ page }) => {
  await open(page, EFFICIENCY)
  const row = page
    .getByRole('table', { name: /^hot-points_range=100/ })
    .getByRole('row', { name: /^18\.0 x10d_c32r128/ })
  await row.getByRole('cell').first().hover()
  await row.getByRole('link', { name: 'series of qps' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^hot-points_range=100 over versions/)
  const picker = page.getByRole('form', { name: 'Choose a series' })
  await expect(picker.getByRole('combobox', { name: 'Config' })).toHaveValue('x10d_c32r128')
  await expect(page.getByText('qps on dell32:')).toBeVisible()
  await page.getByRole('link', { name: 'Compare these versions' }).click()
  await expect(page).toHaveURL(/\/compare\?.*config=x10d_c32r128/)
})

test('the panel of a cell links to its series', async ({ page }) => {
  await open(
    page,
    '/p/demo/compare?columns=version,config&product=PostgreSQL&hardware=dell32&clients=24&group=point+queries',
  )
  const faster = await findCell(comparisonTable(page), { row: 'hot-points_range=100', column: '17.6 x10a_c32r128' })
  await faster.click()
  await page.getByRole('dialog', { name: 'Details of the cell' }).getByRole('link', { name: 'Over versions' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^hot-points_range=100 over versions/)
  await expect(page.getByRole('figure')).toBeVisible()
})
