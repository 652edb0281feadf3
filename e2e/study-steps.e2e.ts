// The Insert Benchmark step by step: throughput, ratios, and background rates vs their targets.

import type { Page } from '@playwright/test'
import { open } from './support/ready.ts'
import { expect, test } from './support/test.ts'

const STEPS = '/p/demo/studies/steps?rows=product,version,config&columns=workload,test&base=first-row'
const REPORTS = `${STEPS}&hardware=bee&benchmark=Insert%20Benchmark`
const MYSQL =
  '/p/demo/studies/steps?rows=version&columns=workload,test&base=version:5.6.51&product=MySQL&hardware=pn53&benchmark=Insert%20Benchmark'

/** Finds a cell of the only table of a section, by its row and the name of its step. */
function cell(page: Page, section: string, { row, step }: { row: RegExp; step: string }) {
  const table = page.locator(`section#${section}`).getByRole('table')
  return {
    table,
    async find() {
      const names = await table.locator('thead tr').last().getByRole('columnheader').allTextContents()
      const at = names.findIndex((name) => name.includes(step))
      expect(at, `a column for ${step} among ${names.join(', ')}`).toBeGreaterThan(0)
      return table
        .getByRole('row', { name: row })
        .getByRole('cell')
        .nth(at - 1)
    },
  }
}

test('a step that missed its target is red with a note, and gray when it is not comparable', async ({
  page,
  expectAccessible,
}) => {
  await open(page, REPORTS)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/ on bee/)
  await expect(page.getByText('1 of 30 background rates missed their target')).toBeVisible()

  const postgres = { row: /PostgreSQL 16\.2/, step: 'qp1000' }
  const rate = await cell(page, 'background', postgres).find()
  await expect(rate).toHaveText(/924 0\.92/)
  await expect(rate.getByRole('img', { name: 'worse' })).toBeVisible()
  const throughput = await cell(page, 'throughput', postgres).find()
  await expect(throughput).toHaveText(/^\d*357/)
  await expect(throughput.getByRole('img')).toHaveCount(0)
  await expectAccessible()
})

test('any row can be the baseline, and each column states its unit', async ({ page }) => {
  await open(page, REPORTS)
  const relative = cell(page, 'relative', { row: /PostgreSQL 16\.2/, step: 'l.i0' })
  await expect(relative.table.getByRole('columnheader', { name: /^qr100 .*range queries\/s/ })).toBeVisible()
  await expect(relative.table.getByRole('columnheader', { name: /^l\.x .*indexed rows\/s/ })).toBeVisible()
  await relative.table
    .getByRole('row', { name: /MySQL 5\.6\.51/ })
    .getByRole('link', { name: /use .* as base/ })
    .click()
  await expect(relative.table).toHaveAccessibleName(/relative to MySQL 5\.6\.51/)
  const mysql8 = await cell(page, 'relative', { row: /MySQL 8\.0\.36/, step: 'l.i0' }).find()
  await expect(mysql8).toHaveText(/0\.59/)
})

