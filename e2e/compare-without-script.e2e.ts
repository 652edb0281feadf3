// The tables of a comparison consist of links, so that they work without scripts.

import { comparisonTable, findCell, readCell } from './support/comparison-table.ts'
import { expect, test } from './support/test.ts'

const ADDRESS = '/p/demo/compare?columns=version,config&product=PostgreSQL&hardware=dell32&clients=24&repeat=1'
const CELL = { row: 'hot-points_range=100', column: '18.0 x10c_c32r128' }

test.use({ javaScriptEnabled: false })

test('base, absolute values and a run are reachable by links alone', async ({ page }) => {
  await page.goto(ADDRESS)
  const table = comparisonTable(page)
  expect(await readCell(table, CELL)).toBe('1.91')
  await table.getByRole('link', { name: '17.6 use as base' }).click()
  await expect(table).toHaveAccessibleName(/relative to 17\.6/)
  expect(await readCell(table, CELL)).toBe('0.99')
  await page.getByRole('link', { name: 'Absolute', exact: true }).click()
  await expect(await findCell(table, CELL)).toHaveText(/^\d{5,}/)
  await (await findCell(table, CELL)).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('PostgreSQL 18.0 on dell32')
})

test('controls that need a script are hidden', async ({ page }) => {
  await page.goto(ADDRESS)
  await expect(page.getByText('Customize', { exact: true })).toBeHidden()
  await expect(page.getByRole('button', { name: 'Copy as Text' })).toBeHidden()
})
