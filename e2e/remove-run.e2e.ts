// A maintainer deletes a run that should not have been uploaded, after a page has listed the consequences.

import { open } from './support/ready.ts'
import { smallRun } from './support/small-run.ts'
import { expect, test } from './support/test.ts'
import { signUp } from './support/test-accounts.ts'
import { makeProject, makeToken } from './support/tokens.ts'

const RUN = smallRun()

test('a run is deleted from its page, and the audit log names the token that uploaded it', async ({
  page,
  request,
  expectAccessible,
}) => {
  await signUp(page, 'Rita')
  const project = await makeProject(page, `gone-${crypto.randomUUID().slice(0, 8)}`)
  const token = await makeToken(page, project, 'nightly machine')
  const id = crypto.randomUUID()
  const headers = { authorization: `Bearer ${token}` }
  expect((await request.put(`/api/v1/runs/${id}`, { headers, data: RUN })).status()).toBe(201)

  await open(page, `/p/${project}/runs/${id}`)
  await page.getByRole('link', { name: 'Delete…' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Delete this run')
  await expect(page.getByText('1 result, with their commands')).toBeVisible()
  await expectAccessible()
  const form = page.getByRole('form', { name: 'Delete this run' })
  await form.getByRole('checkbox').check()
  await form.getByRole('button', { name: 'Delete permanently' }).click()
  await expect(page).toHaveURL(new RegExp(`/p/${project}/runs$`))
  await expect(page.getByRole('heading', { name: 'No runs yet' })).toBeVisible()
  // The request is not sent by the page, whose console would report the 404.
  expect((await page.request.get(`/p/${project}/runs/${id}`)).status()).toBe(404)

  await open(page, `/p/${project}/settings/audit`)
  await expect(
    page.getByRole('table', { name: 'Audit log' }).getByRole('row', { name: /Rita run.removed/ }),
  ).toBeVisible()

  await open(page, '/account')
  const own = page.getByRole('table', { name: 'Your tokens across projects' })
  await expect(own.getByRole('row', { name: /nightly machine/ }).getByRole('link', { name: project })).toBeVisible()
  await expectAccessible()

  const refused = await page.request.get(`/p/${project}?token=${token}`)
  expect(refused.status()).toBe(400)
  const refusal = await refused.text()
  expect(refusal).toContain('The URL contains a token')
  expect(refusal).not.toContain(token)
})
