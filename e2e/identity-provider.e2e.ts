// An owner sets up the identity provider of an organization; others sign in by the domain of their address.

import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { startOidcProvider } from '@assay/testing/server/oidc-provider'
import { startSamlProvider } from '@assay/testing/server/saml-provider'
import { callsOf } from './support/calls.ts'
import { expect, test } from './support/test.ts'
import { endSession, menuOf, signUp } from './support/test-accounts.ts'

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
    await expect(page.getByLabel('Members have to sign in with the provider')).toBeVisible()
    await page.getByRole('button', { name: 'Create a token' }).click()
    await expect(page.locator('output', { hasText: 'assay_scim_' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Replace the token' })).toBeVisible()
    await expectAccessible()
  } finally {
    provider.close()
  }

  await endSession(page)
  await page.goto('/sign-in')
  await page.getByRole('link', { name: 'Sign in with your organization' }).click()
  // The page before has a field of this name too.
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sign in with your organization')
  await page.getByLabel('E-mail').fill('ada@lab.example')
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByText('No organization on this server has an identity provider for lab.example.')).toBeVisible()
  await expectAccessible()
})

test('a member signs in by SAML, whose page posts the response from another site', async ({ page }) => {
  await signUp(page)
  const slug = 'saml-lab'
  await callsOf(page)('organizations.create', { slug, name: 'SAML lab' })
  const provider = await startSamlProvider('grace@saml.example', 'Grace')
  try {
    await page.goto(`/o/${slug}/identity-provider`)
    await page.getByLabel('Protocol').selectOption('SAML 2.0')
    await expect(page.locator('code', { hasText: `/sso/${slug}/assertions` })).toBeVisible()
    const form = page.getByRole('form', { name: 'Provider', exact: true })
    await form.getByLabel('Name').fill('Lab login')
    await form.getByLabel('Entity ID').fill(provider.entityId)
    await form.getByLabel('Sign-in address').fill(provider.ssoUrl)
    await form.getByLabel('Certificates').fill('none')
    await form.getByLabel('Role of new members').selectOption('viewers')
    await form.getByRole('button', { name: 'Save' }).click()
    await expect(form.getByRole('alert')).toContainText('BEGIN CERTIFICATE')
    await form.getByLabel('Certificates').fill(provider.certificate)
    await form.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByLabel('Members have to sign in with the provider')).toBeVisible()
    await page.getByRole('textbox', { name: 'Domain' }).fill('saml.example')
    await page.getByRole('button', { name: 'Add domain' }).click()
    await expect(page.getByText('_assay.saml.example')).toBeVisible()
    verifyAsOperator(slug, 'saml.example')

    await endSession(page)
    await page.goto('/sign-in/organization')
    await page.getByLabel('E-mail').fill('grace@saml.example')
    await page.getByRole('button', { name: 'Continue' }).click()
    await expect(menuOf(page, { name: 'Grace' })).toBeVisible()
    await page.goto(`/o/${slug}`)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('SAML lab')
  } finally {
    provider.close()
  }
})

/** The tests have no DNS, so the operator of the server vouches for the domain. */
function verifyAsOperator(organization: string, domain: string): void {
  const env = { ...process.env, ASSAY_DATA_DIR: process.env.ASSAY_E2E_DATA_DIR }
  const command = [join(import.meta.dirname, '../bin/assay.mjs'), 'verify-domain', organization, domain]
  execFileSync(process.execPath, command, { env, stdio: 'pipe' })
}
