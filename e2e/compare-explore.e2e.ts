// A user explores a table: which rows changed, how repeats differ, which other metrics were measured, and the chart of
// a row.

import type { Page } from '@playwright/test'
import { comparisonTable, findCell, findRow, readCell, readTable, type TableText } from './support/comparison-table.ts'
import { customize } from './support/facet-controls.ts'
import { open } from './support/ready.ts'
import { expect, test } from './support/test.ts'

const TABLE = '/p/demo/compare?columns=version,config&product=PostgreSQL&hardware=dell32&clients=24'
const FIRST_RUN = `${TABLE}&repeat=1`
const POINT_QUERIES = 'group=point+queries' // A short table is faster to check, also for axe.
const PG17 = '17.6 x10a_c32r128'

test('changes only hides rows without a change, and can be switched off', async ({ page }) => {
  await open(page, FIRST_RUN)
  const table = comparisonTable(page)
  const all = await readTable(table)
  const toggle = page.getByRole('link', { name: 'Only changes' })
  await toggle.click()
  await expect(toggle).toHaveAttribute('aria-current', 'true')
  const changed = await readTable(table)
  expect(changed.rows.map(({ name }) => name)).toEqual(rowsWithAChange(all))
  expect(changed.rows.length).toBeLessThan(all.rows.length)
  await expect(page.getByText(`${all.rows.length - changed.rows.length} rows without a change hidden`)).toBeVisible()
  await toggle.click()
  await expect(toggle).not.toHaveAttribute('aria-current')
  expect(await readTable(table)).toEqual(all)
})

test('rows are sorted by a column within each group: descending, ascending, the order of the benchmark', async ({
  page,
}) => {
  await open(page, `${FIRST_RUN}&group=writes`)
  const table = comparisonTable(page)
  const inOrder = await readTable(table)
  const header = table.getByRole('columnheader', { name: `sort by ${PG17}` })
  const ratios = async () => {
    const { columns, rows } = await readTable(table)
    return rows.map(({ cells }) => Number(cells[columns.indexOf(PG17)]))
  }
  const ascending = (await ratios()).toSorted((a, b) => a - b)
  expect(ascending.length).toBeGreaterThan(5)

  await header.getByRole('link', { name: /largest first$/ }).click()
  await expect(header).toHaveAttribute('aria-sort', 'descending')
  expect(await ratios()).toEqual(ascending.toReversed())
  await header.getByRole('link', { name: /smallest first$/ }).click()
  await expect(header).toHaveAttribute('aria-sort', 'ascending')
  expect(await ratios()).toEqual(ascending)
  await header.getByRole('link', { name: /the benchmark’s order$/ }).click()
  await expect(header).toHaveAttribute('aria-sort', 'none')
  expect(await readTable(table)).toEqual(inOrder)
})

test('repeats are shown one by one, or as their minimum', async ({ page }) => {
  await open(page, TABLE)
  const table = comparisonTable(page)
  const repeats = (await customize(page)).getByRole('combobox', { name: 'Repeats' })
  const absolute = page.getByRole('link', { name: 'Absolute', exact: true })
  await absolute.click()
  await expect(absolute).toHaveAttribute('aria-current', 'true')
  await repeats.selectOption('each by itself')
  await expect(page.getByText('Each repeat by itself')).toBeVisible()
  const each = await readTable(table)
  const [first, second] = each.columns.filter((column) => column.startsWith(PG17))
  expect([first, second]).toEqual([`${PG17} repeat 1`, `${PG17} repeat 2`])

  await repeats.selectOption('lowest')
  await expect(page.getByText('Lowest of repeats')).toBeVisible()
  const row = 'update-index_range=100'
  const lowest = Math.min(numberAt(each, row, `${PG17} repeat 1`), numberAt(each, row, `${PG17} repeat 2`))
  expect(await readCell(table, { row, column: PG17 })).toBe(String(lowest))
})

