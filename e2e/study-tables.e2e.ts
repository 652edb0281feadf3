// Studies whose page explains more than their table: configs, machines that agree, repeats, costs.

import type { Page } from '@playwright/test'
import { comparisonTable, readCell } from './support/comparison-table.ts'
import { open } from './support/ready.ts'
import { expect, test } from './support/test.ts'

const POSTGRES = 'product=PostgreSQL&hardware=dell32&workload=cached%5C,%208%20tables%5C,%2010M%20rows/table'

test('configs: the settings in which they differ are above their results', async ({ page, expectAccessible }) => {
  await open(page, `/p/demo/studies/configs?columns=version,config&version=17.6,18.0&repeat=1&${POSTGRES}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    /^PostgreSQL 18\.0 .* vs 17\.6 .* in the median of 33 tests/,
  )
  const settings = page.getByRole('table', { name: 'Settings that differ' })
  await expect(settings.getByRole('row', { name: /^io_method/ })).toHaveText(/sync.*worker.*io_uring/)
  // As published: 18.0 with x10d and 17.6 with x10a, first run.
  const cell = { row: 'hot-points_range=100', column: '18.0 x10d_c32r128' }
  await expect.poll(() => readCell(comparisonTable(page, /relative/), cell)).toBe('0.94')
  await expectAccessible()
})

test('across hardware: which machines agree about a change', async ({ page, expectAccessible }) => {
  const change = 'columns=hardware&base=version:9.8.4&product=RocksDB&version=10.1.3'
  await open(page, `/p/demo/studies/hardware?${change}&hardware=hetz,pn53,socket2&benchmark=db_bench&workload=byrx`)
  await expect(page.getByText(/tests on several machines\. Most machines agree on \d+ regressions/)).toBeVisible()
  await expect(rowOf(page, 'Agreement of machines', 'overwriteandwait.s0')).toHaveText(/disagree.*pn53 0\.87/)
  await expectAccessible()
})

test('repeats: the tests that disagree most, and the reliability of a single run', async ({
  page,
  expectAccessible,
}) => {
  const repeats = 'columns=version,config,repeat&base=repeat:1&repeats=each'
  await open(page, `/p/demo/studies/repeats?${repeats}&${POSTGRES}`)
  await expect(page.getByText(/A single run is good to 1\.\d%/)).toBeVisible()
  const worst = page.getByRole('table', { name: 'Tests that disagree most' }).getByRole('row').nth(1)
  // 2,208 / 2,694 in the two runs of 17.6.
  await expect(worst).toHaveText(/^scan_range=100.*17\.6 x10a_c32r128.*2,694.*2,208.*0\.82 ?[▼○?]?$/)
  await expectAccessible()
})

test('efficiency: throughput is shown with its cost', async ({ page, expectAccessible }) => {
  await open(
    page,
    `/p/demo/studies/efficiency?columns=version,config&version=12.22,18.0&repeat=1&show=both&test=hot-points_range%3D100&${POSTGRES}`,
  )
  const table = page.getByRole('table', { name: /^hot-points_range=100/ })
  await expect(table.getByRole('columnheader', { name: 'cpu/o' })).toBeVisible()
  // Throughput as published for the first run, and the CPU time that it costs.
  await expect(table.getByRole('row', { name: /^18\.0 x10d_c32r128/ })).toHaveText(/1\.82▲.*0\.57▲/)
  await expectAccessible()
})

const rowOf = (page: Page, table: string, name: string) =>
  page
    .getByRole('table', { name: table })
    .getByRole('row')
    .filter({ has: page.getByRole('rowheader', { name, exact: true }) })
