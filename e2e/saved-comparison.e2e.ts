// A user reads a saved comparison: its source, its tl;dr, and a value followed to its cell; then saves another.

import { comparisonTable, readCell } from './support/comparison-table.ts'
import { LIGHT_PAGE, openInSection } from './support/navigation.ts'
import { open } from './support/ready.ts'
import { expect, test } from './support/test.ts'
import { setUpOwner } from './support/test-accounts.ts'

const PG17 = '17.6 x10a_c32r128'

test('a saved comparison shows source and tl;dr, and a number links to its cell', async ({
  page,
  expectAccessible,
}) => {
  await open(page, LIGHT_PAGE)
  await openInSection(page, 'Compare', 'Saved')
  await page.getByRole('link', { name: 'Postgres 12.22 to 18.0 on 32 cores' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Postgres 12.22 to 18.0 on 32 cores')
  await expect(page.getByRole('link', { name: /bench\/arc\/oct25\.sb\.pg180\.dell32$/ })).toHaveAttribute(
    'href',
    /^https:\/\/github\.com\//,
  )
  const short = page.getByRole('region', { name: 'tl;dr' })
  await expect(short).toContainText(
    /18\.0 x10d_c32r128 is 82% faster than 12\.22.* on hot-points_range=100, since 17\.\S+ x10a_c32r128 \(\+94% there\)/,
  )
  expect(await readCell(comparisonTable(page), { row: 'hot-points_range=100', column: PG17 })).toBe('1.94')
  await expectAccessible()

  await short.getByRole('link', { name: '+94%' }).click()
  const details = page.getByRole('dialog', { name: 'Details of the cell' })
  await expect(details).toContainText('hot-points_range=100')
  await expect(details).toContainText(PG17)
  await expect(details).toContainText('140,708 queries/s')
})

test('on the compare page a number of the tl;dr opens its cell in place', async ({ page }) => {
  await open(
    page,
    '/p/demo/compare?columns=version,config&base=version:12.22&product=PostgreSQL&hardware=dell32&clients=24&repeat=1',
  )
  const address = page.url()
  await page.getByRole('region', { name: 'tl;dr' }).getByRole('link', { name: /43%/ }).first().click()
  const details = page.getByRole('dialog', { name: 'Details of the cell' })
  await expect(details).toContainText('update-index_range=100')
  await expect(details).toContainText('1.43')
  expect(page.url()).toBe(address)
})

test('exports with text begin with the tl;dr', async ({ request }) => {
  const query = 'columns=version,config&base=version:12.22&product=PostgreSQL&hardware=dell32&clients=24&repeat=1'
  const markdown = await (await request.get(`/p/demo/compare/export?format=markdown&${query}`)).text()
  expect(markdown).toMatch(/^\*\*tl;dr\*\*\n\n- 18\.0 x10d\\_c32r128 is 82% faster than 12\.22/)
})

test('a comparison is saved with a name, and its tl;dr is edited', async ({ page, runner }) => {
  const address =
    '/p/demo/compare?columns=version,config&product=PostgreSQL&hardware=dell32&clients=24&repeat=2&group=writes'
  await open(page, address)
  await page.getByText('Save ▾', { exact: true }).click()
  await expect(page.getByText('Sign in to save this comparison.')).toBeVisible()
  await setUpOwner(page)
  await open(page, address)
  await page.getByText('Save ▾', { exact: true }).click()
  const form = page.getByRole('form', { name: 'Save this comparison' })
  const title = `Writes of ${runner.name}`
  await form.getByLabel(/^Title/).fill(title)
  await form.getByLabel(/^Origin of the figures/).fill('The second run.')
  await form.getByRole('button', { name: 'Save comparison' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
  await page.getByText('Edit the tl;dr').click()
  const edit = page.getByRole('form', { name: 'Edit the tl;dr' })
  await edit.getByRole('textbox', { name: /^tl;dr/ }).fill('Writes are faster.\nNothing else changed.')
  await edit.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('region', { name: 'tl;dr, edited' }).getByRole('listitem')).toHaveText([
    'Writes are faster.',
    'Nothing else changed.',
  ])
  await expect(page.getByRole('heading', { name: 'Derived from the numbers' })).toBeVisible()
})
