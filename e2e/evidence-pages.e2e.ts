// An author inserts the whole page of a study, and a shared link, into a spec. Deleting a run lists the evidence that
// it is part of; the file is imported into a project without the runs, and shows the same there.

import type { Page } from '@playwright/test'
import { expectNoSidewaysScroll, PHONE } from './support/layout.ts'
import { open } from './support/ready.ts'
import { smallRun } from './support/small-run.ts'
import { expect, test } from './support/test.ts'
import { signUp } from './support/test-accounts.ts'
import { makeProject, makeToken } from './support/tokens.ts'

const run = (version: string, many: number) =>
  smallRun({
    version,
    startedAt: '2026-11-01T00:00:00Z',
    tests: [{ name: 'scan', order: 0, role: 'measured', primaryMetric: 'qps' }],
    results: [
      { test: 'scan', clients: 1, values: [100] },
      { test: 'scan', clients: 8, values: [many] },
    ],
  })

const textOf = (page: Page) => page.getByRole('textbox', { name: 'Text, in Markdown' })
const figureOf = (page: Page, number: number) => page.getByRole('figure', { name: `Figure ${number}`, exact: true })

/** Opens the dialog of the editor, and inserts the selected figure. */
async function insert(page: Page, choose: (dialog: ReturnType<Page['getByRole']>) => Promise<unknown>): Promise<void> {
  await page.getByRole('button', { name: 'Insert a comparison or chart' }).click()
  const dialog = page.getByRole('dialog')
  await choose(dialog)
  await dialog.getByRole('button', { name: 'Insert', exact: true }).click()
  await expect(dialog).toBeHidden()
}

test('a study page and a shared link are evidence, before and after their runs are deleted, and after import', async ({
  page,
  request,
  expectAccessible,
}) => {
  // The test opens about thirty pages.
  test.slow()
  await signUp(page, 'Eva')
  const name = `pages-${crypto.randomUUID().slice(0, 8)}`
  const [project, elsewhere] = [await makeProject(page, name), await makeProject(page, `${name}-2`)]
  const headers = { authorization: `Bearer ${await makeToken(page, project, 'a machine')}` }
  const ids = []
  for (const [version, many] of [
    ['17.6', 600],
    ['18.0', 700],
  ] as const) {
    const id = crypto.randomUUID()
    expect((await request.put(`/api/v1/runs/${id}`, { headers, data: run(version, many) })).status()).toBe(201)
    ids.push(id)
  }
  const study = `/p/${project}/studies/scale-up?columns=clients&tables=product,version&base=clients:1`
  await open(page, study)
  await page.getByRole('link', { name: 'Share', exact: true }).click()
  const form = page.getByRole('form', { name: 'Share' })
  await form.getByLabel('Title').fill('How scans scale')
  await form.getByRole('button', { name: 'Create link' }).click()
  await expect(page.getByRole('status').getByRole('link')).toHaveAttribute('href', /\/s\//)

  await open(page, `/p/${project}/specs/new`)
  await page.getByLabel('Title').fill('Scans with more clients')
  await textOf(page).fill('# Why\n\nScans scale.\n\n')
  await textOf(page).press('Control+End')
  await insert(page, async (dialog) => {
    await dialog.getByLabel(/^Address/).fill(study)
    await dialog.getByLabel(/whole page of the study/).check()
    await dialog.getByLabel(/^Name/).fill('scale')
  })
  const preview = page.getByRole('region', { name: 'Preview' })
  await expect(preview.getByRole('table', { name: 'Scale-up side by side' })).toBeVisible()
  await insert(page, (dialog) => dialog.getByLabel(/content of a shared link/).selectOption({ index: 1 }))
  await expect(preview.getByText(/^As "How scans scale" was shared by Eva/)).toBeVisible()
  await textOf(page).press('Control+End')
  const cell = preview.locator('[data-figure="1"] tr[data-row] a').filter({ hasText: '7.00' })
  await cell.first().click()
  await expect(textOf(page)).toContainText('[7.00X](figure:scale#')
  await expect(preview.locator('a[data-number=agrees]')).toHaveText('7.00X')
  await page.getByRole('button', { name: 'Create' }).click()

  await expect(page.getByRole('heading', { level: 1 })).toContainText('Scans with more clients')
  const spec = new URL(page.url()).pathname
  await expect(figureOf(page, 1)).toContainText('frozen · reproduced')
  await expect(figureOf(page, 2)).toContainText('frozen · reproduced')
  await expect(figureOf(page, 2)).toContainText(/figure 1 of sha256 [0-9a-f]{64}/)
  await expectAccessible()
  await page.locator('[data-number]').click()
  await expect(page.locator('td:target')).toContainText('7.00')

  await open(page, `/p/${project}/runs/${ids[1]}`)
  await page.getByRole('link', { name: 'Delete…' }).click()
  await expect(page.getByRole('heading', { name: '1 spec with its numbers as evidence' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'FS-1 Scans with more clients' })).toBeVisible()
  await expectAccessible()
  const removal = page.getByRole('form', { name: 'Delete this run' })
  await removal.getByRole('checkbox').check()
  await removal.getByRole('button', { name: 'Delete permanently' }).click()
  await expect(page).toHaveURL(new RegExp(`/p/${project}/runs$`))
  await open(page, spec)
  for (const number of [1, 2]) await expect(figureOf(page, number)).toContainText('source runs of 2 cells are gone')
  await expect(page.locator('[data-number]')).toHaveAttribute('data-number', 'gone')
  await page.setViewportSize(PHONE)
  await open(page, spec)
  await expectNoSidewaysScroll(page)

  const href = await page.getByRole('link', { name: 'Markdown', exact: true }).getAttribute('href')
  const file = await page.request.get(href ?? '')
  expect(file.status()).toBe(200)
  await open(page, `/p/${elsewhere}/specs/import`)
  await page.getByLabel('Or paste its text').fill(await file.text())
  await page.getByRole('button', { name: 'Import' }).click()
  await expect(page).toHaveURL(new RegExp(`/p/${elsewhere}/specs/FS-1`))
  for (const number of [1, 2]) {
    await expect(figureOf(page, number)).toContainText('From the imported file')
    await expect(figureOf(page, number)).toContainText('are gone')
    await expect(figureOf(page, number)).toContainText('7.00')
  }
  await expectAccessible()
})
