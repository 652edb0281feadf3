import type { Page } from '@playwright/test'

/** A page for tests of what every page has: the overview costs four times as much, because it has a dozen pictures. */
export const LIGHT_PAGE = '/p/demo/known-bugs'

/** Links of the navigation of a project: its sections, and the pages of the open section. */
export const sectionLink = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Project' }).getByRole('link', { name, exact: true })
export const pageLink = (page: Page, section: string, name: string) =>
  page.getByRole('navigation', { name: section, exact: true }).getByRole('link', { name, exact: true })

/** Opens a page of a project by its section and its name. */
export async function openInSection(page: Page, section: string, name: string): Promise<void> {
  await sectionLink(page, section).click()
  await pageLink(page, section, name).click()
}
