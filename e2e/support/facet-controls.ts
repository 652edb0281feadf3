import { expect, type Locator, type Page } from '@playwright/test'

/** Opens the form of a comparison, unless it is open. */
export async function customize(page: Page): Promise<Locator> {
  const form = page.getByRole('form', { name: 'Comparison' })
  if (!(await form.isVisible())) await page.getByText('Customize', { exact: true }).click()
  await form.getByRole('heading', { name: 'Layout' }).waitFor()
  return form
}

/** Expands the list of a dimension if necessary, and selects one of its values. The form then submits itself. */
export async function tick(form: Locator, { dimension, value }: { dimension: string; value: string }): Promise<void> {
  const list = form.getByRole('group', { name: `${dimension}, each with its number of results` })
  const folded = form.getByRole('group').filter({ hasText: new RegExp(`^${escaped(dimension)}`) })
  if (!(await list.isVisible())) await folded.getByText(dimension, { exact: true }).first().click()
  await list.getByRole('checkbox', { name: new RegExp(`^${escaped(value)} *[\\d,]+$`) }).check()
}

/** Expects the chips above a table: one for each filtered dimension. */
export const expectFilters = (page: Page, filters: readonly RegExp[]): Promise<void> =>
  expect(page.getByRole('list', { name: 'Filters' }).getByRole('listitem')).toHaveText([...filters])

const escaped = (text: string) => text.replaceAll(/[^\w ]/g, '\\$&')
