// A comparison consists of links and a form, so it works without scripts.

import { comparisonTable, findCell, readCell, readTable } from './support/comparison-table.ts'
import { customize, expectFilters, tick } from './support/facet-controls.ts'
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

test('the form has a button and redirects to the address of its comparison', async ({ page }) => {
  await page.goto(ADDRESS)
  await tick(await customize(page), { dimension: 'Version', value: '17.6' })
  await tick(await customize(page), { dimension: 'Version', value: '18.0' })
  await (await customize(page)).getByRole('combobox', { name: 'Add to tables' }).selectOption('Test group')
  await (await customize(page)).getByRole('button', { name: 'Show this comparison' }).click()

  await expectFilters(page, [/PostgreSQL/, /Version: 17\.6, 18\.0/, /dell32/, /24/, /Repeat: 1/])
  const table = comparisonTable(page, /point queries, relative to 17\.6/)
  expect((await readTable(table)).columns).toEqual([
    '17.6 x10a_c32r128',
    '18.0 x10b_c32r128',
    '18.0 x10c_c32r128',
    '18.0 x10d_c32r128',
  ])
  expect(await readCell(table, CELL)).toBe('0.99')
  await expect(page.getByRole('button', { name: 'Copy as Text' }), 'it needs a script').toBeHidden()
})
