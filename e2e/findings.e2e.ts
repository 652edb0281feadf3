// Changes between versions are detected after an upload, listed in the inbox, triaged by keyboard, and decided.

import type { Page } from '@playwright/test'
import { open } from './support/ready.ts'
import { expect, test } from './support/test.ts'
import { setUpOwner } from './support/test-accounts.ts'

test('the inbox has the regressions of the published posts, and a finding lists its changes', async ({
  page,
  expectAccessible,
}) => {
  const list = page.getByRole('list', { name: 'Findings' })
  const named = /RocksDB 10\.5\.5 to 10\.6\.2 on gcp-arm-8: \d+ of \d+ tests regressed/
  // The server may still be scanning the demo data.
  await expect(async () => {
    await open(page, '/p/demo/findings?product=RocksDB&hardware=gcp-arm-8&direction=worse')
    await expect(list.getByRole('link', { name: named })).toBeVisible({ timeout: 2_000 })
  }).toPass()
  await expectAccessible()
  const row = list.getByRole('listitem').filter({ hasText: '10.5.5 to 10.6.2' })
  await expect(row).toContainText('may be bug 13996')
  await expect(row).toContainText(/−\d+%/)
  await expect(row.getByRole('img', { name: /in \d+ releases/ })).toBeVisible()
  await list.getByRole('link', { name: /10\.5\.5 to 10\.6\.2/ }).click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('10.6.2 vs 10.5.5')
  await expect(page.getByRole('table', { name: 'Tests that changed' })).toContainText('fillseq')
  await expect(page.getByText('may be RocksDB 13996')).toBeVisible()
  await expect(page.getByRole('table', { name: 'Metrics of the largest change' })).toContainText('user CPU of the test')
  // The workload that stays in the cache did not regress, and its row stands beside those that did.
  const others = page.getByRole('table', { name: 'Other results of the two releases' })
  await expect(others.getByRole('row', { name: /fillseq.*byrx/ }).first()).toContainText('no change')
  await expect(page.getByRole('figure').filter({ hasText: 'over 20 releases' })).toBeVisible()
  await expectAccessible()
})

test('a finding leads to the next one of its list, by link and by key', async ({ page }) => {
  await open(page, '/p/demo/findings?product=RocksDB&direction=worse')
  const titles = page.getByRole('list', { name: 'Findings' }).getByRole('heading', { level: 2 })
  await expect(titles.nth(2)).toBeVisible()
  await titles.first().getByRole('link').click()
  const steps = page.getByRole('navigation', { name: 'Findings' })
  await expect(steps).toContainText(/^1 of \d+/)
  await expect(steps.getByRole('link', { name: /Previous/ })).toHaveCount(0)
  await steps.getByRole('link', { name: /Next/ }).click()
  await expect(steps).toContainText('2 of')
  await expect(page).toHaveURL(/product=RocksDB&direction=worse/)
  await page.keyboard.press('k')
  await expect(steps).toContainText('1 of')
})

test('findings are grouped by machine, and filters keep the group', async ({ page, expectAccessible }) => {
  await open(page, '/p/demo/findings?product=RocksDB')
  await page.getByLabel('Group by').selectOption('machine')
  await expect(page).toHaveURL(/group=hardware/)
  const list = page.getByRole('list', { name: 'Findings' })
  await expect(list.getByRole('listitem').filter({ hasText: /^hetz \d+ findings?$/ })).toBeVisible()
  await expectAccessible()
  await page.getByLabel('Direction').selectOption({ index: 1 })
  await expect(page).toHaveURL(/direction=/)
  await expect(page).toHaveURL(/group=hardware/)
})

test('results that were published as ratios only are judged too: the load step of MySQL 5.6 to 8.0', async ({
  page,
}) => {
  await open(page, '/p/demo/findings?product=MySQL&hardware=pn53&direction=worse')
  const list = page.getByRole('list', { name: 'Findings' })
  await list.getByRole('link', { name: /MySQL 5\.6\.51 to 8\.0\.44 on pn53/ }).click()
  const load = page.getByRole('table', { name: 'Tests that changed' }).getByRole('row').filter({ hasText: 'l.i0' })
  await expect(load.filter({ hasText: 'cached' })).toContainText('0.60')
})

