// A user follows a test over versions, sees its changes, and previews a rule on stored data.

import { open } from './support/ready.ts'
import { expect, test } from './support/test.ts'

const OVERWRITE = '/p/demo/series?product=RocksDB&hardware=gcp-arm-8&workload=iobuf&test=overwriteandwait.s0'

test('overwrite of RocksDB fell by 6% with 8.8, after known bug 12038', async ({ page }) => {
  await open(page, OVERWRITE)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^overwriteandwait\.s0 over versions: −\d+% in /)
  const change = page.getByRole('table', { name: 'Changes' }).getByRole('row', { name: /^8\.8\.1/ })
  await expect(change).toContainText('0.94')
  await expect(change).toContainText('regression')
  await expect(page.getByRole('table', { name: 'Drift' })).toContainText('first of the major version')
  await change.getByRole('link', { name: 'compare the two' }).click()
  await expect(page).toHaveURL(/version=8\.4\.4,8\.8\.1/)
})

test('a single slow release is an event too: 10.6.2, which known bug 13996 affects', async ({ page }) => {
  await open(page, OVERWRITE)
  const change = page.getByRole('table', { name: 'Changes' }).getByRole('row', { name: /^10\.6\.2/ })
  await expect(change).toContainText('0.93')
  await expect(change).toContainText('regression')
  await change.getByRole('link', { name: 'compare the two' }).click()
  await expect(page).toHaveURL(/version=10\.5\.5,10\.6\.2/)
})

test('the address follows the picker, and a rule that cannot run shows the reason', async ({ page }) => {
  await open(page, OVERWRITE)
  const picker = page.getByRole('form', { name: 'Choose a series' })
  await picker.getByRole('combobox', { name: /^Rule/ }).selectOption({ label: 'z-score' })
  await expect(page).toHaveURL(/rule=z-score/)
  await expect(page.getByText(/It needs 30 earlier points/)).toBeVisible()
  await picker.getByRole('combobox', { name: /^Product/ }).selectOption('MySQL')
  await expect(page).toHaveURL(/product=MySQL/)
  await expect(page.getByText(/overwriteandwait\.s0 has no such results/)).toBeVisible()
})

test('a run links to the series of its test', async ({ page }) => {
  await open(page, '/p/demo/runs?product=RocksDB&version=10.6.2&workload=iobuf&hardware=gcp-arm-8')
  const runs = page.getByRole('table', { name: 'Runs' })
  await runs.getByRole('link', { name: 'RocksDB 10.6.2' }).first().click()
  await page.getByRole('link', { name: 'versions of RocksDB on overwriteandwait.s0' }).first().click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^overwriteandwait\.s0 over versions: −\d+% in /)
  await expect(page.getByRole('figure')).toBeVisible()
})

test('a rule is previewed with its results before it is saved', async ({ page, expectAccessible }) => {
  await open(page, '/p/demo/rules')
  const form = page.getByRole('form', { name: 'Try a rule' })
  await form.getByRole('combobox', { name: /^Rule/ }).selectOption({ label: 'percentage' })
  await form.getByLabel('Limit').fill('0.5')
  await form.getByRole('textbox', { name: 'Test' }).fill('overwriteandwait.s0')
  await form.getByRole('button', { name: 'Try rule' }).click()
  const preview = page.getByRole('table', { name: 'Preview of the rule' })
  await expect(preview.getByRole('row', { name: /^this rule/ })).toContainText('equal pairs')
  await expectAccessible()
})
