// Validity flags are shown on the run, the cell and the table, and one switch includes the flagged results.

import type { Page } from '@playwright/test'
import { comparisonTable, findCell } from './support/comparison-table.ts'
import { PHONE } from './support/layout.ts'
import { open } from './support/ready.ts'
import { expect, test } from './support/test.ts'
import { setUpOwner } from './support/test-accounts.ts'

test.use({ sharesPage: false })

const FLAT =
  '/p/demo/compare?columns=version&hardware=hetz&product=PostgreSQL&version=10.23,11.0,11.10&workload=8%20tables%5C,%2010M%20rows/table&verdicts=off'
const CELL = { row: 'write-only_range=10000', column: '11.0' }
const ONE_RUN = 'nov26.sb.pg.mem.1t.vm2/v1/x.pg184_def.x10a_c2r24.pk1'

const sign = async (page: Page) => (await findCell(comparisonTable(page), CELL)).getByRole('img', { name: 'better' })

test('a cell whose client ignored errors has no band until it is included', async ({ page, expectAccessible }) => {
  await open(page, FLAT)
  // Superscript numbers of footnotes follow.
  await expect(await findCell(comparisonTable(page), CELL)).toHaveText(/^1\.08/)
  await expect(await sign(page)).toHaveCount(0)
  await expect(page.getByRole('region', { name: 'Footnotes' })).toContainText('The client ignored 6 errors.')
  const doubts = page.getByRole('list', { name: 'Flagged results' })
  await expect(doubts).toContainText('excluded from bands and means: errors ignored')
  await expectAccessible()

  await doubts.getByRole('link', { name: 'Include them' }).click()
  await expect(page).toHaveURL(/[?&]badged=in/)
  await expect(await sign(page)).toBeVisible()
  await expect(await findCell(comparisonTable(page), CELL)).toHaveText(/^1\.08/)
  await page.getByText('Customize', { exact: true }).click()
  await expect(page.getByRole('checkbox', { name: /^Include flagged results/ })).toBeChecked()

  await page.getByRole('checkbox', { name: /^Include flagged results/ }).uncheck()
  await expect(page).not.toHaveURL(/badged/)
  await expect(await sign(page)).toHaveCount(0)
})

test('the run shows how many of its results are flagged, and each result the reason', async ({
  page,
  expectAccessible,
}) => {
  await page.goto(FLAT)
  const run = await (await findCell(comparisonTable(page), CELL)).getAttribute('href')
  await page.goto(run ?? '')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('PostgreSQL 11.0 on hetz')
  const badges = page.getByRole('region', { name: 'Validity' })
  await expect(badges).toContainText('errors ignored')
  await expect(badges).toContainText('3 of 31 results')
  const row = page.getByRole('table', { name: 'Results' }).getByRole('row', { name: CELL.row })
  await expect(row).toContainText('The client ignored 6 errors.')
  await expectAccessible()
})

test.describe('without a script', () => {
  test.use({ javaScriptEnabled: false })

  test('a person excludes a run with a reason and includes it again', async ({ page, runner }) => {
    const [receipt] = (await (await runner.postArchive(ONE_RUN)).json()).runs
    await page.goto(new URL(receipt.url).pathname)
    const badges = page.getByRole('region', { name: 'Validity' })
    await expect(badges).toContainText('too short')
    await expect(badges).not.toContainText('invalidated')

    const form = page.getByRole('form', { name: 'Exclude' })
    await expect(form).toContainText('Sign in as an author')
    await setUpOwner(page)
    await page.goto(new URL(receipt.url).pathname)
    await form.getByText('Exclude or include this run').click()
    await form.getByRole('textbox', { name: 'Reason' }).fill('A kernel was compiled at the same time')
    await form.getByRole('button', { name: 'Exclude' }).click()
    await expect(page.getByRole('status')).toHaveText(
      'Excluded. The results stay visible, but are excluded from bands and means.',
    )
    await page.setViewportSize(PHONE)
    await form.getByText('Exclude or include this run').click()
    const { width } = (await form.boundingBox()) ?? { width: Number.POSITIVE_INFINITY }
    expect(width, 'the form on a phone').toBeLessThanOrEqual(PHONE.width)
    for (const control of await form.getByRole('button').all()) {
      const box = await control.boundingBox()
      expect((box?.x ?? 0) + (box?.width ?? 0), 'a button on a phone').toBeLessThanOrEqual(PHONE.width)
    }
    await expect(badges).toContainText(/invalidated Excluded by .+: A kernel was compiled at the same time/)

    await page.goto(`/p/demo/compare?hardware=${runner.name}&columns=clients`)
    await expect(page.getByRole('region', { name: 'Footnotes' })).toContainText(
      'A kernel was compiled at the same time',
    )
    await expect(page.getByRole('list', { name: 'Flagged results' })).toContainText('invalidated')

    await page.goto(new URL(receipt.url).pathname)
    await form.getByText('Exclude or include this run').click()
    await form.getByRole('button', { name: 'Include: A kernel was compiled' }).click()
    await expect(page.getByRole('status')).toHaveText('Included again.')
    await expect(badges).not.toContainText('invalidated')
    await expect(form.getByRole('listitem')).toContainText(/the whole run: .+; included again by /i)
  })
})