test('a change of one release is not reported again for longer version pairs', async ({ page, expectAccessible }) => {
  await open(page, '/p/demo/findings?product=PostgreSQL&hardware=dell32&direction=better')
  const list = page.getByRole('list', { name: 'Findings' })
  await expect(list.getByRole('link', { name: /16\.10 to 17\.6/ })).toBeVisible()
  await expect(list.getByRole('link', { name: /12\.22 to 18\.0/ })).toHaveCount(0)
  await page.getByLabel('Over several versions').selectOption({ label: await allMore(page) })
  await list.getByRole('link', { name: /12\.22 to 18\.0/ }).click()
  await expect(page.getByText('This change is explained by changes between single versions')).toBeVisible()
  const hot = page.getByRole('table', { name: 'Tests that changed' }).getByRole('row', { name: /^hot-points/ })
  await expect(hot.first()).toContainText('to 17.6')
  await expectAccessible()
})

test('an author acknowledges by keyboard, and the page names the author', async ({ page }) => {
  const owner = await setUpOwner(page)
  await open(page, '/p/demo/findings?product=MySQL&hardware=pn53&direction=worse')
  const list = page.getByRole('list', { name: 'Findings' })
  const first = list.getByRole('listitem').first()
  const title = (await first.getByRole('link').textContent()) ?? ''
  await list.focus()
  await page.keyboard.press('j')
  await expect(first).toBeFocused()
  await page.keyboard.press('a')
  await expect(page.getByRole('status')).toContainText(`${title}: acknowledged.`)
  await expect(first).toContainText('acknowledged')
  await page.goto('/p/demo/findings?state=acknowledged')
  await page.getByRole('link', { name: title }).click()
  await expect(page.getByText(`${owner.name}: acknowledged`)).toBeVisible()
})

test('an author triages a finding on its page by the keys of the list', async ({ page, expectAccessible }) => {
  const owner = await setUpOwner(page)
  await open(page, '/p/demo/findings?product=PostgreSQL&direction=worse')
  const findings = page.getByRole('list', { name: 'Findings' }).getByRole('listitem')
  // A finding that a later version fixed cannot be confirmed.
  await findings.filter({ hasNotText: 'fixed' }).last().getByRole('link').click()
  await expect(page.getByRole('heading', { level: 2, name: 'Activity' })).toBeVisible()
  await expectAccessible()
  await page.keyboard.press('c')
  await expect(page.getByRole('status').filter({ hasText: 'finding' })).toHaveText('This finding: confirmed.')
  await expect(page.getByText(`${owner.name}: confirmed`)).toBeVisible()
})

test('an author triages several findings at once, with the keyboard or with buttons', async ({
  page,
  expectAccessible,
}) => {
  await setUpOwner(page)
  await open(page, '/p/demo/findings?product=PostgreSQL&direction=better')
  const list = page.getByRole('list', { name: 'Findings' })
  const [first, second] = [list.getByRole('listitem').nth(0), list.getByRole('listitem').nth(1)]
  await list.focus()
  for (const key of ['j', 'x', 'j', 'x']) await page.keyboard.press(key)
  await expect(page.getByRole('button', { name: 'Clear 2 selected' })).toBeVisible()
  await expectAccessible()
  await page.keyboard.press('a')
  await expect(page.getByRole('status').filter({ hasText: 'findings' })).toHaveText('2 findings: acknowledged.')
  for (const row of [first, second]) await expect(row).toContainText('acknowledged')
  await first.getByRole('checkbox').click()
  await second.getByRole('checkbox').click()
  await page.getByRole('group', { name: 'Selected findings' }).getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'findings' })).toHaveText('2 findings: confirmed.')
})

test('triage shortcuts work for authors and not for viewers', async ({ page }) => {
  await open(page, '/p/demo/findings?product=MySQL&hardware=pn53&direction=worse')
  const first = page.getByRole('list', { name: 'Findings' }).getByRole('listitem').first()
  await expect(page.getByText('opens', { exact: false }).filter({ has: page.locator('kbd') })).toHaveText(
    'j k move, Enter opens',
  )
  const shown = await first.textContent()
  const requests: string[] = []
  page.on('request', (request) => request.url().includes('findings.act') && requests.push(request.url()))
  await page.getByRole('list', { name: 'Findings' }).focus()
  await page.keyboard.press('j')
  await expect(first).toBeFocused()
  await page.keyboard.press('n')
  await page.keyboard.press('k')
  await expect(first).toHaveText(shown ?? '')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 2, name: 'Activity' })).toBeVisible()
  expect(requests).toEqual([])

  await setUpOwner(page)
  await open(page, '/p/demo/findings?product=MySQL&hardware=pn53&direction=worse')
  await expect(page.getByText('not a bug', { exact: false }).filter({ has: page.locator('kbd') })).toContainText(
    'a acknowledge, c confirm, n not a bug',
  )
})

/** "all (37 more)": counts versions of the demo and any other uploads. */
const allMore = async (page: Page) =>
  (await page.getByLabel('Over several versions').locator('option').last().textContent()) ?? ''