test('MySQL 5.6 to 9.5: the page states that only ratios were published', async ({ page }) => {
  await open(page, MYSQL)
  await expect(page.getByRole('table', { name: 'relative_qps, relative to 5.6.51' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Throughput', exact: true })).toHaveCount(0)
  await expect(await cell(page, 'relative', { row: /8\.4\.7/, step: 'l.i0' }).find()).toHaveText(/0\.59/)
})

test('one step has its metrics, and the samples that its clients printed', async ({
  page,
  runner,
  expectAccessible,
}) => {
  const answer = await runner.postFile({
    name: 'x.my9500_rel.cz12a_c8r32/qp100.L2/o.ib.dop1.1',
    text: clientOutput([480, 510, 990, 470, 460]),
  })
  expect(answer.status(), await answer.text()).toBe(200)

  await open(page, `${STEPS}&hardware=${runner.name}`)
  await page.getByRole('navigation', { name: 'Steps' }).getByRole('link', { name: 'qp100' }).click()
  await expect(page).toHaveURL(/step=qp100/)
  const metrics = page.getByRole('table', { name: /Metrics of qp100/ })
  await expect(metrics.getByRole('row', { name: /MySQL 9\.5\.0/ })).toContainText('582')
  const responses = page.getByRole('table', { name: /Query responses/ })
  await expect(responses.getByRole('row', { name: /MySQL 9\.5\.0/ })).toContainText('99.003')
  const chart = page.getByRole('figure', { name: /qp100: point_queries\/s/ })
  await expect(chart).toContainText('990 at 3 s')
  await expectAccessible()
})

test('the small Insert Benchmark of the demo has its table of response times', async ({ page }) => {
  await open(
    page,
    '/p/demo/studies/steps?rows=version&columns=workload,test&base=version:17.10&product=PostgreSQL&hardware=vm3&benchmark=Insert%20Benchmark&step=qr100',
  )
  const responses = page.getByRole('table', { name: /Query responses/ })
  await expect(responses.getByRole('columnheader', { name: '256us' })).toBeVisible()
  const shares = responses.getByRole('row', { name: /18\.4/ }).getByRole('cell')
  await expect(shares.first()).toHaveText(/^9\d/)
})

test('on a phone the tables scroll in their own regions', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await open(page, REPORTS)
  await expect(page.locator('section#relative').getByRole('table')).toBeVisible()
  const width = await page.evaluate('document.documentElement.scrollWidth')
  expect(width).toBeLessThanOrEqual(390)
})

test('lists above the study select product and machine, and the address has the selection', async ({ page }) => {
  await open(page, '/p/demo/studies/steps')
  const headline = page.getByRole('heading', { level: 1 })
  await expect(headline).toHaveText(/^MySQL 9\.5\.0 vs 5\.6\.51 on pn53/)
  await page.getByRole('combobox', { name: 'Product' }).selectOption('PostgreSQL')
  // PostgreSQL never ran on pn53.
  await expect(headline).toHaveText(/^PostgreSQL .* on vm3.* inconclusive: measure more repeats/)
  await expect(page).toHaveURL(/product=PostgreSQL&hardware=vm3/)
  await page.goBack()
  await expect(headline).toHaveText(/ on pn53/)
  await expect(page.getByRole('combobox', { name: 'Product' })).toHaveValue('MySQL')
  await page.getByRole('navigation', { name: 'Other studies of MySQL on pn53' }).getByText('Efficiency').click()
  await expect(headline).toHaveText(/^MySQL 9\.5\.0 vs 5\.6\.51 on pn53 .* CPU per operation/)
})

/**
 * Creates the output of one client of the Insert Benchmark: a line for each second, then the latencies of its queries.
 */
function clientOutput(queries: readonly number[]): string {
  const header =
    'i_sec t_sec i_ips t_ips i_dps t_dps i_qps t_qps max_i max_d max_q t_ins t_del t_query retry_i retry_d retry_q'
  let total = 0
  const lines = queries.map((rate, i) => {
    total += rate
    const second = i + 1
    const mean = (total / second).toFixed(1)
    return [`1.0`, `${second}.0`, 100, 100, 100, 100, rate, mean, 9, 9, 9, 100 * second, 100 * second, total, 0, 0, 0]
  })
  const buckets = '256us 1ms 4ms 16ms 64ms 256ms 1s 4s 16s gt max'
  const counts = [0, total * 0.99, total * 0.01, 0, 0, 0, 0, 0, 0, 0].map(Math.round)
  return [
    header.split(' ').join('\t'),
    ...lines.map((fields) => fields.join('\t')),
    `Query rt: ${buckets}`,
    `Query rt: ${counts.join(' ')} 0.003000`,
    'Totals: 5.0 secs, 100.0 rows/sec, 500 rows, 0 0 0 insert-delete-query retry',
    'Done',
    '',
  ].join('\n')
}
