// A user examines the effect of one parameter, then adds a second one.

import { open } from './support/ready.ts'
import { expect, test } from './support/test.ts'

test('LRU vs hyperclock: charts with their data, and any parameter on any axis', async ({ page }) => {
  await open(page, '/p/demo/studies')
  await page.getByRole('link', { name: /^Sweep of cache_type/ }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^RocksDB 10\.2\.1 on dell32/)
  await expect(page.getByRole('figure').first()).toContainText('From 0.56 (readwhilewriting, cache_type=lru)')

  await page.getByLabel('A table per').selectOption({ label: 'workload' })
  await expect(page).toHaveURL(/tables=workload/)
  await page.getByRole('combobox', { name: 'Rows' }).selectOption({ label: 'hardware' })
  await expect(page).toHaveURL(/rows=hardware/)
  await expect(page.getByRole('table', { name: /byrx/ }).getByRole('row', { name: /^dell32/ })).toBeVisible()
})

test('numbers are on a numeric axis', async ({ page }) => {
  await open(page, '/p/demo/studies')
  await page.getByRole('link', { name: /^Sweep of pct_random/ }).click()
  // Another parameter that varies with it gets separate charts.
  const chart = page.getByRole('figure', { name: /varchar_chars=/ }).first()
  await chart.getByText('Chart data').click()
  await expect(chart.getByRole('rowheader')).toHaveText(['20', '45', '75', '95'])
})
