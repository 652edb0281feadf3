// A page says that others changed what it shows, and changes itself only on request.

import { exampleDocument } from '@assay/testing/server/example-document'
import { specsOf } from './support/calls.ts'
import { open } from './support/ready.ts'
import { SPEC_TEXT } from './support/spec-review.ts'
import { expect, test } from './support/test.ts'
import { setUpOwner, signUp } from './support/test-accounts.ts'
import { makeProject, makeToken } from './support/tokens.ts'

test('new runs are counted beside the list, which stays as it is until they are requested', async ({
  page,
  request,
  expectAccessible,
}) => {
  await signUp(page, 'Lena')
  const project = await makeProject(page, `live-${crypto.randomUUID().slice(0, 8)}`)
  const token = await makeToken(page, project, 'ci')
  const upload = async () => {
    const runId = crypto.randomUUID()
    const answer = await request.put(`/api/v1/runs/${runId}?onConflict=repeat`, {
      headers: { authorization: `Bearer ${token}` },
      data: exampleDocument({ runId, startedAt: new Date().toISOString() }),
    })
    expect(answer.ok(), await answer.text()).toBe(true)
  }
  await page.emulateMedia({ colorScheme: 'dark' })
  await upload()
  await open(page, `/p/${project}/runs`)
  const runs = page.getByRole('row').getByRole('link', { name: 'Postgres 17.6' })
  await expect(runs).toHaveCount(1)
  await upload()
  const note = page.getByText(/^1 new run\./)
  await expect(note).toBeVisible()
  await upload()
  await expect(page.getByText(/^2 new runs\./)).toBeVisible()
  await expect(runs).toHaveCount(1)
  await expectAccessible()
  await page.getByRole('button', { name: 'Show', exact: true }).click()
  await expect(runs).toHaveCount(3)
  await expect(page.getByRole('button', { name: 'Show', exact: true })).toBeHidden()
  // The page goes on to listen.
  await upload()
  await expect(note).toBeVisible()
})

test('the page of a spec says that somebody else commented, and shows the comment on request', async ({
  page,
  request,
  runner,
}) => {
  await setUpOwner(page)
  const headers = { authorization: `Bearer ${runner.token}` }
  const spec = { kind: 'functional', title: 'Live updates', text: SPEC_TEXT }
  const { name } = await (await request.post('/api/v1/projects/demo/specs', { headers, data: spec })).json()
  await open(page, `/p/demo/specs/${name}`)
  const give = { kind: 'give', anchor: { kind: 'whole' }, revision: 1 }
  await specsOf(page).act(name, { ...give, body: 'My own words' })
  const answer = await request.post(`/api/v1/projects/demo/specs/${name}/actions`, {
    headers,
    data: { ...give, body: 'Which order?', giver: 'Walter' },
  })
  expect(answer.status()).toBe(200)
  // The comment of this person is not counted.
  await expect(page.getByText(/^1 new comment\./)).toBeVisible()
  await expect(page.getByText('Which order?')).toHaveCount(0)
  await page.getByRole('button', { name: 'Show', exact: true }).click()
  await expect(page.getByRole('article', { name: 'F-2', exact: true })).toContainText('Which order?')
  await expect(page.getByRole('button', { name: 'Show', exact: true })).toBeHidden()
})
