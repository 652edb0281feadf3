// Results are imported on a page: a folder is dropped, a column is corrected, and the runs are stored.

import { sysbenchText } from '@assay/testing/import/sysbench-text'
import type { Page } from '@playwright/test'
import { expectNoSidewaysScroll, PHONE } from './support/layout.ts'
import { open } from './support/ready.ts'
import { expect, test } from './support/test.ts'
import { setUpOwner } from './support/test-accounts.ts'

/** A folder of a team that names configs by folders. */
const FOLDER = [
  { path: 'results/big_buffers/pg-18.0/oltp_insert-c40.log', qps: 9_000 },
  { path: 'results/big_buffers/pg-18.1/oltp_insert-c40.log', qps: 9_500 },
  { path: 'results/small_buffers/pg-18.0/oltp_insert-c40.log', qps: 7_000 },
  { path: 'results/small_buffers/pg-18.1/oltp_insert-c40.log', qps: 7_100 },
]

test('a folder is dropped, one column corrected and stored, and the table shows its runs', async ({
  page,
  expectAccessible,
}) => {
  await setUpOwner(page)
  const machine = `box-${crypto.randomUUID().slice(0, 8)}`
  await open(page, '/p/demo/import')
  await expectAccessible()
  await dropFolder(page, FOLDER)

  const table = page.getByRole('table', { name: 'Runs to be stored' })
  await expect(table.getByRole('row')).toHaveCount(5)
  await expect(page.getByText(/questions are open/)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Store 4 runs' })).toBeDisabled()
  await expectAccessible()

  // One form asks for everything: the likely answer is chosen and shown as a guess, the machine is typed.
  await expect(table.getByRole('button', { name: 'big_buffers guess' })).toHaveCount(2)
  await expect(page.getByRole('combobox', { name: /What is this part of the path/ })).toHaveValue(/^config=@/)
  await page.getByPlaceholder('name of the machine').fill(machine)
  await page.getByRole('button', { name: 'Apply 2 answers' }).click()
  await expect(table.getByRole('button', { name: machine })).toHaveCount(4)
  await expect(table.getByRole('button', { name: 'big_buffers corrected' })).toHaveCount(2)
  await expect(table.getByRole('button', { name: 'small_buffers corrected' })).toHaveCount(2)

  await expect(page.getByText(/questions? (?:is|are) open/)).toBeHidden()
  const dialog = page.getByRole('dialog')
  await table.getByRole('button', { name: 'Config of all runs: correct' }).click()
  await dialog.getByRole('button', { name: 'big_buffers/' }).click()
  await expect(dialog.getByText('Each run takes this part of its own path.')).toBeVisible()
  await expectAccessible()
  await dialog.getByRole('button', { name: 'Apply' }).click()
  const window = page.viewportSize()
  await page.setViewportSize(PHONE)
  await expectNoSidewaysScroll(page)
  if (window !== null) await page.setViewportSize(window)
  await page.getByRole('button', { name: 'Save corrections as import profile' }).click()
  await expect(page.getByRole('link', { name: 'import profile of this project' })).toBeVisible()
  await expectAccessible()
  await page.getByRole('button', { name: 'Store 4 runs' }).click()
  await expect(page.getByText('4 runs stored')).toBeVisible()
  await page.goto(`/p/demo/compare?columns=version&hardware=${machine}&rows=config`)
  await expect(page.getByRole('table').first()).toContainText('big_buffers')
  await expect(page.getByRole('table').first()).toContainText('small_buffers')

  // The saved profile answers the questions of the next import; the demo is shared, so it is removed at the end.
  await open(page, '/p/demo/import')
  await dropFolder(page, FOLDER)
  await expect(table.getByRole('button', { name: 'big_buffers corrected' })).toHaveCount(2)
  await expect(page.getByRole('button', { name: 'Store 4 runs' })).toBeEnabled()
  await open(page, '/p/demo/data')
  await expect(page.getByRole('textbox', { name: 'Profile YAML' })).toHaveValue(new RegExp(machine))
  await expectAccessible()
  await page.getByRole('button', { name: 'Remove profile' }).click()
  await expect(page.getByRole('button', { name: 'Remove profile' })).toBeHidden()
})

/** Output of a program that Assay does not know. */
const OWN_OUTPUT = {
  server: { name: 'PostgreSQL', release: '18.1' },
  results: [
    { threads: 4, tests: { 'point-query': { rate: 1000.5, p99: 1.5 }, scan: { rate: 20.5, p99: 90 } } },
    { threads: 8, tests: { 'point-query': { rate: 1900.5, p99: 1.7 }, scan: { rate: 31.5, p99: 99 } } },
  ],
}

test('the columns of JSON that nothing reads are pointed out, its runs shown, saved and stored', async ({
  page,
  expectAccessible,
}) => {
  await setUpOwner(page)
  const machine = `box-${crypto.randomUUID().slice(0, 8)}`
  await open(page, '/p/demo/import')
  const file = { name: 'own.json', mimeType: 'application/json', buffer: Buffer.from(JSON.stringify(OWN_OUTPUT)) }
  await page.getByLabel('Choose files').setInputFiles(file)

  await expect(page.getByText('own.json: which column is what?')).toBeVisible()
  await expect(page.getByLabel('Each row is one of')).toContainText('$.results[*].tests[*] (4 rows)')
  await expect(page.getByLabel('Role of ^.threads')).toHaveValue('clients')
  await expectAccessible()
  await page.getByLabel('Role of @key').selectOption('the test')
  await page.getByLabel('Role of $.server.name').selectOption('product')
  await page.getByLabel('Role of rate').selectOption('a metric')
  await page.getByLabel('Metric of rate').fill('requests/s')
  await page.getByLabel('Unit of rate').fill('requests/s')
  await page.getByLabel('Better of rate').selectOption('higher is better')
  await page.getByLabel('Benchmark').fill('own bench')
  await page.getByRole('button', { name: 'Show the runs' }).click()

  const table = page.getByRole('table', { name: 'Runs to be stored' })
  await expect(table.getByRole('button', { name: '18.1' })).toBeVisible()
  await expect(table).toContainText('point-query, scan')
  await expectAccessible()
  await table.getByRole('button', { name: 'Machine of all runs: correct' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Value').fill(machine)
  await dialog.getByRole('button', { name: 'Apply' }).click()
  const download = page.getByRole('link', { name: 'Download as a profile' })
  const yaml = decodeURIComponent((await download.getAttribute('href')) ?? '')
  expect(yaml).toContain('rows: "$.results[*].tests[*]"')
  expect(yaml).toContain('"^.threads": "clients"')
  await page.getByRole('button', { name: 'Store 1 run' }).click()
  await expect(page.getByText('1 run stored')).toBeVisible()
  await page.goto(`/p/demo/compare?rows=test&columns=clients&base=clients:4&show=absolute&hardware=${machine}`)
  await expect(page.getByRole('table').first()).toContainText('point-query')
  await expect(page.getByRole('table').first()).toContainText('1900.5')
})

test('a file that is not a result names the next step, and the page fits a phone', async ({ page }) => {
  await setUpOwner(page)
  await page.setViewportSize(PHONE)
  await open(page, '/p/demo/import')
  const file = { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('nothing was measured') }
  await page.getByLabel('Choose files').setInputFiles(file)
  await expect(page.getByText(/0 runs were read from 1 file.*map the columns of a CSV/)).toBeVisible()
  await expectNoSidewaysScroll(page)
})

test('a visitor sees who can import', async ({ page }) => {
  await open(page, '/p/demo/import')
  await expect(page.getByRole('heading', { name: 'Only authors can import' })).toBeVisible()
  await expect(page.getByRole('main').getByRole('link', { name: 'Sign in' })).toHaveAttribute('href', /import/)
})

/** Drops a folder, as the browser reports it: entries that are read one after the other. */
async function dropFolder(page: Page, files: readonly { path: string; qps: number }[]): Promise<void> {
  const contents = files.map(({ path, qps }) => ({
    path,
    text: sysbenchText({ qps, threads: 40 }).replace(' x.lua ', ' oltp_insert '),
  }))
  await page.getByRole('region', { name: 'Files to import' }).evaluate((zone, all) => {
    type Entry = { isFile: boolean; isDirectory: boolean; fullPath: string }
    const entriesIn = (folder: string): Entry[] => {
      const names = new Set(
        all.flatMap(({ path }) =>
          `/${path}`.startsWith(`${folder}/`) ? [`/${path}`.slice(folder.length + 1).split('/')[0] ?? ''] : [],
        ),
      )
      return [...names].map((name) => entryOf(`${folder}/${name}`))
    }
    const entryOf = (fullPath: string): Entry => {
      const found = all.find(({ path }) => `/${path}` === fullPath)
      if (found !== undefined) {
        const file = (done: (file: File) => void) => done(new File([found.text], found.path.split('/').at(-1) ?? ''))
        return Object.assign({ isFile: true, isDirectory: false, fullPath }, { file })
      }
      let left = entriesIn(fullPath)
      const readEntries = (done: (entries: Entry[]) => void) => {
        done(left)
        left = []
      }
      return Object.assign({ isFile: false, isDirectory: true, fullPath }, { createReader: () => ({ readEntries }) })
    }
    const event = new Event('drop', { bubbles: true, cancelable: true })
    const items = entriesIn('').map((entry) => ({ webkitGetAsEntry: () => entry }))
    zone.dispatchEvent(Object.assign(event, { dataTransfer: { items } }))
  }, contents)
}
