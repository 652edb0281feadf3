// The page of a version shows improvements and regressions since the release before it, the first of its major, and a
// base that a maintainer pinned, including slow drift.

import { open } from './support/ready.ts'
import { expect, test } from './support/test.ts'
import { setUpOwner } from './support/test-accounts.ts'

test.use({ sharesPage: false })

test('RocksDB 10.6.2 has the fillseq drop that the posts name, with its finding and its comparison', async ({
  page,
}) => {
  await page.goto('/p/demo/data')
  await page.getByRole('link', { name: '10.6.2', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    /^RocksDB 10\.6\.2 vs 10\.5\.5: \d+ regressions and /,
  )
  const arm = page.getByRole('region', { name: 'gcp-arm-8, since 10.5.5' })
  const changes = arm.getByRole('table')
  await expect(changes.getByRole('row', { name: /^fillseq\.wal_disabled\.v400 · iobuf · clang(?!\+)/ })).toContainText(
    '0.61',
  )
  await expect(arm.getByRole('list', { name: /^Findings/ })).toContainText('6 tests regressed by a median of 38%')

  await changes
    .getByRole('link', { name: /^series of fillseq/ })
    .first()
    .click()
  await expect(page).toHaveURL(/\/p\/demo\/series\?/)
  await page.goBack()
  await arm.getByRole('link', { name: 'Compare', exact: true }).click()
  await expect(page).toHaveURL(/\/p\/demo\/compare\?.*base=version:10\.5\.5/)
})

test('PostgreSQL 17.6 on dell32: hot-points is 1.94 of 16.10', async ({ page }) => {
  await open(page, '/p/demo/versions/PostgreSQL/17.6')
  const machine = page.getByRole('region', { name: /^dell32, since/ }).first()
  await expect(machine.getByRole('row', { name: /^hot-points_range=100/ }).first()).toContainText('1.94')
})

test('MySQL 8.0.44 is compared with the version before it on each machine, and lists older findings that end in it', async ({
  page,
}) => {
  await open(page, '/p/demo/versions/MySQL/8.0.44')
  const machine = page.getByRole('region', { name: 'pn53, since 5.7.44, 8.0.43' })
  await expect(machine.getByRole('row', { name: /^l\.i0 · cached/ })).toContainText('0.66')
  await expect(page.getByRole('list', { name: 'Findings over longer spans' })).toContainText(
    'Since 5.6.51 on pn53: 44 tests regressed by a median of 30%',
  )
  await page.getByRole('link', { name: /older: 8\.0\.43/ }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^MySQL 8\.0\.43 vs /)
})

test('a maintainer pins a base, and later versions are compared with it', async ({ page }) => {
  await setUpOwner(page)
  await open(page, '/p/demo/versions/MySQL/8.0.44')
  const form = page.getByRole('form', { name: 'Pin a base' })
  await form.getByLabel('Base of MySQL').selectOption('5.6.51')
  await form.getByRole('button', { name: 'Pin' }).click()
  await expect(page.getByRole('status')).toHaveText('Pinned. Every later version of this product is compared with it.')
  const pinned = page.getByRole('region', { name: 'pn53, since 5.6.51' })
  await expect(pinned.getByRole('row', { name: /^update-one_range=100/ })).toContainText('0.60')
  await form.getByLabel('Base of MySQL').selectOption('none')
  await form.getByRole('button', { name: 'Pin' }).click()
  await expect(page.getByRole('status')).toHaveText('The baseline is no longer pinned.')
})

test('the palette finds a version, and its page opens', async ({ page }) => {
  await open(page, '/p/demo/search?q=pg%2017.6')
  await page.getByRole('link', { name: 'PostgreSQL 17.6', exact: true }).first().click()
  await expect(page).toHaveURL(/\/p\/demo\/versions\/PostgreSQL\/17\.6$/)
})

test('an unknown version is not found, and viewers see no form', async ({ page, request }) => {
  expect((await request.get('/p/demo/versions/MySQL/99')).status()).toBe(404)
  expect((await request.get('/p/demo/versions/Nothing/8.0.44')).status()).toBe(404)
  await open(page, '/p/demo/versions/MySQL/8.0.44')
  await expect(page.getByRole('heading', { name: 'Pinned base' })).toBeVisible()
  await expect(page.getByRole('form', { name: 'Pin a base' })).toHaveCount(0)
})
