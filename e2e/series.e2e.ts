// Somebody follows a test over versions, sees where it changed, and tries a rule on what was measured.

import { open } from './support/ready.ts'
import { expect, test } from './support/test.ts'

const FILLSEQ =
  '/p/demo/series?product=RocksDB&hardware=gcp-arm-8&workload=iodir&test=fillseq.wal_disabled.v400&clients=1'

test('a run leads to the series of its test, whose picker and address follow each other', async ({
  page,
  expectAccessible,
}) => {
  await open(page, FILLSEQ)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('fillseq.wal_disabled.v400 over versions')
  await expect(page.getByRole('figure')).toBeVisible()
  await expectAccessible()
  const picker = page.getByRole('form', { name: 'Choose a series' })
  await picker.getByLabel('Judged by').selectOption({ label: 'z-score' })
  await expect(page).toHaveURL(/rule=z-score/)
  await expect(page.getByText(/It needs 30 earlier points/)).toBeVisible()
})

test('a rule is tried with numbers before anybody saves it', async ({ page, expectAccessible }) => {
  await open(page, '/p/demo/rules')
  const form = page.getByRole('form', { name: 'Try a rule' })
  await form.getByLabel('Rule').selectOption({ label: 'percentage' })
  await form.getByLabel('Limit').fill('0.5')
  await form.getByLabel('Test').fill('fillseq.wal_disabled.v400')
  await form.getByRole('button', { name: 'Try it' }).click()
  const trial = page.getByRole('table', { name: 'Trial' })
  await expect(trial.getByRole('row', { name: /^this rule/ })).toContainText('equal pairs')
  await expect(page.getByText('Maintainers of this project can save it.')).toBeVisible()
  await expectAccessible()
})
