// A visitor reads the history of the demo's experiment, and an author creates one.

import { open } from './support/ready.ts'
import { expect, test } from './support/test.ts'
import { setUpOwner } from './support/test-accounts.ts'

test('the page of an experiment shows the best candidate, the reasons against others, and their flags', async ({
  page,
}) => {
  await open(page, '/p/demo/experiments')
  await page
    .getByRole('table', { name: 'Experiments' })
    .getByRole('link', { name: /^Settings of PostgreSQL/ })
    .click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/: candidate \d+ of \d+ is the best, score \d/)
  const candidates = page.getByRole('table', { name: 'Candidates' })
  const rowOf = (name: RegExp) => candidates.getByRole('row', { name })
  await expect(rowOf(/costs together/)).toContainText('best so far')
  await expect(rowOf(/skips the slowest script/)).toContainText('1 test of the base not measured')
  await expect(rowOf(/four clients/)).toContainText('flagged')
  await expect(rowOf(/turns durability off/)).toContainText('fsync is off')
  await expect(rowOf(/makes its figures up/)).toContainText('not measured')
  await expect(page.getByRole('figure', { name: /Best so far/ })).toBeVisible()
})

test('an author creates an experiment, whose page has the commands that measure it', async ({
  page,
  runner,
  expectAccessible,
}) => {
  await setUpOwner(page)
  await open(page, '/p/demo/experiments')
  await page.getByRole('link', { name: 'New experiment' }).click()
  const form = page.getByRole('form', { name: 'Create an experiment' })
  const title = `Settings of ${runner.name}`
  await form.getByLabel(/^Title/).fill(title)
  await expectAccessible()
  await form.getByLabel(/^Base/).fill('defaults')
  await form.getByLabel(/^Machine/).fill(runner.name)
  await form.getByLabel(/^Benchmark/).fill('pgbench')
  await form.getByLabel(/^Workloads/).fill('small')
  await form.getByRole('button', { name: 'Create experiment' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
  await expect(page.getByText('assay exec --experiment', { exact: false }).first()).toBeVisible()
})
