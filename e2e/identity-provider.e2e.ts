// An owner sets up the identity provider of an organization; others sign in by the domain of their address.

import { startOidcProvider } from '@assay/testing/server/oidc-provider'
import { callsOf } from './support/calls.ts'
import { expect, test } from './support/test.ts'
import { endSession, signUp } from './support/test-accounts.ts'

// A domain without a record and a provider that cannot be reached are refused.
test.use({ expectedErrors: /status of (409|422)/ })

test('an owner claims a mail domain and saves a provider, and a domain without one is refused', async ({
  page,
  expectAccessible,
}) => {
  await signUp(page)
  await callsOf(page)('organizations.create', { slug: 'own-provider', name: 'Own provider' })
  await page.goto('/o/own-provider')
  await page.getByRole('link', { name: 'Manage the identity provider' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Identity provider')
  const redirectUri = (await page.locator('code', { hasText: '/api/auth/sso/' }).textContent()) ?? ''
  expect(redirectUri).toMatch(/\/api\/auth\/sso\/own-provider\/callback$/)

  await page.getByRole('textbox', { name: 'Domain' }).fill('Lab.Example')
  await page.getByRole('button', { name: 'Add domain' }).click()
  await expect(page.getByText('_assay.lab.example')).toBeVisible()
  await expectAccessible()
  await page.getByRole('form', { name: 'Verify lab.example' }).getByRole('button').click()
  await expect(page.getByRole('alert').filter({ hasText: 'has no TXT record' })).toBeVisible()

  const provider = await startOidcProvider(redirectUri, 'client_secret_post')
  try {
    const form = page.getByRole('form', { name: 'Provider', exact: true })
    await form.getByLabel('Name').fill('Lab login')
    await form.getByLabel('Issuer').fill('http://127.0.0.1:1/')
    await form.getByLabel('Client ID').fill('assay')
    await form.getByLabel('Client secret').fill(provider.secret)
    await form.getByRole('button', { name: 'Save' }).click()
    await expect(form.getByRole('alert')).toContainText('cannot be used')
    await form.getByLabel('Issuer').fill(provider.issuer)
    await form.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByLabel('Members have to sign in by the provider')).toBeVisible()
    await page.getByRole('button', { name: 'Create a token' }).click()
    await expect(page.locator('output', { hasText: 'assay_scim_' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Replace the token' })).toBeVisible()
    await expectAccessible()
  } finally {
    provider.close()
  }

  await endSession(page)
  await page.goto('/sign-in')
  await page.getByRole('link', { name: 'Sign in by your organization' }).click()
  // The page before has a field of this name too.
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sign in by your organization')
  await page.getByLabel('E-mail').fill('ada@lab.example')
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByText('No organization here has a sign-in of its own for lab.example.')).toBeVisible()
  await expectAccessible()
})
