import { expect, type Page } from '@playwright/test'
import { open } from './ready.ts'

/** An organization with a project of its own, made by whoever is signed in. @returns the name of the project. */
export async function makeProject(page: Page, organization: string): Promise<string> {
  const project = `${organization}-runs`
  await open(page, '/o')
  const made = page.getByRole('form', { name: 'New organization' })
  await made.getByLabel(/^Short name/).fill(organization)
  await made.getByRole('button', { name: 'Make the organization' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(organization)
  const form = page.getByRole('form', { name: 'New project' })
  await form.getByLabel(/^Short name/).fill(project)
  await form.getByRole('button', { name: 'Make the project' }).click()
  await expect(page).toHaveURL(new RegExp(`/p/${project}$`))
  return project
}

/** A token from the page of tokens, as it is shown once. */
export async function makeToken(page: Page, project: string, name: string): Promise<string> {
  await open(page, `/p/${project}/settings/tokens`)
  const form = page.getByRole('form', { name: 'New token' })
  await form.getByLabel(/^Name/).fill(name)
  await form.getByRole('button', { name: 'Make the token' }).click()
  const shown = page.getByRole('status', { name: 'New token' })
  await expect(shown).toHaveText(/^assay_runner_/)
  return (await shown.textContent()) ?? ''
}
