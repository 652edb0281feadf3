// An author inserts a comparison into a spec and binds a number of a sentence to it. Results change; the spec keeps its
// frozen figure and shows the differences from current results.

import type { Page } from '@playwright/test'
import { open } from './support/ready.ts'
import { smallRun } from './support/small-run.ts'
import { expect, test } from './support/test.ts'
import { signUp } from './support/test-accounts.ts'
import { makeProject, makeToken } from './support/tokens.ts'

const run = (version: string, qps: number, startedAt: string) =>
  smallRun({ version, startedAt, results: [{ test: 'point-query', clients: 1, values: [qps] }] })

const textOf = (page: Page) => page.getByRole('textbox', { name: 'Text, in Markdown' })
const figureOf = (page: Page) => page.getByRole('figure', { name: 'Figure 1', exact: true })

test('a bound number is compared with its cell, regardless of later changes to the runs', async ({
  page,
  request,
  expectAccessible,
}) => {
  // The test opens about twenty pages.
  test.slow()
  await signUp(page, 'Eva')
  const project = await makeProject(page, `evidence-${crypto.randomUUID().slice(0, 8)}`)
  const headers = { authorization: `Bearer ${await makeToken(page, project, 'a machine')}` }
  const put = async (version: string, qps: number, day: string) => {
    const id = crypto.randomUUID()
    const data = run(version, qps, `2026-11-${day}T00:00:00Z`)
    expect((await request.put(`/api/v1/runs/${id}?onConflict=replace`, { headers, data })).status()).toBe(201)
    return id
  }
  await put('17.6', 1000, '01')
  const first = await put('18.0', 800, '01')

  await open(page, `/p/${project}/specs/new`)
  await page.getByLabel('Title').fill('Faster point queries')
  await textOf(page).fill('# Why\n\nPoint queries became slower.\n\n')
  await page.getByRole('button', { name: 'Insert a comparison or chart' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(/^Address/).fill(`/p/${project}/compare?columns=version&base=version:17.6`)
  await dialog.getByLabel(/^Name/).fill('versions')
  await dialog.getByLabel(/^Caption/).fill('Two versions')
  await dialog.getByRole('button', { name: 'Insert', exact: true }).click()
  const preview = page.getByRole('region', { name: 'Preview' })
  await expect(preview.getByText('Two versions')).toBeVisible()
  await textOf(page).press('Control+End')
  await preview.getByRole('link', { name: /^0\.80/ }).click()
  await expect(textOf(page)).toContainText('[0.80X](figure:versions#point-query/18.0)')
  await expect(preview.locator('a[data-number=agrees]')).toHaveText('0.80X')
  await page.getByRole('button', { name: 'Create' }).click()

  await expect(page.getByRole('heading', { level: 1 })).toContainText('Faster point queries')
  const number = page.locator('[data-number]')
  await expect(number).toHaveText('0.80X')
  await expect(number).toHaveAttribute('title', /^Figure 1, point-query, 18\.0: 0\.80/)
  await expect(figureOf(page)).toContainText('frozen · reproduced')
  await expectAccessible()
  await number.click()
  await expect(page.locator('td:target')).toContainText('0.80')
  const spec = new URL(page.url()).pathname

  const second = await put('18.0', 900, '02')
  await open(page, spec)
  await expect(figureOf(page)).toContainText('frozen 0.80, today 0.90 (1 cell)')
  await expect(number).toHaveAttribute('data-note', 'today 0.90')
  await expectAccessible()

  for (const id of [first, second]) {
    await open(page, `/p/${project}/runs/${id}`)
    await page.getByRole('link', { name: 'Delete…' }).click()
    const form = page.getByRole('form', { name: 'Delete this run' })
    await form.getByRole('checkbox').check()
    await form.getByRole('button', { name: 'Delete permanently' }).click()
    await expect(page).toHaveURL(new RegExp(`/p/${project}/runs$`))
  }
  await open(page, spec)
  await expect(figureOf(page)).toContainText('source runs of 1 cell are gone')
  await expect(figureOf(page).getByRole('row', { name: /^point-query/ })).toContainText('0.80')
  await expect(number).toHaveAttribute('data-number', 'gone')

  await page.getByRole('link', { name: 'Edit' }).click()
  await expect(textOf(page)).toContainText('figure:versions')
  const text = `# Why\n\nIt is [0.85X](figure:versions#point-query/18.0).\n\n\`\`\`assay\n/p/${project}/compare?columns=version&base=version:17.6\nname: versions\n\`\`\`\n`
  await textOf(page).fill(text)
  const checks = page.getByRole('list', { name: 'Problems in the text' })
  await expect(checks).toContainText('The text says 0.85X; Figure 1, point-query, 18.0 has 0.80.')
  await expect(preview.getByText('source runs of 1 cell are gone')).toBeVisible()
  await page.getByLabel('What changed').first().fill('a better number')
  await page.getByRole('button', { name: 'Save revision' }).click()
  await expect(number).toHaveAttribute('data-note', 'figure 1 has 0.80')
  await expectAccessible()

  await open(page, `/p/${project}/specs?q=point-query`)
  await expect(page.getByRole('link', { name: 'FS-1 figure-1' })).toBeVisible()
})
