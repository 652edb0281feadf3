// A large import continues where it stopped, and files that are dropped while others are being stored wait for them.

import { randomBytes } from 'node:crypto'
import { sysbenchText } from '@assay/testing/import/sysbench-text'
import type { Page } from '@playwright/test'
import { open } from './support/ready.ts'
import { expect, test } from './support/test.ts'
import { setUpOwner } from './support/test-accounts.ts'

const OUTPUT = sysbenchText({ qps: 8_000, threads: 40 }).replace(' x.lua ', ' oltp_insert ')

/** Chooses an output, and a file of two chunks that no program can pack. */
async function chooseLarge(page: Page, name: string, noise: Buffer): Promise<void> {
  const mimeType = 'text/plain'
  await page.getByLabel('Choose files').setInputFiles([
    { name, mimeType, buffer: Buffer.from(OUTPUT) },
    { name: 'noise.txt', mimeType, buffer: noise },
  ])
}

test('an interrupted upload continues after a reload, and files that are dropped meanwhile wait', async ({ page }) => {
  await setUpOwner(page)
  await open(page, '/p/demo/import')
  const name = `c7i.large_pg-18.1_oltp_insert-${crypto.randomUUID().slice(0, 8)}-c40.log`
  const noise = Buffer.from(randomBytes(5 * 1024 * 1024).map((byte) => (byte === 0 ? 1 : byte)))
  let chunks = 0
  await page.route('**/api/v1/upload-chunks/**', async (route) => {
    chunks += 1
    // The second chunk does not arrive, until the page is loaded again.
    if (chunks === 2) return
    await route.continue()
  })
  await chooseLarge(page, name, noise)
  await expect.poll(() => chunks).toBe(2)
  await expect(page.getByRole('progressbar', { name: 'Sending the files' })).toBeVisible()
  await page.reload()
  await open(page, '/p/demo/import')
  await expect(page.getByText(/^The upload of 2 files, .* packed, was interrupted at \d+%/)).toBeVisible()
  await chooseLarge(page, name, noise)
  await expect(page.getByRole('button', { name: /^Store \d+ run/ })).toBeVisible()
  // The first chunk was not sent again.
  expect(chunks).toBe(3)

  await page.unroute('**/api/v1/upload-chunks/**')
  const held = Promise.withResolvers<void>()
  await page.route('**/api/v1/uploads?**', async (route) => {
    await held.promise
    await route.continue()
  })
  await page.getByRole('button', { name: 'Store 1 run' }).click()
  await page.getByRole('region', { name: 'Files to import' }).evaluate((zone, text) => {
    const file = (done: (file: File) => void) => done(new File([text], 'next.log'))
    const entry = { isFile: true, isDirectory: false, fullPath: '/next.log', file }
    const event = new Event('drop', { bubbles: true, cancelable: true })
    zone.dispatchEvent(Object.assign(event, { dataTransfer: { items: [{ webkitGetAsEntry: () => entry }] } }))
  }, OUTPUT)
  const next = page.getByRole('button', { name: 'Import the next 1 file' })
  await expect(next).toBeDisabled()
  held.resolve()
  await expect(page.getByText('1 run stored')).toBeVisible()
  await next.click()
  await expect(page.getByText('next.log').first()).toBeVisible()
})
