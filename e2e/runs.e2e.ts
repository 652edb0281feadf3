// A user looks for runs: filters, sorts and pages through the list, opens one, and compares two of them.

import type { Page } from '@playwright/test'
import { tick } from './support/facet-controls.ts'
import { tabTo } from './support/keyboard.ts'
import { LIGHT_PAGE, openInSection } from './support/navigation.ts'
import { open } from './support/ready.ts'
import { expect, test } from './support/test.ts'

const POSTGRES_ON_DELL32 = '/p/demo/runs?product=PostgreSQL&hardware=dell32'

test('filters narrow the list, show the number of runs, and can be removed', async ({ page, expectAccessible }) => {
  await open(page, LIGHT_PAGE)
  await openInSection(page, 'Data', 'Runs')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^[\d,]+ runs on \d+ machines$/)
  const filters = page.getByRole('form', { name: 'Filter runs' })
  await tick(filters, { dimension: 'Product', value: 'PostgreSQL' })
  await expect(page).toHaveURL(/product=PostgreSQL/)
  await tick(filters, { dimension: 'Hardware', value: 'dell32' })
  await expect(page).toHaveURL(/hardware=dell32/)
  await tick(filters, { dimension: 'Version', value: '18.0' })
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('6 runs match these filters')
  await expect(runs(page)).toHaveCount(6)
  await expect(runs(page).filter({ hasText: 'PostgreSQL 18.0' })).toHaveCount(6)
  await expectAccessible()

  await page.getByRole('link', { name: 'Clear all filters' }).click()
  await expect(page.getByText(/; 50 on this page\.$/)).toBeVisible()
  await page.goto('/p/demo/runs?version=0.0')
  await expect(page.getByRole('heading', { name: 'No run matches these filters' })).toBeVisible()
})

test('runs sorted by version have 9.9 before 9.10, and pages do not overlap', async ({ page }) => {
  await open(page, '/p/demo/runs?product=RocksDB')
  const header = page.getByRole('columnheader', { name: 'Version' })
  await header.getByRole('link').click()
  await expect(header).toHaveAttribute('aria-sort', 'ascending')
  const seen = [await versions(page)]
  const ids = [await addresses(page)]
  for (let leaf = 2; leaf <= 3; leaf++) {
    const before = page.url()
    await page.getByRole('link', { name: 'Next page' }).click()
    await expect(page).not.toHaveURL(before)
    await expect.poll(async () => (await versions(page)).length).toBe(50)
    seen.push(await versions(page))
    ids.push(await addresses(page))
  }
  expect(new Set(ids.flat()).size, 'no run twice').toBe(150)
  expect(seen.flat()).toEqual(seen.flat().toSorted((a, b) => a.localeCompare(b, 'en', { numeric: true })))
  await header.getByRole('link').click()
  await expect(header).toHaveAttribute('aria-sort', 'descending')
  await expect.poll(() => newest(page)).toBe('RocksDB 11.8.1')
  await page.getByRole('link', { name: 'Next page' }).click()
  const first = page.getByRole('link', { name: 'First page' })
  await first.click()
  await expect(first).toHaveCount(0)
  await expect.poll(() => newest(page)).toBe('RocksDB 11.8.1')
})

test('a run shows its build, hardware, config, every result with every metric, and its sources', async ({
  page,
  expectAccessible,
}) => {
  await page.goto(`${POSTGRES_ON_DELL32}&version=18.0&config=x10d_c32r128&repeat=1`)
  await runs(page).getByRole('link', { name: 'PostgreSQL 18.0' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('PostgreSQL 18.0 on dell32')
  const main = page.getByRole('main')
  await expect(main).toContainText('CPUAMD Ryzen Threadripper PRO 5975WX')
  await expect(main).toContainText('Cores32 (large server)')
  await expect(main).toContainText('Flags-O2 -fno-omit-frame-pointer')
  await expect(main.getByRole('link', { name: /oct25\.sb\.pg180\.dell32/ })).toBeVisible()
  await expect(page.getByRole('table', { name: 'Settings of x10d_c32r128' })).toContainText('io_methodio_uring')
  const result = page.getByRole('table', { name: 'Results' }).getByRole('row', { name: /^hot-points_range=100 / })
  await expect(result.getByRole('cell')).toContainText(['point queries', '24', /^\d{6}$/])
  await expectAccessible()

  await main.getByRole('link', { name: 'Other versions on this machine' }).click()
  await expect(page.getByRole('table').first()).toContainText('hot-points_range=100')
})

test('the diff of two runs lists exactly their differences', async ({ page, expectAccessible }) => {
  // By config, because the order of runs with one version is that of their upload.
  await page.goto(`${POSTGRES_ON_DELL32}&repeat=1&sort=config&direction=descending`)
  await runs(page).filter({ hasText: 'x10d_c32r128' }).getByRole('checkbox').check()
  const differ = page.getByRole('button', { name: 'Settings diff of two selected runs' })
  await differ.click()
  await expect(page.getByRole('heading', { name: '1 selected, two are needed' })).toBeVisible()
  await page.goBack()
  await runs(page).filter({ hasText: 'x10d_c32r128' }).getByRole('checkbox').check()
  await runs(page).filter({ hasText: 'x10b_c32r128' }).getByRole('checkbox').check()
  await differ.click()
  await expect(page.getByText('2 differences', { exact: false })).toBeVisible()
  const facts = page.getByRole('main').getByRole('rowheader')
  await expect(facts).toContainText(['config', 'io_method'])
  await expect(page.getByRole('row', { name: /^io_method/ })).toContainText('io_uringsync')
  await expectAccessible()
  await page.getByRole('link', { name: 'Swap sides' }).click()
  await expect(page.getByRole('row', { name: /^io_method/ })).toContainText('syncio_uring')
})

test('runs are filtered, sorted and selected by keyboard, up to the settings diff', async ({ page }) => {
  await open(page, POSTGRES_ON_DELL32)
  await tabTo(page.getByRole('columnheader', { name: 'Version' }).getByRole('link'))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('columnheader', { name: 'Version' })).toHaveAttribute('aria-sort', 'ascending')
  await tabTo(runs(page).nth(0).getByRole('checkbox'))
  await page.keyboard.press('Space')
  await tabTo(runs(page).nth(1).getByRole('checkbox'))
  await page.keyboard.press('Space')
  await tabTo(page.getByRole('button', { name: 'Settings diff of two selected runs' }), { key: 'Shift+Tab' })
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Settings diff')
})

/** The rows of the list, without its header. */
const runs = (page: Page) =>
  page
    .getByRole('table', { name: 'Runs' })
    .getByRole('row')
    .filter({ has: page.getByRole('rowheader') })

const versions = (page: Page) => page.getByRole('table', { name: 'Runs' }).getByRole('rowheader').allInnerTexts()

/** Returns the first known version of the list. */
const newest = async (page: Page) => (await versions(page)).find((version) => version !== 'RocksDB unknown')

/** Returns the addresses of the runs in the list. */
const addresses = (page: Page): Promise<string[]> =>
  page
    .getByRole('table', { name: 'Runs' })
    .getByRole('rowheader')
    .getByRole('link')
    .evaluateAll((links) => links.map((link) => String(link.getAttribute('href'))))
