// A new user signs up, creates a project and pastes the command that its page shows.

import { execFile, spawnSync } from 'node:child_process'
import { promisify } from 'node:util'
import { open } from './support/ready.ts'
import { RAW } from './support/runner.ts'
import { expect, test } from './support/test.ts'
import { signUp } from './support/test-accounts.ts'
import { makeToken } from './support/tokens.ts'

const FOLDER = 'nov26.sb.pg.mem.1t.vm2/v1/x.pg184_def.x10a_c2r24.pk1'

test('a new account uploads results and shares a comparison by following the pages', async ({
  page,
  browser,
  expectAccessible,
}) => {
  test.skip(spawnSync('curl', ['--version']).status !== 0, 'curl is not here')
  await signUp(page, 'Nora')
  await open(page, '/p/demo/data')
  await page.getByRole('link', { name: 'create a project' }).click()
  const organization = `nora-${crypto.randomUUID().slice(0, 8)}`
  const made = page.getByRole('form', { name: 'New organization' })
  await made.getByLabel(/^Short name/).fill(organization)
  await made.getByRole('button', { name: 'Create organization' }).click()
  await expect(page.getByText('Your role: owner.')).toBeVisible()
  const form = page.getByRole('form', { name: 'New project' })
  await form.getByLabel(/^Short name/).fill(`${organization}-runs`)
  await form.getByRole('button', { name: 'Create project' }).click()
  await expect(page.getByRole('heading', { name: 'Nothing has been uploaded yet' })).toBeVisible()
  await expectAccessible()
  await page.getByRole('link', { name: 'Create a token' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('No program has a token yet')
  const project = `${organization}-runs`
  const token = await makeToken(page, project, 'laptop')

  // Every empty page shows the same command.
  const lines: (string | null)[] = []
  for (const path of ['', '/compare', '/runs', '/hardware']) {
    await open(page, `/p/${project}${path}`)
    lines.push(await page.getByRole('region', { name: 'curl command' }).textContent())
  }
  expect(new Set(lines).size, lines.join('\n')).toBe(1)
  const command = (lines[0] ?? '').replace('RESULTS_FOLDER', FOLDER)
  const env = { PATH: process.env.PATH ?? '', ASSAY_TOKEN: token }
  const { stdout } = await promisify(execFile)('sh', ['-c', command], { cwd: RAW, env })
  expect(JSON.parse(stdout)).toMatchObject({ runs: [{ outcome: 'stored' }], problems: [] })

  await open(page, `/p/${project}/compare`)
  await expect(page.getByRole('table').first()).toContainText('point-query')
  await page.getByRole('link', { name: 'Share', exact: true }).click()
  await page.getByRole('button', { name: 'Create link' }).click()
  const link = page.getByRole('status').getByRole('link')
  await expect(link).toHaveAttribute('href', /\/s\/[\w-]{64}$/)
  const guestContext = await browser.newContext({ javaScriptEnabled: false })
  const guestPage = await guestContext.newPage()
  await guestPage.goto((await link.getAttribute('href')) ?? '')
  await expect(guestPage.getByRole('table').first()).toContainText('point-query')
  const notes = guestPage.getByRole('list').filter({ hasText: 'Measured for' })
  await expect(notes).toHaveCSS('list-style-type', 'decimal')
  await guestContext.close()
})
