// An author invites a guest by a link. In another browser the guest reads that spec, comments and withdraws one
// comment; the author sees who opened it and revokes the link, which then opens nothing.

import { open } from './support/ready.ts'
import { expect, test } from './support/test.ts'
import { signUp } from './support/test-accounts.ts'
import { makeProject } from './support/tokens.ts'

test.use({ sharesPage: false, expectedErrors: /status of 404/ })

const TEXT = '# Goals\n\nEvery sum is rounded once, at its end.'

test('a guest reads one spec by their link, comments, and loses access when the link is revoked', async ({
  page,
  browser,
  baseURL,
  expectAccessible,
}) => {
  await signUp(page, 'Ines')
  const project = await makeProject(page, `lab-${crypto.randomUUID().slice(0, 8)}`)
  await open(page, `/p/${project}/specs/new`)
  await page.getByLabel('Title').fill('Rounding')
  await page.getByRole('textbox', { name: 'Text, in Markdown' }).fill(TEXT)
  await page.getByRole('button', { name: 'Create' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Rounding')
  const spec = new URL(page.url()).pathname

  await open(page, spec)
  await page.getByRole('button', { name: 'Invite reviewers' }).click()
  const invite = page.getByRole('form', { name: 'Invite a guest' })
  await invite.getByLabel('Name of a guest').fill('Rita Outside')
  await invite.getByLabel('Their e-mail').fill('rita@example.test')
  await invite.getByRole('button', { name: 'Create link' }).click()
  const made = page.getByRole('status').filter({ hasText: 'Rita Outside' })
  await expect(made).toContainText('/review/')
  await expectAccessible()
  const path = new URL((await made.locator('code').textContent()) ?? '').pathname

  const context = await browser.newContext(baseURL === undefined ? {} : { baseURL })
  const other = await context.newPage()
  await open(other, path)
  await expect(other.getByRole('heading', { level: 1 })).toContainText('Rounding')
  expect((await other.request.get(path)).headers()).toMatchObject({
    'x-robots-tag': 'noindex, nofollow',
    'referrer-policy': 'no-referrer',
  })
  // Mails of earlier versions contain the link below /reading.
  await open(other, path.replace('/review/', '/reading/'))
  await expect(other).toHaveURL((url) => url.pathname === path)
  await expect(other.getByText('You read this as Rita Outside')).toBeVisible()
  await expect(other.locator('meta[name="robots"]')).toHaveAttribute('content', /noindex/)
  const give = other.getByRole('form', { name: 'Add a comment' })
  for (const body of ['Which end?', 'Never mind.']) {
    await give.getByLabel('Your comment').fill(body)
    await give.getByRole('button', { name: 'Comment' }).click()
    await expect(other.getByRole('complementary', { name: 'Comments' })).toContainText(body)
    await expect(give.getByLabel('Your comment')).toHaveValue('')
  }
  const comments = other.getByRole('complementary', { name: 'Comments' })
  await comments
    .getByRole('listitem')
    .filter({ hasText: 'Never mind.' })
    .getByRole('button', { name: 'Withdraw' })
    .click()
  await expect(comments.getByRole('listitem').filter({ hasText: 'Never mind.' })).toContainText('withdrawn')
  expect((await other.goto(spec))?.status()).toBe(404)
  expect((await other.goto(`/p/${project}`))?.status()).toBe(404)

  await open(page, `${spec}/reviewers`)
  const row = page.getByRole('row').filter({ hasText: 'Rita Outside' })
  await expect(row).toContainText('revision 1')
  await expect(row).toContainText('until the review is over')
  await expectAccessible()
  await row.getByRole('button', { name: /^Revoke link/ }).click()
  await expect(row).toContainText('no longer valid')
  expect((await other.goto(path))?.status()).toBe(404)
  await open(page, spec)
  const appendix = page.getByRole('region', { name: 'Appendix: comments and responses' })
  await expect(appendix).toContainText('Rita Outside')
  await context.close()
})
