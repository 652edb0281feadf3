import { type Cookie, expect, type Page } from '@playwright/test'
import { originOf } from './origin.ts'

/** A person who can sign in. */
export type TestPerson = { name: string; email: string; password: string }

/** The first owner of the server that all tests share, of the organization `assay`, which contains the demo. */
export const OWNER: TestPerson = { name: 'Olga Owner', email: 'olga@assay.test', password: 'orbit-salad-4-tunnel' }

/**
 * Signs in as the first owner, who is created when there is none. Opens no page; the next opened page is signed in. Tests
 * of a worker share a session, because a password is expensive to check.
 */
export async function setUpOwner(page: Page): Promise<TestPerson> {
  const origin = await originOf(page)
  const session = ownerSessions.get(origin)
  if (session !== undefined && Date.now() - session.at < MAX_SESSION_AGE_MS) {
    await page.context().addCookies(session.cookies)
    return OWNER
  }
  await ensureOwner(page)
  expect(await sendForm(page, 'sign-in', OWNER)).not.toMatch(/^\/sign-in/)
  const cookies = (await page.context().cookies(origin)).filter(({ httpOnly }) => httpOnly)
  ownerSessions.set(origin, { cookies, at: Date.now() })
  return OWNER
}

/** Sessions of the owner by the address of the server. */
const ownerSessions = new Map<string, { cookies: Cookie[]; at: number }>()
/** Some actions need a sign-in within the last 15 minutes. */
const MAX_SESSION_AGE_MS = 5 * 60_000

/** Signs up a new person and signs in, without opening a page. The test server has open sign-up. */
export async function signUp(page: Page, name = 'Ada'): Promise<TestPerson> {
  await ensureOwner(page)
  const account = newPerson(name)
  expect(await sendForm(page, 'sign-up', account)).not.toMatch(/^\/sign-up/)
  return account
}

/** Signs up with the form of the page. */
export async function signUpByForm(page: Page, name = 'Ada'): Promise<TestPerson> {
  await ensureOwner(page)
  const account = newPerson(name)
  await page.goto('/sign-up')
  await fillAccount(page, 'Sign up', account)
  await page.getByRole('form', { name: 'Sign up' }).getByRole('button', { name: 'Sign up' }).click()
  await expect(menuOf(page, account)).toBeVisible()
  return account
}

export async function signIn(page: Page, account: TestPerson): Promise<void> {
  if (new URL(page.url()).pathname !== '/sign-in') await page.goto('/sign-in')
  const form = page.getByRole('form', { name: 'Sign in', exact: true })
  await form.getByLabel('E-mail').fill(account.email)
  await form.getByLabel('Password').fill(account.password)
  await form.getByRole('button', { name: 'Sign in' }).click()
  await expect(menuOf(page, account)).toBeVisible()
}

export async function signOut(page: Page, account: TestPerson): Promise<void> {
  ownerSessions.clear()
  await menuOf(page, account).click()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect(page.getByRole('link', { name: 'Sign in', exact: true })).toBeVisible()
}

/** Signs out without opening a page. */
export async function endSession(page: Page): Promise<void> {
  ownerSessions.clear()
  await sendForm(page, 'sign-out', {})
}

/** The button in the bar with the name of the signed-in person. */
export const menuOf = (page: Page, { name }: Pick<TestPerson, 'name'>) =>
  page.locator('header').locator('summary').filter({ hasText: name })

export async function fillAccount(page: Page, label: string, { name, email, password }: TestPerson): Promise<void> {
  const form = page.getByRole('form', { name: label })
  await form.getByLabel('Name').fill(name)
  await form.getByLabel('E-mail').fill(email)
  await form.getByLabel('Password').fill(password)
}

const newPerson = (name: string): TestPerson => ({
  name,
  email: `${name.toLowerCase().replaceAll(' ', '.')}-${crypto.randomUUID()}@assay.test`,
  password: 'walnut-copper-9-lagoon',
})

/**
 * Creates the owner of a server, because nobody can sign up without one. When there is one already, the form leads to
 * the sign-in page.
 */
async function ensureOwner(page: Page): Promise<void> {
  const origin = await originOf(page)
  if (owned.has(origin)) return
  await sendForm(page, 'set-up', OWNER)
  await endSession(page)
  owned.add(origin)
}

/** Servers that have an owner, as far as this process knows. */
const owned = new Set<string>()

/**
 * Sends an account form as a browser without scripts does; the page gets the cookies of the response.
 *
 * @returns the path of the redirect, which is that of the form when the form was refused.
 */
async function sendForm(page: Page, form: string, fields: Record<string, string>): Promise<string> {
  const origin = await originOf(page)
  const answer = await page.request.post(`${origin}/people/${form}`, {
    headers: { origin },
    form: fields,
    maxRedirects: 0,
  })
  return answer.headers().location ?? ''
}
