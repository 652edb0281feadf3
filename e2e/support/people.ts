import { expect, type Page } from '@playwright/test'

/** Somebody who can sign in. */
export type Who = { name: string; email: string; password: string }

/** The first owner of the server that the stories share: of the organization `assay`, which holds the demo. */
export const OWNER: Who = { name: 'Olga Owner', email: 'olga@assay.test', password: 'orbit-salad-4-tunnel' }

/**
 * Signs in as the first owner, who is made by the first story that asks. Stories run side by side: whoever is second
 * finds the account made.
 */
export async function setUpOwner(page: Page): Promise<Who> {
  await page.goto('/sign-in')
  if (new URL(page.url()).pathname === '/set-up') {
    const form = page.getByRole('form', { name: 'Set up' })
    await fillAccount(page, 'Set up', OWNER)
    await form.getByRole('button', { name: 'Make the first account' }).click()
    await expect(page).not.toHaveURL(/\/set-up/)
  }
  if (new URL(page.url()).pathname === '/sign-in') await signIn(page, OWNER)
  await expect(menuOf(page, OWNER)).toBeVisible()
  return OWNER
}

/** A new person, signed in afterwards. The server of the stories lets everybody sign up. */
export async function signUp(page: Page, name = 'Ada'): Promise<Who> {
  await ensureOwner(page)
  const who = {
    name,
    email: `${name.toLowerCase().replaceAll(' ', '.')}-${crypto.randomUUID()}@assay.test`,
    password: 'walnut-copper-9-lagoon',
  }
  await page.goto('/sign-up')
  await fillAccount(page, 'Sign up', who)
  await page.getByRole('form', { name: 'Sign up' }).getByRole('button', { name: 'Sign up' }).click()
  await expect(menuOf(page, who)).toBeVisible()
  return who
}

export async function signIn(page: Page, who: Who): Promise<void> {
  if (new URL(page.url()).pathname !== '/sign-in') await page.goto('/sign-in')
  const form = page.getByRole('form', { name: 'Sign in', exact: true })
  await form.getByLabel('E-mail').fill(who.email)
  await form.getByLabel('Password').fill(who.password)
  await form.getByRole('button', { name: 'Sign in' }).click()
  await expect(menuOf(page, who)).toBeVisible()
}

export async function signOut(page: Page, who: Who): Promise<void> {
  await menuOf(page, who).click()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect(page.getByRole('link', { name: 'Sign in', exact: true })).toBeVisible()
}

/** The button in the bar that names who is signed in. */
export const menuOf = (page: Page, { name }: Pick<Who, 'name'>) =>
  page.locator('header').locator('summary').filter({ hasText: name })

export async function fillAccount(page: Page, label: string, { name, email, password }: Who): Promise<void> {
  const form = page.getByRole('form', { name: label })
  await form.getByLabel('Name').fill(name)
  await form.getByLabel('E-mail').fill(email)
  await form.getByLabel('Password').fill(password)
}

/** Nobody signs up on a server that has no owner. */
async function ensureOwner(page: Page): Promise<void> {
  await page.goto('/sign-up')
  if (new URL(page.url()).pathname !== '/set-up') return
  await setUpOwner(page)
  await signOut(page, OWNER)
}
