// The panel of a cell explains its change, with the metrics that moved.

import type { Page } from '@playwright/test'
import { comparisonTable, findCell } from './support/comparison-table.ts'
import { open } from './support/ready.ts'
import { expect, test } from './support/test.ts'
import { setUpOwner } from './support/test-accounts.ts'

test.use({ sharesPage: false })

const POSTGRES =
  '/p/demo/compare?columns=version,config&base=version:12.22&product=PostgreSQL&hardware=dell32&clients=24&repeat=1&group=point+queries'
const MYSQL = '/p/demo/compare?columns=version&base=version:5.6.51&product=MySQL&hardware=pn53&version=5.6.51,9.5.0'

/** Longer than the delay after which details open. */
const OPEN_DELAY_MS = 600

const panel = (page: Page) => page.getByRole('dialog', { name: 'Details of the cell' })

test('an improved cell: less CPU per operation, with its values', async ({ page, expectAccessible }) => {
  await open(page, POSTGRES)
  const cell = await findCell(comparisonTable(page), { row: 'hot-points_range=100', column: '17.6 x10a_c32r128' })
  await cell.click()
  const why = panel(page).getByRole('region', { name: 'Why' })
  await expect(why).toContainText('Less CPU per operation: throughput +94%, CPU per operation −46%')
  await expect(why.getByRole('list', { name: /^Evidence/ })).toContainText('CPU per operation 0.54x')
  await expectAccessible()
  await page.keyboard.press('Escape')
  await expect(panel(page)).toHaveCount(0)
  // The pointer rests where the cell is again, which opens nothing until it moves.
  await page.waitForTimeout(OPEN_DELAY_MS)
  await expect(panel(page)).toHaveCount(0)
})

test('a regressed cell: more CPU per operation', async ({ page }) => {
  await open(page, MYSQL)
  const cell = await findCell(comparisonTable(page), { row: 'point-query_range=100', column: '9.5.0' })
  await cell.click()
  await expect(panel(page).getByRole('region', { name: 'Why' })).toContainText(
    'More CPU per operation (new CPU overhead): throughput −35%',
  )
})

test('REST explains one changed cell and all of them in the same way', async ({ request }) => {
  const query = POSTGRES.split('?')[1]
  const one = await request.get(`/api/v1/projects/demo/explain?${query}&cell=0.0.5`)
  const { cells } = await one.json()
  expect(cells).toHaveLength(1)
  expect(cells[0]).toMatchObject({ place: { table: 0, row: 0, column: 5 }, explanation: { rules: ['cpu'] } })
  const all = await (await request.get(`/api/v1/projects/demo/explain?${query}`)).json()
  expect(all.cells).toContainEqual(cells[0])
  expect(all.cells.length).toBeGreaterThan(1)
})

test('a note on a cell is written in its panel, and becomes a footnote of the table', async ({ page, runner }) => {
  await runner.push('nov26.sb.pg.mem.1t.vm2/v1')
  await setUpOwner(page)
  const address = `/p/demo/compare?columns=version&hardware=${runner.name}&clients=1`
  await open(page, address)
  const cell = await findCell(comparisonTable(page), { row: 'point-query_range=100', column: '18.4' })
  await cell.click()
  await panel(page).getByText('Add a note').click()
  await panel(page).getByRole('textbox', { name: 'Note' }).fill(`Measured on ${runner.name}.`)
  await panel(page).getByRole('button', { name: 'Add note' }).click()
  await expect(panel(page).getByRole('status')).toHaveText('Saved.')
  await open(page, address)
  await expect(page.getByRole('region', { name: 'Footnotes' })).toContainText(`Measured on ${runner.name}.`)
})
