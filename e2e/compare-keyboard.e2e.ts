// Every mouse action on a comparison is also available by keyboard.

import { comparisonTable, findCell, findRow } from './support/comparison-table.ts'
import { customize } from './support/facet-controls.ts'
import { tabTo } from './support/keyboard.ts'
import { open } from './support/ready.ts'
import { expect, test } from './support/test.ts'

const WRITES = '/p/demo/compare?columns=version,config&product=PostgreSQL&hardware=dell32&clients=24&group=writes'
const FIRST_ROW = 'delete_range=100'

test('the skip link comes first and leads past the top bar', async ({ page }) => {
  await open(page, WRITES)
  await tabTo(page.getByRole('link', { name: 'Skip to the content' }), { maxSteps: 1 })
  await page.keyboard.press('Enter')
  await expect(page.getByRole('main')).toBeFocused()
})

test('layout, base and order can be changed by keyboard, and the focus stays', async ({ page }) => {
  await open(page, WRITES)
  const table = comparisonTable(page)
  const repeats = (await customize(page)).getByRole('combobox', { name: 'Repeats' })
  await tabTo(repeats)
  await page.keyboard.type('h')
  await expect(page.getByText('Highest of repeats')).toBeVisible()
  await expect(repeats).toBeFocused()

  const version = table.getByRole('link', { name: '17.6 use as base' })
  await tabTo(version)
  await page.keyboard.press('Enter')
  await expect(table).toHaveAccessibleName(/relative to 17\.6/)
  await expect(version).toBeFocused()

  const header = table.getByRole('columnheader', { name: 'sort by 17.6 ' })
  await tabTo(header.getByRole('link', { name: /^sort by/ }))
  await page.keyboard.press('Enter')
  await expect(header).toHaveAttribute('aria-sort', 'descending')

  const row = findRow(table, FIRST_ROW).getByRole('link', { name: `use ${FIRST_ROW} as base` })
  await tabTo(row)
  await page.keyboard.press('Enter')
  await expect(table).toHaveAccessibleName(/relative to delete_range=100/)
  await expect(findRow(table, FIRST_ROW).getByRole('link', { name: 'the base' })).toBeFocused()
})

test('arrow keys move through the cells, Enter opens one, Escape closes it', async ({ page }) => {
  await open(page, WRITES)
  const table = comparisonTable(page)
  const at = (row: string, column: string) => findCell(table, { row, column })
  const details = page.getByRole('dialog', { name: 'Details of the cell' })

  await tabTo(await at(FIRST_ROW, '12.22 x10a_c32r128'))
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowDown')
  await expect(await at('insert_range=100', '13.22 x10a_c32r128')).toBeFocused()
  await expect(details).toContainText('insert_range=10013.22')
  await page.keyboard.press('End')
  await expect(await at('insert_range=100', '18.0 x10d_c32r128')).toBeFocused()
  await page.keyboard.press('Home')
  await page.keyboard.press('ArrowUp')
  await expect(await at(FIRST_ROW, '12.22 x10a_c32r128')).toBeFocused()

  await page.keyboard.press('Enter')
  await expect(details).toBeFocused()
  await tabTo(details.getByRole('link', { name: 'Newest run' }), { maxSteps: 5 })
  await page.keyboard.press('Escape')
  await expect(details).toBeHidden()
  await expect(await at(FIRST_ROW, '12.22 x10a_c32r128')).toBeFocused()
})

test('the chart of a row is opened and closed', async ({ page }) => {
  await open(page, WRITES)
  const label = comparisonTable(page).getByRole('link', { name: 'update-index_range=100 draw as chart' })
  const chart = page.getByRole('region', { name: 'Chart of update-index_range=100' })
  await tabTo(label)
  await page.keyboard.press('Enter')
  await expect(chart.getByRole('heading', { name: 'update-index_range=100' })).toBeFocused()
  await tabTo(chart.getByRole('button', { name: 'Close chart' }), { maxSteps: 3 })
  await page.keyboard.press('Enter')
  await expect(chart).toBeHidden()
  await expect(label).toBeFocused()
})
