// A user creates an organization with a private project and invites a colleague, who joins in another browser.

import { open } from './support/ready.ts'
import { expect, test } from './support/test.ts'
import { fillAccount, menuOf, signUp } from './support/test-accounts.ts'
import { makeProject } from './support/tokens.ts'

test.use({ expectedErrors: /status of 404/ })

test('an invited colleague joins, reads an internal project, and loses access when removed', async ({
  page,
  browser,
  baseURL,
  expectAccessible,
}) => {
  await signUp(page, 'Ines')
  const organization = `lab-${crypto.randomUUID().slice(0, 8)}`
  const project = await makeProject(page, organization)
  await open(page, `/p/${project}/settings`)
  await expectAccessible()
  const settings = page.getByRole('form', { name: 'Project', exact: true })
  await settings.getByLabel(/^Visibility/).selectOption('internal')
  await settings.getByRole('button', { name: 'Save' }).click()
  await expect(settings.getByRole('status')).toContainText('Saved.')

  await open(page, `/o/${organization}`)
  const invite = page.getByRole('form', { name: 'Invite' })
  await invite.getByLabel(/^Role/).selectOption('viewer')
  await invite.getByRole('button', { name: 'Create invitation' }).click()
  const link = page.getByRole('status', { name: 'Invitation link' })
  await expect(link).toHaveText(/\/invitations\//)
  await expectAccessible()
  const path = new URL((await link.textContent()) ?? '').pathname

  const context = await browser.newContext(baseURL === undefined ? {} : { baseURL })
  const other = await context.newPage()
  await open(other, path)
  await expect(other.getByText(`You are invited to ${organization}`)).toBeVisible()
  await other.getByRole('link', { name: 'Sign up' }).click()
  const bo = { name: 'Bo', email: `bo-${crypto.randomUUID()}@assay.test`, password: 'walnut-copper-9-lagoon' }
  await fillAccount(other, 'Sign up', bo)
  await other.getByRole('form', { name: 'Sign up' }).getByRole('button', { name: 'Sign up' }).click()
  await expect(menuOf(other, bo)).toBeVisible()
  await open(other, path)
  await other.getByRole('button', { name: 'Join' }).click()
  await expect(other.getByText('Your role: viewer.')).toBeVisible()
  await open(other, `/p/${project}`)
  await expect(other.getByRole('navigation', { name: 'Project' })).not.toContainText('Settings')
  expect((await other.goto(`/p/${project}/settings/tokens`))?.status()).toBe(404)
  await open(other, path)
  await expect(other.getByText('This invitation is no longer valid')).toBeVisible()

  await open(page, `/o/${organization}`)
  await page.getByText('Change Bo').click()
  await page.getByRole('form', { name: 'Remove Bo' }).getByRole('button').click()
  await expect(page.getByRole('table', { name: 'Members' })).not.toContainText('Bo')
  expect((await other.goto(`/p/${project}`))?.status()).toBe(404)
  await open(page, `/o/${organization}/audit`)
  await expect(page.getByRole('row', { name: /Ines member.removed Bo/ })).toBeVisible()
  await expectAccessible()
  await context.close()
})
