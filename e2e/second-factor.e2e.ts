// A person adds an authenticator app and signs in with its codes; an organization requires a second factor.

import { createHmac } from 'node:crypto'
import type { Page } from '@playwright/test'
import { callsOf } from './support/calls.ts'
import { expect, test } from './support/test.ts'
import { endSession, menuOf, signIn, signUp, type TestPerson } from './support/test-accounts.ts'

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
const PERIOD_MS = 30_000

test('codes of an authenticator app complete a sign-in, and an organization can require them', async ({
  page,
  expectAccessible,
}) => {
  const ada = await signUp(page)
  await page.goto('/account')
  await page.getByRole('link', { name: 'Manage the second factor' }).click()
  await expectAccessible()
  const secret = await secretOf(page)
  await enterCode(page, '000000')
  await expect(page.getByRole('alert').first()).toContainText('This code is wrong.')
  await enterCode(page, codeOf(secret, -1))
  const codes = page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')
  await expect(codes).toHaveCount(10)
  const recovery = (await codes.first().textContent()) ?? ''
  await expectAccessible()

  await endSession(page)
  await passwordStep(page, ada)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Enter a code')
  await expectAccessible()
  await page.goto('/account')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Enter a code')
  await enterCode(page, codeOf(secret))
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your account')

  await callsOf(page)('organizations.create', { slug: 'careful-lab', name: 'Careful lab' })
  await page.goto('/o/careful-lab')
  await page.getByLabel('Members need a second factor').check()
  await page.getByRole('form', { name: 'Second factor' }).getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('It takes effect with the next request')).toBeVisible()

  await endSession(page)
  await passwordStep(page, ada)
  await enterCode(page, recovery)
  await expect(menuOf(page, ada)).toBeVisible()
  await page.goto('/account/second-factor')
  await page.getByRole('form', { name: 'Remove the app' }).getByLabel('Code').fill(codeOf(secret, 1))
  await page.getByRole('button', { name: 'Remove the app' }).click()
  await expect(page.getByRole('status')).toHaveText('The authenticator app is removed.')

  await endSession(page)
  await passwordStep(page, ada)
  await expect(page.getByText('Careful lab requires a second factor.')).toBeVisible()
  await expectAccessible()
  await enterCode(page, codeOf(await secretOf(page)))
  await expect(codes).toHaveCount(10)
  await expect(menuOf(page, ada)).toBeVisible()
})

test('without a second factor a password signs in as before', async ({ page }) => {
  const ada = await signUp(page)
  await endSession(page)
  await page.goto('/sign-in')
  await signIn(page, ada)
})

async function secretOf(page: Page): Promise<string> {
  await page.getByText('Cannot scan it?').click()
  return (await page.getByRole('code').textContent()) ?? ''
}

async function enterCode(page: Page, code: string): Promise<void> {
  const form = page.getByRole('form', { name: /^(?:Add the app|Enter a code)$/ })
  await form.getByLabel('Code').fill(code)
  await form.getByRole('button').click()
}

async function passwordStep(page: Page, account: TestPerson): Promise<void> {
  await page.goto('/sign-in?next=/account')
  const form = page.getByRole('form', { name: 'Sign in', exact: true })
  await form.getByLabel('E-mail').fill(account.email)
  await form.getByLabel('Password').fill(account.password)
  await form.getByRole('button', { name: 'Sign in' }).click()
}

/** The code that an authenticator app shows (RFC 6238), `periods` of 30 s from now. */
function codeOf(secret: string, periods = 0): string {
  const bits = [...secret].map((letter) => BASE32.indexOf(letter).toString(2).padStart(5, '0')).join('')
  const key = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / PERIOD_MS) + periods))
  const digest = createHmac('sha1', key).update(counter).digest()
  const number = digest.readUInt32BE((digest.at(-1) ?? 0) & 15) & 0x7fffffff
  return String(number % 1_000_000).padStart(6, '0')
}
