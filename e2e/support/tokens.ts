import { expect, type Page } from '@playwright/test'
import { callsOf } from './calls.ts'
import { open } from './ready.ts'

/** Creates an organization with a private project as the signed-in person. @returns the name of the project */
export async function makeProject(page: Page, organization: string): Promise<string> {
  const call = callsOf(page)
  const project = `${organization}-runs`
  await call('organizations.create', { slug: organization, name: organization })
  await call('projects.create', { organization, slug: project, name: project })
  return project
}

/** Creates a token for uploads. */
export async function makeToken(page: Page, project: string, name: string): Promise<string> {
  return String((await callsOf(page)('tokens.create', { project, kind: 'runner', name })).secret)
}

/** Creates a token with the form of the token page, which shows it once. */
export async function makeTokenByForm(page: Page, project: string, name: string): Promise<string> {
  await open(page, `/p/${project}/settings/tokens`)
  const form = page.getByRole('form', { name: 'New token' })
  await form.getByLabel(/^Name/).fill(name)
  await form.getByRole('button', { name: 'Create token' }).click()
  const shown = page.getByRole('status', { name: 'New token' })
  await expect(shown).toHaveText(/^assay_runner_/)
  return (await shown.textContent()) ?? ''
}
