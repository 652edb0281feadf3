// A user sees a value that a known bug explains, reads about the bug, and records another.

import { comparisonTable, readCell } from './support/comparison-table.ts'
import { open } from './support/ready.ts'
import { expect, test } from './support/test.ts'
import { setUpOwner } from './support/test-accounts.ts'

test('the drop in 10.6.2 has the mark of its bug, which links to the bug and back', async ({ page }) => {
  await open(page, '/p/demo/saved/rocksdb-on-arm-over-time')
  const iodir = comparisonTable(page, /iodir/)
  expect(await readCell(iodir, { row: 'fillseq.wal_disabled.v400', column: '10.6.2' })).toBe('0.60')
  const note = page.getByRole('region', { name: 'Footnotes' }).getByRole('link', { name: /Known bug RocksDB 13996/ })
  await note.click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('RocksDB 13996')
  await expect(page.getByText('from 10.6, fixed in 10.7')).toBeVisible()
  await page.getByRole('link', { name: 'Compare affected results' }).click()
  await expect(page.getByRole('region', { name: 'Footnotes' })).toContainText('13996')
})

test('the bug appears in the list of bugs, in the list of runs and on a run', async ({ page }) => {
  await open(page, '/p/demo/known-bugs')
  const bugs = page.getByRole('table', { name: 'Known bugs' })
  await expect(bugs.getByRole('row', { name: /RocksDB 12038/ })).toContainText('from 8.6, fixed in 9.9')
  await open(page, '/p/demo/runs?product=RocksDB&version=10.6.2&workload=iobuf&hardware=gcp-arm-8')
  const runs = page.getByRole('table', { name: 'Runs' })
  await expect(runs.getByRole('link', { name: 'known bug 13996' }).first()).toBeVisible()
  await runs.getByRole('link', { name: 'RocksDB 10.6.2' }).first().click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('RocksDB 10.6.2')
})

test('a new known bug marks cells immediately, and can be edited', async ({ page, request, runner }) => {
  await runner.push('nov26.sb.pg.mem.1t.vm2/v1')
  await setUpOwner(page)
  await open(page, '/p/demo/known-bugs')
  const form = page.getByRole('form', { name: 'Record a bug' })
  const product = `None ${runner.name}`
  await form.getByLabel(/^Product/).fill(product)
  await form.getByLabel(/^Number/).fill('7')
  await form.getByLabel(/^Effect/).fill('nothing at all')
  await form.getByLabel(/^First affected version/).fill('1.0')
  await form.getByRole('button', { name: 'Record' }).click()
  await expect(page.getByRole('table', { name: 'Known bugs' })).toContainText(`${product} 7`)
  const slug = `none-${runner.name}-7`
  const headers = { authorization: `Bearer ${runner.token}` }
  const gone = await request.delete(`/api/v1/projects/demo/known-bugs/${slug}`, { headers })
  expect(gone.status()).toBe(204)
  expect((await request.get(`/api/v1/projects/demo/known-bugs/${slug}`)).status()).toBe(404)
})
