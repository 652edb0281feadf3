// A user builds a table: another study, another layout, other limits, another metric.

import { comparisonTable, readTable } from './support/comparison-table.ts'
import { customize, expectFilters, tick } from './support/facet-controls.ts'
import { open, untilReady } from './support/ready.ts'
import { expect, test } from './support/test.ts'

const WRITES =
  '/p/demo/compare?columns=version,config&product=PostgreSQL&hardware=dell32&clients=24&repeat=1&group=writes&verdicts=off'

test('studies are suggested on a page of their own, and in a menu of every table', async ({
  page,
  expectAccessible,
}) => {
  await open(page, '/p/demo/studies')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^\d+ studies/)
  await expectAccessible()
  await page.getByRole('link', { name: /^RocksDB by version/ }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^RocksDB .*: /)
  await expect(comparisonTable(page).first()).toBeVisible()

  await page.getByText('Start from a study').click()
  await page.getByRole('link', { name: /^Compilers by version/ }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^RocksDB 10\.8\.3 on gcp-arm-8/)
  await untilReady(page)
  await page.getByRole('link', { name: 'Change this comparison' }).click()
  const fill = comparisonTable(page, /fillseq/).first()
  await expect.poll(async () => (await readTable(fill)).columns).toEqual(['gcc', 'clang', 'clang+LTO'])
  await expect.poll(async () => (await readTable(fill)).rows[0]?.name).toBe('6.29.5')
})

test('rows and columns are swapped, and every value with them', async ({ page }) => {
  await open(page, WRITES)
  const before = await readTable(comparisonTable(page))
  await (await customize(page)).getByRole('link', { name: 'Swap rows and columns' }).click()
  await expect(page).toHaveURL(/rows=version,config&columns=test/)
  const after = await readTable(comparisonTable(page))
  expect(after.rows.map(({ name }) => name)).toEqual(before.columns)
  expect(after.columns).toEqual(before.rows.map(({ name }) => name))
  // The first column is the base, which has its values; as a row it has ratios.
  expect(after.rows.slice(1).map(({ cells }) => cells)).toEqual(
    before.columns.slice(1).map((_, column) => before.rows.map(({ cells }) => cells[column + 1])),
  )
})

test('a dimension is added to an axis and removed; a filter is removed by its chip', async ({ page }) => {
  await open(page, WRITES)
  await page.getByRole('link', { name: 'Remove the filter on repeat' }).click()
  await expectFilters(page, [/PostgreSQL/, /dell32/, /writes/, /24/])
  await untilReady(page)
  await (await customize(page)).getByRole('combobox', { name: 'Add to tables' }).selectOption('Repeat')
  await expect(comparisonTable(page)).toHaveCount(2)
  await expect(comparisonTable(page, /repeat 2, relative to/)).toBeVisible()
  await (await customize(page)).getByRole('combobox', { name: 'Tables, 1' }).selectOption('– remove')
  await expect(comparisonTable(page)).toHaveCount(1)
  await tick(await customize(page), { dimension: 'Repeat', value: '2' })
  await expectFilters(page, [/PostgreSQL/, /dell32/, /writes/, /24/, /Repeat: 2/])
})

test('stricter limits mark more cells, and the legend shows the limits', async ({ page }) => {
  await open(page, WRITES)
  const counts = page.getByText(/^\d+ cells: /)
  const marked = async () => Number(/(\d+) better/.exec((await counts.textContent()) ?? '')?.[1])
  const before = await marked()
  await (await customize(page)).getByRole('spinbutton', { name: 'better ≥' }).fill('1.03')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('list', { name: 'Legend' })).toContainText('ratio ≥ 1.03')
  const table = await readTable(comparisonTable(page))
  // The first column is the base, which has values.
  const ratios = table.rows.flatMap(({ cells }) => cells.slice(1).map(Number))
  expect(await marked()).toBe(ratios.filter((ratio) => ratio >= 1.03).length)
  expect(await marked()).toBeGreaterThan(before)
})

test('another metric is another table, with its own direction', async ({ page }) => {
  await open(page, WRITES)
  await (await customize(page)).getByText('Metrics', { exact: true }).first().click()
  await (await customize(page)).getByRole('searchbox', { name: 'Search metrics' }).fill('cpu')
  await (await customize(page)).getByRole('checkbox', { name: /^cpu\/o/ }).check()
  await expect(comparisonTable(page)).toHaveCount(2)
  const cpu = comparisonTable(page, /cpu\/o/)
  await expect(page.getByText('cpu/o, lower is better')).toBeVisible()
  await expect(cpu.getByRole('cell', { name: /^0\.[0-8]\d better/ }).first()).toBeVisible()
  await expect(page.getByRole('region', { name: 'Footnotes' })).toContainText('archive')
})
