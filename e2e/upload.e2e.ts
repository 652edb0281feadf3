// Benchmark output is uploaded by the CLI and by curl, listed, and deleted again.

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { tabTo } from './support/keyboard.ts'
import { open } from './support/ready.ts'
import { RAW, type Runner } from './support/runner.ts'
import { expect, test } from './support/test.ts'

test.use({ sharesPage: false })

const SYSBENCH = 'nov26.sb.pg.mem.1t.vm2'
const DB_BENCH = 'nov26.dbb.vm2'
const ONE_RUN = `${SYSBENCH}/v1/x.pg184_def.x10a_c2r24.pk1`

test('assay push: every run arrives once, with its sample series', async ({ page, runner, expectAccessible }) => {
  await page.goto(runsOf(runner))
  await expect(page.getByRole('heading', { name: 'No run matches these filters' })).toBeVisible()

  expect(await runner.push(SYSBENCH, DB_BENCH)).toMatch(/^12 runs stored\.$/m)
  await page.reload()
  await expect(runs(page)).toHaveCount(12)
  expect(await runner.push(SYSBENCH, DB_BENCH)).toMatch(/^12 runs stored \(12 of them before\)\.$/m)
  await page.reload()
  await expect(runs(page)).toHaveCount(12)

  await runs(page).getByRole('link', { name: 'PostgreSQL 18.4' }).first().click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`PostgreSQL 18.4 on ${runner.name}`)
  const results = page.getByRole('table', { name: 'Results' })
  await results.getByRole('link', { name: 'chart of point-query_range=100 over time' }).nth(1).click()
  await expect(page.getByRole('heading', { name: 'Over time: point-query_range=100, 2 clients' })).toBeVisible()
  const figure = page.getByRole('figure', { name: 'qps over time' })
  await expect(figure.getByRole('application')).toBeVisible()
  await expect(figure).toContainText(/[78] samples, 1 s apart/)
  await expectAccessible()
})

test('curl alone: an archive arrives, and its files can be downloaded unchanged, except for names of people', async ({
  page,
  runner,
}) => {
  const answer = await runner.postArchive(ONE_RUN)
  expect(answer.status()).toBe(200)
  const { runs: receipts, problems } = await answer.json()
  expect(problems).toEqual([])
  expect(receipts).toEqual([expect.objectContaining({ outcome: 'stored' })])
  const again = await (await runner.postArchive(ONE_RUN)).json()
  expect(again.runs).toEqual([{ ...receipts[0], outcome: 'already' }])

  await page.goto(new URL(receipts[0].url).pathname)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`PostgreSQL 18.4 on ${runner.name}`)
  const name = 'sb.o.point-query.range100.pk1.dop1'
  const file = page.getByRole('table', { name: 'Raw files' }).getByRole('link', { name })
  const [download] = await Promise.all([page.waitForEvent('download'), file.click()])
  expect(download.suggestedFilename()).toBe(name)
  const sent = readFileSync(join(RAW, ONE_RUN, name), 'utf8')
  expect(readFileSync(await download.path(), 'utf8')).toBe(sent.replace('--pgsql-user=bench', '--pgsql-user=***'))
})

test('a file that is not a result is refused with its location and the reason, and leaves nothing', async ({
  page,
  runner,
}) => {
  const name = 'sb.o.point-query.range100.pk1.dop1'
  const answer = await runner.postFile({ name, text: 'sysbench 1.0.20\nand then the disk was full\n' })
  expect(answer.status()).toBe(422)
  expect(answer.headers()['content-type']).toContain('application/problem+json')
  expect(await answer.json()).toMatchObject({
    title: 'The output is truncated or contradicts itself',
    errors: [{ file: name, line: 2, message: expect.stringContaining('ends before the statistics') }],
  })
  await page.goto(runsOf(runner))
  await expect(page.getByRole('heading', { name: 'No run matches these filters' })).toBeVisible()
})

test('by keyboard: from the list to the samples of a result, and to its raw file', async ({ page, runner }) => {
  await runner.postArchive(ONE_RUN)
  await open(page, runsOf(runner))
  await tabTo(runs(page).getByRole('link', { name: 'PostgreSQL 18.4' }))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`PostgreSQL 18.4 on ${runner.name}`)
  await tabTo(page.getByRole('link', { name: 'chart of read-only_range=100 over time' }).last())
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Over time: read-only_range=100, 4 clients' })).toBeVisible()
  await tabTo(page.getByRole('table', { name: 'Raw files' }).getByRole('link').first())
  const [download] = await Promise.all([page.waitForEvent('download'), page.keyboard.press('Enter')])
  expect(download.suggestedFilename()).toMatch(/^sb\./)
})

const runsOf = ({ name }: Runner) => `/p/demo/runs?hardware=${name}`

/** The rows of the list, without its header. */
const runs = (page: Page) =>
  page
    .getByRole('table', { name: 'Runs' })
    .getByRole('row')
    .filter({ has: page.getByRole('rowheader') })
