// People sign up and in, see their sessions, and end them; everything also works by keyboard. every-page.e2e.ts checks
// the pages of accounts on a phone and in dark mode.

import { tabTo } from './support/keyboard.ts'
import { untilReady } from './support/ready.ts'
import { expect, test } from './support/test.ts'
import {
  endSession,
  menuOf,
  OWNER,
  setUpOwner,
  signIn,
  signOut,
  signUp,
  signUpByForm,
} from './support/test-accounts.ts'

test.describe('with mouse and keyboard', () => {
  test('sign-up, sign-out and sign-in return to the page that was open', async ({ page, expectAccessible }) => {
    const ada = await signUpByForm(page, 'Ada Lovelace')
    await signOut(page, ada)
    await page.goto('/p/demo/runs?product=PostgreSQL')
    await page.getByRole('link', { name: 'Sign in', exact: true }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sign in')
    await signIn(page, ada)
    await expect(page).toHaveURL(/\/p\/demo\/runs\?product=PostgreSQL$/)
    await menuOf(page, ada).click()
    await expectAccessible()
  })

  test('a wrong password is reported in the form, which keeps the address', async ({ page, expectAccessible }) => {
    const ada = await signUp(page)
    await endSession(page)
    await page.goto('/sign-in')
    await page.getByLabel('E-mail').fill(ada.email)
    await page.getByLabel('Password').fill('not the password')
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await expect(page.getByRole('alert').first()).toHaveText(
      'E-mail or password is wrong. Try again, or reset the password.',
    )
    await expect(page.getByLabel('E-mail')).toHaveValue(ada.email)
    await expect(page.getByLabel('Password')).toHaveValue('')
    await expectAccessible()
    await page.goto('/sign-in')
    await expect(page.getByLabel('E-mail')).toHaveValue('')
  })

  test('a weak password is reported while typing, and refused next to its field', async ({
    page,
    expectAccessible,
  }) => {
    await page.goto('/sign-up')
    await untilReady(page)
    await page.getByLabel('Password').pressSequentially('password1234')
    await expect(page.getByText('This password is easy to guess.')).toBeVisible()
    await page.getByLabel('Name').fill('Bob')
    await page.getByLabel('E-mail').fill(`bob-${crypto.randomUUID()}@assay.test`)
    await page.getByRole('button', { name: 'Sign up' }).click()
    await expect(page.getByRole('alert').filter({ hasText: 'easy to guess' })).toBeVisible()
    await expect(page.getByLabel('Password')).toHaveAttribute('aria-invalid', 'true')
    await expect(page.getByLabel('Name')).toHaveValue('Bob')
    await expectAccessible()
  })

  test('a session that is ended elsewhere is refused at the next click', async ({
    page,
    browser,
    baseURL,
    expectAccessible,
  }) => {
    const ada = await signUp(page)
    const there = await browser.newContext({
      baseURL: baseURL ?? '',
      userAgent: 'Gecko/20100101 Firefox/140.0 (Windows)',
    })
    const other = await there.newPage()
    await signIn(other, ada)
    await page.goto('/account')
    const sessions = page.getByRole('list', { name: 'Sessions' }).getByRole('listitem')
    await expect(sessions).toHaveCount(2)
    await expect(sessions.filter({ hasText: 'this one' })).toHaveCount(1)
    await expectAccessible()
    await sessions.filter({ hasText: 'Firefox on Windows' }).getByRole('button', { name: 'End' }).click()
    await expect(page.getByRole('status')).toHaveText('The session has ended.')
    await expect(sessions).toHaveCount(1)
    await other.goto('/account')
    await expect(other.getByRole('heading', { level: 1 })).toHaveText('Sign in')
    await there.close()
  })

  test('the account page shows recent events, including a wrong password of another person', async ({
    page,
    expectAccessible,
  }) => {
    const ada = await signUp(page)
    await endSession(page)
    await page.goto('/sign-in')
    await page.getByLabel('E-mail').fill(ada.email)
    await page.getByLabel('Password').fill('not the password')
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await expect(page.getByRole('alert').first()).toHaveText(
      'E-mail or password is wrong. Try again, or reset the password.',
    )
    await signIn(page, ada)
    await page.goto('/account')
    const lately = page.getByRole('list', { name: 'Recent activity' }).getByRole('listitem')
    await expect(lately.nth(0)).toContainText('Signed in')
    await expect(lately.nth(1)).toContainText('Failed sign-in: wrong password')
    await expect(lately.nth(2)).toContainText('Signed out')
    await expectAccessible()
  })

  test('by keyboard alone: sign in, change the name, sign out', async ({ page }) => {
    const ada = await signUp(page)
    await endSession(page)
    await page.goto('/sign-in')
    await tabTo(page.getByLabel('E-mail'))
    await page.keyboard.type(ada.email)
    await page.keyboard.press('Tab')
    await page.keyboard.type(ada.password)
    await page.keyboard.press('Enter')
    await expect(menuOf(page, ada)).toBeVisible()
    await page.goto('/account')
    await tabTo(page.getByLabel('Name', { exact: true }))
    await page.keyboard.press('Control+A')
    await page.keyboard.type('Countess')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('status')).toHaveText('The name is changed.')
    await tabTo(menuOf(page, { name: 'Countess' }))
    await page.keyboard.press('Enter')
    await tabTo(page.getByRole('button', { name: 'Sign out' }))
    await page.keyboard.press('Enter')
    await expect(page.getByRole('link', { name: 'Sign in', exact: true })).toBeVisible()
  })

  test('a passkey is added, signs in, and is removed', async ({ page }) => {
    const session = await page.context().newCDPSession(page)
    await session.send('WebAuthn.enable')
    await session.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        protocol: 'ctap2',
        transport: 'internal',
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
        automaticPresenceSimulation: true,
      },
    })
    const ada = await signUp(page)
    await page.goto('/account')
    await untilReady(page)
    await page.getByLabel('Name of the new passkey').fill('laptop')
    await page.getByRole('button', { name: 'Add a passkey' }).click()
    await expect(page.getByRole('status')).toHaveText('The passkey is added.')
    await expect(page.getByLabel('Name of the passkey', { exact: true })).toHaveValue('laptop')
    await signOut(page, ada)
    await page.goto('/sign-in')
    await untilReady(page)
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
    await expect(menuOf(page, ada)).toBeVisible()
    await page.goto('/account')
    await page.getByRole('button', { name: 'Remove' }).click()
    await expect(page.getByRole('status')).toHaveText('The passkey is removed.')
    // The virtual authenticator ends with its session.
    await session.detach()
  })

  test('people export their data and delete their account; the last owner cannot', async ({ page }) => {
    const ada = await signUp(page)
    const data = await page.request.get('/account/export')
    expect(await data.json()).toMatchObject({ profile: { email: ada.email }, organizations: [] })
    await page.goto('/account')
    const form = page.getByRole('form', { name: 'Delete the account' })
    await form.getByLabel('Your password').fill(ada.password)
    await form.getByRole('button', { name: 'Delete my account' }).click()
    await expect(page.getByRole('status')).toHaveText('The account is deleted.')
    await setUpOwner(page)
    await page.goto('/account')
    await form.getByLabel('Your password').fill(OWNER.password)
    await form.getByRole('button', { name: 'Delete my account' }).click()
    await expect(page.getByRole('alert').filter({ hasText: 'only owner of assay' })).toBeVisible()
  })
})

test.describe('without a script', () => {
  test.use({ javaScriptEnabled: false })

  test('a person signs up, sees a session and signs out', async ({ page }) => {
    const ada = await signUpByForm(page)
    await page.goto('/account')
    await expect(page.getByRole('list', { name: 'Sessions' }).getByRole('listitem')).toHaveCount(1)
    await signOut(page, ada)
  })
})

test('another site can neither sign a person in nor out', async ({ page, request }) => {
  await setUpOwner(page)
  for (const form of ['sign-in', 'sign-out', 'set-up', 'end-other-sessions']) {
    const headers = { origin: 'https://evil.test', 'sec-fetch-site': 'cross-site' }
    const answer = await request.post(`/people/${form}`, { headers, form: { email: OWNER.email }, maxRedirects: 0 })
    expect(answer.status(), form).toBe(403)
  }
})
