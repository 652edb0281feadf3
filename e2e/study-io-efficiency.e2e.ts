import type { Locator, Page } from '@playwright/test'
import { expect, test } from './support/test.ts'

const PAGE = '/p/demo/studies/io-efficiency'
const SAVED = '/p/demo/saved/io-efficiency-of-rocksdb'

/** Finds a cell by its test and any other names of its row, and the header of its column. */
async function cellOf(table: Locator, row: RegExp, column: string): Promise<Locator> {
  const headings = await table.getByRole('columnheader').allInnerTexts()
  const found = table.getByRole('row', { name: row })
  return found.getByRole('cell').nth(headings.indexOf(column) - 1)
}

const efficiencyAt = (page: Page, clients: string) => page.getByRole('table', { name: `IO efficiency, ${clients}` })

test('IO efficiency, CPU and predictions have the published values', async ({ page, expectAccessible }) => {
  await page.goto(PAGE)
  await expect(page.getByRole('heading', { name: /^RocksDB on ser7 .*of fio at 1 client/, level: 1 })).toBeVisible()
  await expect(
    page.getByText('fio, randread 8k: 9884 reads/s, 101.61 µs a read, 10.916 µs of CPU a read.'),
  ).toBeVisible()
  const one = efficiencyAt(page, '1 client')
  const aligned = /^readrandom block_align=enabled/
  await expect(await cellOf(one, aligned, 'as published')).toHaveText('0.844')
  await expect(await cellOf(one, aligned, 'io.eff')).toHaveText('0.845')
  await expect(await cellOf(one, aligned, 'cpu.inc')).toHaveText('8.330')
  const six = efficiencyAt(page, '6 clients')
  await expect(await cellOf(six, /^readrandom3/, 'as published')).toHaveText('0.887')
  const model = page.getByRole('table', { name: /^Latency model/ })
  for (const [row, predicted, measured] of [
    [/^readrandom block_align=enabled/, '9063', '8350'],
    [/^readrandom2 block_align=enabled/, '9124', '8327'],
    [/^readrandom3 block_align=enabled/, '9214', '8400'],
  ] as const) {
    await expect(await cellOf(model, row, 'as published')).toHaveText(predicted)
    await expect(await cellOf(model, row, 'measured')).toHaveText(measured)
  }
  await expectAccessible()
})

test('a number of the tl;dr links to its cell, and a measured value to its run', async ({ page }) => {
  await page.goto(PAGE)
  const tldr = page.getByRole('region', { name: 'tl;dr' })
  await tldr.getByRole('link', { name: '8.330' }).click()
  await expect(page).toHaveURL(/#io-0-1-1$/)
  await expect(page.locator(':target')).toHaveText('8.330')
  await efficiencyAt(page, '1 client').getByRole('link', { name: '8350' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('RocksDB')
})

test('the sliders for another device change the predictions, and a link shows the same', async ({ page }) => {
  await page.goto(PAGE)
  const whatIf = page.getByRole('table', { name: 'What if' })
  const row = /^readrandom, block_align=enabled/
  await expect(await cellOf(whatIf, row, 'predicted io.eff')).toHaveText('0.924')
  await page.getByLabel(/^Latency of the device/).fill('189')
  await expect(await cellOf(whatIf, row, 'predicted io.eff')).toHaveText('0.960')
  await expect(page).toHaveURL(/[?&]device=189/)
  await page.getByLabel(/^CPU overhead of the database/).fill('50')
  await expect(page).toHaveURL(/[?&]cpu=50/)
  await page.goto(page.url())
  await expect(page.getByLabel(/^Latency of the device/)).toHaveValue('189')
  await expect(await cellOf(whatIf, row, 'predicted io.eff')).toHaveText('0.980')
  await page.getByRole('button', { name: 'As measured' }).click()
  await expect(await cellOf(whatIf, row, 'predicted io.eff')).toHaveText('0.924')
})

test('the saved comparison opens the study', async ({ page }) => {
  await page.goto(SAVED)
  await expect(page.getByText('0.844').first()).toBeVisible()
})