test('the panel of a cell shows value, base, repeats and every other metric', async ({ page, expectAccessible }) => {
  await open(page, `${TABLE}&${POINT_QUERIES}`)
  const table = comparisonTable(page)
  const cell = await findCell(table, { row: 'hot-points_range=100', column: PG17 })
  const details = page.getByRole('dialog', { name: 'Details of the cell' })
  await cell.hover()
  await expect(details).toContainText(`hot-points_range=100${PG17}`)
  await expect(details).toContainText('1.94')
  await expect(details).toContainText(/value[\d,]+ queries\/s/)
  await expect(details).toContainText(/base[\d,]+ queries\/s12\.22 x10a_c32r128/)
  await expect(details).toContainText(/repeats2, [\d,]+ – [\d,]+/)
  const metrics = details.getByRole('table', { name: 'All metrics of this cell' })
  await expect(metrics.getByRole('row', { name: /cpu\/o / })).toBeVisible()
  await expect(metrics.getByRole('row', { name: /cs\/o / })).toBeVisible()
  await page.getByRole('heading', { level: 1 }).hover()
  await expect(details).toBeHidden()

  await cell.click()
  await page.getByRole('heading', { level: 1 }).hover()
  await expect(details).toBeFocused()
  await expect(metrics).toBeVisible()
  await expectAccessible()
  await details.getByRole('link', { name: 'Newest run' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('PostgreSQL 17.6 on dell32')
})

test('the label of a row opens its chart, and the back button closes it', async ({ page, expectAccessible }) => {
  await open(page, `${FIRST_RUN}&${POINT_QUERIES}`)
  const table = comparisonTable(page)
  const chart = page.getByRole('region', { name: 'Chart of hot-points_range=100' })
  const before = await readTable(table)

  await table.getByRole('link', { name: '17.6 use as base' }).click()
  await expect(table).toHaveAccessibleName(/relative to 17\.6/)
  await findRow(table, 'hot-points_range=100').getByRole('link', { name: 'draw as chart' }).click()
  await expect(chart.getByRole('figure')).toContainText('relative to 17.6')
  await expect(chart.getByRole('application')).toBeVisible()
  await expectAccessible()

  const colleague = await page.context().newPage()
  await colleague.goto(page.url())
  await expect(colleague.getByRole('region', { name: 'Chart of hot-points_range=100' })).toBeVisible()
  await colleague.close()

  await page.goBack()
  await expect(chart).toBeHidden()
  await expect(table).toHaveAccessibleName(/relative to 17\.6/)
  await page.goBack()
  await expect(table).toHaveAccessibleName(/relative to 12\.22/)
  expect(await readTable(table)).toEqual(before)
})

test('the exported table is the table of the page', async ({ page }) => {
  await open(page, FIRST_RUN)
  const { rows } = await readTable(comparisonTable(page))
  // The base has its values on the page and ratios in the file. The columns of the verdicts follow those of the values.
  const ratiosOf = (row: string) => ['1.00', ...cellsOf(rows, row).slice(1)]
  expect(await downloaded(page, 'CSV')).toContain(`,hot-points_range=100,${ratiosOf('hot-points_range=100')},`)
  const line = (await downloaded(page, 'Markdown')).split('\n').find((one) => one.includes('range-notcovered-pk'))
  // A value is followed by the sign of its band and the mark of its verdict.
  const numbers = line
    ?.split('|')
    .slice(2, -1)
    .map((cell) => cell.trim().split(' ')[0])
  expect(numbers).toEqual(ratiosOf('range-notcovered-pk_range=100'))
})

async function downloaded(page: Page, format: string): Promise<string> {
  const link = page.getByRole('link', { name: format, exact: true })
  if (!(await link.isVisible())) await page.getByText('Download', { exact: true }).click()
  const [download] = await Promise.all([page.waitForEvent('download'), link.click()])
  const chunks: Buffer[] = []
  for await (const chunk of await download.createReadStream()) chunks.push(chunk)
  return Buffer.concat(chunks).toString()
}

/** Rows with a ratio of 0.95 or less, or of 1.05 or more, in any column after that of the base. */
const rowsWithAChange = ({ rows }: TableText): string[] =>
  rows
    .filter(({ cells }) => cells.slice(1).some((ratio) => Number(ratio) <= 0.95 || Number(ratio) >= 1.05))
    .map(({ name }) => name)

const cellsOf = (rows: TableText['rows'], row: string): string[] => rows.find(({ name }) => name === row)?.cells ?? []

const numberAt = ({ columns, rows }: TableText, row: string, column: string): number =>
  Number(cellsOf(rows, row)[columns.indexOf(column)])
