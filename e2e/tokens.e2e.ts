// A user creates a token on its page, uploads with it, sees its last use, rotates it and revokes it.

import { tabTo } from './support/keyboard.ts'
import { expectNoSidewaysScroll, PHONE } from './support/layout.ts'
import { open } from './support/ready.ts'
import { smallRun } from './support/small-run.ts'
import { expect, test } from './support/test.ts'
import { signUp } from './support/test-accounts.ts'
import { makeProject, makeToken, makeTokenByForm } from './support/tokens.ts'

const RUN = smallRun({ tests: [{ name: 'point-query', order: 1, primaryMetric: 'qps' }] })

const unique = (name: string) => `${name}-${crypto.randomUUID().slice(0, 8)}`

test('a token from the page uploads until it is revoked, and the log says who did what', async ({
  page,
  request,
  expectAccessible,
}) => {
  await signUp(page, 'Tessa')
  const project = await makeProject(page, unique('tokens'))
  const token = await makeTokenByForm(page, project, 'nightly machine')
  await expectAccessible()
  const upload = () =>
    request.put(`/api/v1/runs/${crypto.randomUUID()}`, { headers: { authorization: `Bearer ${token}` }, data: RUN })
  expect((await upload()).status()).toBe(201)
  expect((await request.get(`/api/v1/projects?token=${token}`)).status()).toBe(400)

  await open(page, `/p/${project}/settings/tokens`)
  const row = page.getByRole('table', { name: 'Tokens' }).getByRole('row', { name: /nightly machine/ })
  await expect(row).toContainText('expires in 8')
  await expect(row).toContainText('UTC')
  await expect(page.getByText(token)).toHaveCount(0)
  await row.getByText('Rotate or revoke').click()
  await expectAccessible()
  await page.getByRole('form', { name: 'Revoke nightly machine' }).getByRole('button').click()
  await expect(row).toContainText('revoked')
  expect((await upload()).status()).toBe(401)
  const opened = async (authorization: string) =>
    (await request.get('/p/demo', { headers: { authorization } })).status()
  expect(await opened(`Bearer ${token}`)).toBe(401)
  expect(await opened('Bearer ')).toBe(401)
  expect(await opened('Basic dXNlcjpwYXNz')).toBe(200)

  await open(page, `/p/${project}/settings/audit`)
  const log = page.getByRole('table', { name: 'Audit log' })
  await expect(log.getByRole('row', { name: /Tessa token.revoked nightly machine/ })).toBeVisible()
  await expect(log.getByRole('row', { name: /Tessa token.made nightly machine/ })).toBeVisible()
  await expectAccessible()
  await page.getByLabel('Action', { exact: true }).fill('token.made')
  await page.getByRole('button', { name: 'Filter' }).click()
  await expect(log.getByRole('row')).toHaveCount(2)
})

test('on a phone every row of these tables is readable without scrolling sideways', async ({
  page,
  expectAccessible,
}) => {
  await page.setViewportSize(PHONE)
  await signUp(page, 'Phoebe')
  const project = await makeProject(page, unique('narrow'))
  const name = 'the machine in the cellar of the north wing, which runs every night'
  await makeToken(page, project, name)
  const settings = page.getByRole('navigation', { name: 'Settings' })
  for (const { path, link, table } of [
    { path: `/p/${project}/settings/tokens`, link: 'Tokens', table: 'Tokens' },
    { path: `/p/${project}/settings/audit`, link: 'Audit log', table: 'Audit log' },
    { path: '/account', link: null, table: 'Your tokens across projects' },
  ]) {
    await open(page, path)
    const row = page.getByRole('table', { name: table }).getByRole('row', { name: new RegExp(name) })
    await expect(row).toBeVisible()
    const widths = await page.getByRole('region', { name: table, exact: true }).evaluate((region) => ({
      content: region.scrollWidth,
      window: region.clientWidth,
    }))
    expect(widths.content, `${path} is wider than the window`).toBeLessThanOrEqual(widths.window)
    await expectNoSidewaysScroll(page)
    if (link !== null) await expect(settings.locator('[aria-current="page"]')).toHaveText(link)
    await expectAccessible()
  }
})

test('a successor works next to the old token, by keyboard only', async ({ page, request }) => {
  await signUp(page, 'Kim')
  const project = await makeProject(page, unique('keys'))
  const old = await makeToken(page, project, 'runner')
  await open(page, `/p/${project}/settings/tokens`)
  await tabTo(page.getByText('Rotate or revoke runner'))
  await page.keyboard.press('Enter')
  await tabTo(page.getByRole('button', { name: 'Create successor' }))
  await page.keyboard.press('Enter')
  const shown = page.getByRole('status', { name: 'New token' })
  await expect(shown).toHaveText(/^assay_runner_/)
  for (const token of [old, (await shown.textContent()) ?? '']) {
    const headers = { authorization: `Bearer ${token}` }
    const answer = await request.put(`/api/v1/runs/${crypto.randomUUID()}`, { headers, data: RUN })
    expect(answer.status()).toBe(201)
  }
})
