import { expect, type Locator, type Page } from '@playwright/test'

/** The form beside a comparison. */
export const builder = (page: Page): Locator => page.getByRole('form', { name: 'Comparison' })

/** Opens the list of a dimension, where it is folded, and ticks one of its values. The form then sends itself. */
export async function tick(form: Locator, { dimension, value }: { dimension: string; value: string }): Promise<void> {
  const list = form.getByRole('group', { name: `${dimension}, each with its number of results` })
  const folded = form.getByRole('group').filter({ hasText: new RegExp(`^${escaped(dimension)}`) })
  if (!(await list.isVisible())) await folded.getByText(dimension, { exact: true }).first().click()
  await list.getByRole('checkbox', { name: new RegExp(`^${escaped(value)} *[\\d,]+$`) }).check()
}

/** The chips above a table: one for each dimension that is filtered. */
export const expectFilters = (page: Page, filters: readonly RegExp[]): Promise<void> =>
  expect(page.getByRole('list', { name: 'Filters' }).getByRole('listitem')).toHaveText([...filters])

const escaped = (text: string) => text.replaceAll(/[^\w ]/g, '\\$&')
