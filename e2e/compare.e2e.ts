// An engineer compares versions in the demo and sends the table to a colleague. The values are the published ones.

import { readFigures } from '@assay/testing/archive/archive-figures'
import { comparisonTable, findCell, readCell, readTable } from './support/comparison-table.ts'
import { customize, expectFilters, tick } from './support/facet-controls.ts'
import { untilReady } from './support/ready.ts'
import { expect, test } from './support/test.ts'

const POSTGRES_ON_DELL32 = '/p/demo/compare?columns=version,config&product=PostgreSQL&hardware=dell32&clients=24'

test.use({ permissions: ['clipboard-read', 'clipboard-write'] })

test('a table from the demo can be shared with a colleague', async ({ page, browser }) => {
  await page.goto('/')
  await page.getByRole('link', { name: 'By version (5)' }).click()
  await page.getByRole('link', { name: /^PostgreSQL by version/ }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^PostgreSQL .*: /)
  await untilReady(page)

  const environment = [/Product: PostgreSQL/, /Hardware: dell32/, /Benchmark: sysbench/, /Workload: cached/]
  await expectFilters(page, environment)
  await tick(await customize(page), { dimension: 'Repeat', value: '1' })
  await expectFilters(page, [...environment, /Repeat: 1/])
  const table = comparisonTable(page)
  await expect(table).toHaveAccessibleName(/relative to 12\.22/)
  const [pg12 = '', , , , , pg17 = '', pg18 = ''] = (await readTable(table)).columns
  const hotPoints = (column: string) => readCell(table, { row: 'hot-points_range=100', column })

  await page.getByRole('link', { name: 'Absolute', exact: true }).click()
  await expect(await findCell(table, { row: 'hot-points_range=100', column: pg12 })).toHaveText(/^\d{5,}$/)
  await expect(await findCell(table, { row: 'hot-points_range=100', column: pg17 })).toHaveText(/^\d{5,}/)
  const heights = await table.locator('tr[data-kind="row"]').evaluateAll((rows) => rows.map((row) => row.clientHeight))
  expect(Math.max(...heights) - Math.min(...heights), 'names of tests are on one line').toBeLessThanOrEqual(1)
  const queriesPerSecond = { pg12: Number(await hotPoints(pg12)), pg17: Number(await hotPoints(pg17)) }

  await table.getByRole('link', { name: '17.6 use as base' }).click()
  await expect(table).toHaveAccessibleName(/relative to 17\.6/)
  expect(await hotPoints(pg18)).toBe('0.97')
  expect(await hotPoints(pg12)).toBe((queriesPerSecond.pg12 / queriesPerSecond.pg17).toFixed(2))

  await table.getByRole('link', { name: '12.22 use as base' }).click()
  await expect(table).toHaveAccessibleName(/relative to 12\.22/)
  expect(await hotPoints(pg17)).toBe('1.94')
  expect(await hotPoints(pg18)).toBe('1.87')

  await page.getByRole('button', { name: 'Copy as Text' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Copied' })).toBeAttached()
  const copied: string = await page.evaluate('navigator.clipboard.readText()')
  expect(copied).toMatch(/^24 clients.*\nRelative to: 12\.22 .*\ncol-1 : 13\.22 .*\n/)
  expect(copied).toContain('col-5 : 17.6 ')
  expect(copied).toContain('\n1.02\t1.00\t1.01\t1.00\t1.94\t1.87\t1.91\t1.82\thot-points_range=100\n')

  const colleague = await (await browser.newContext()).newPage()
  await colleague.goto(page.url())
  expect(await readTable(comparisonTable(colleague))).toEqual(await readTable(table))
  await colleague.context().close()
})

for (const [name, base] of [
  ['sb-pg-12-to-18-relqps', '12.22'],
  ['sb-pg-17.6-to-18.0-relqps', '17.6'],
] as const) {
  test(`the published table ${name}, every digit`, async ({ page }) => {
    await page.goto(`${POSTGRES_ON_DELL32}&tables=repeat&base=version:${base}`)
    const runs = {
      1: await readTable(comparisonTable(page, /repeat 1, relative to/)),
      2: await readTable(comparisonTable(page, /repeat 2, relative to/)),
    }
    const published = readPublishedTable(name)
    const ours = published.map((cell) => {
      const { columns, rows } = runs[cell.repeat]
      const row = rows.find((one) => one.name === cell.row)
      return { ...cell, ratio: row?.cells[columns.indexOf(cell.column)] }
    })
    expect(published.length).toBeGreaterThan(100)
    expect(ours).toEqual(published)
  })
}

/** A cell of a published table: a printed ratio of a test in a first or second run. */
type PublishedCell = { repeat: 1 | 2; row: string; column: string; ratio: string }

/** @param name `sb-pg-12-to-18-relqps`; its configs `x10b (io_method=sync)` are called x10b_c32r128 in the demo */
const readPublishedTable = (name: string): PublishedCell[] =>
  readFigures(name).map(({ run, test = '', version, config = '', value = '' }) => ({
    repeat: run === 'first' ? 1 : 2,
    row: test,
    column: `${version} ${config.slice(0, 4)}_c32r128`,
    ratio: value,
  }))
