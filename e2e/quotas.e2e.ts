// An owner limits what a project stores; an upload over the limit is refused, and both pages show what is used.

import { open } from './support/ready.ts'
import { smallRun } from './support/small-run.ts'
import { expect, test } from './support/test.ts'
import { signUp } from './support/test-accounts.ts'
import { makeProject, makeToken } from './support/tokens.ts'

const RUN = smallRun({ tests: [{ name: 'point-query', order: 1, primaryMetric: 'qps' }] })

test('an owner limits the runs of a project, and a refused upload names the limit', async ({
  page,
  request,
  expectAccessible,
}) => {
  await signUp(page, 'Quentin')
  const organization = `quota-${crypto.randomUUID().slice(0, 8)}`
  const project = await makeProject(page, organization)
  const token = await makeToken(page, project, 'runner')
  const upload = () =>
    request.put(`/api/v1/runs/${crypto.randomUUID()}`, { headers: { authorization: `Bearer ${token}` }, data: RUN })
  expect((await upload()).status()).toBe(201)

  await open(page, `/p/${project}/settings`)
  const form = page.getByRole('form', { name: 'Limits of this project' })
  await form.getByLabel(/^Maximum runs/).fill('1')
  await form.getByRole('button', { name: 'Save limits' }).click()
  await expect(form.getByRole('status')).toContainText('Saved.')
  const refused = await upload()
  expect(refused.status()).toBe(403)
  expect((await refused.json()).detail).toContain('stores 1 of at most 1 runs')

  await open(page, `/p/${project}/settings`)
  const table = page.getByRole('table', { name: 'Quotas' })
  await expect(table.getByRole('row', { name: /^Runs 1 1$/ })).toBeVisible()
  await expect(table.getByRole('row', { name: /^Members 0 none$/ })).toBeVisible()
  await expectAccessible()
  const retention = page.getByRole('form', { name: 'Retention' })
  await retention.getByLabel(/^Delete raw files after/).fill('365')
  await retention.getByRole('button', { name: 'Save retention' }).click()
  await expect(retention.getByRole('status')).toContainText('Saved.')
  await open(page, `/o/${organization}`)
  await expect(
    page.getByRole('table', { name: 'Storage' }).getByRole('row', { name: new RegExp(project) }),
  ).toBeVisible()
  await expect(table.getByRole('row', { name: /^Projects 1 none$/ })).toBeVisible()
  await expectAccessible()
})
