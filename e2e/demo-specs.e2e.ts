// A guest reads the demo's resolved specs: comments and responses, a reason for a no thank you, a remaining
// disagreement, and a design whose numbers are those of its comparison.

import { comparisonTable, findCell } from './support/comparison-table.ts'
import { expectNoSidewaysScroll, PHONE } from './support/layout.ts'
import { open } from './support/ready.ts'
import { expect, test } from './support/test.ts'

const APPENDIX = { name: 'Appendix: comments and responses' }

test('a functional spec from the overview: its state, its responses, and who still disagrees', async ({ page }) => {
  await open(page, '/p/demo')
  await page.getByRole('main').getByRole('link', { name: 'FS-1 IEEE754 datatypes' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('IEEE754 datatypes resolved')
  const appendix = page.getByRole('region', APPENDIX)
  await expect(appendix).toContainText(
    '9 comments: 3 × good point, 2 × no thank you, 1 × good point, but, 2 × answered, 1 × duplicate.',
  )
  await expect(appendix).toContainText('Reason: Infinity is what the standard gives')
  await expect(appendix).toContainText(
    'Carl Dubois still disagrees: I would rather have a setting of the session that raises it.',
  )
  await expect(appendix).toContainText('Left open by the meeting: F-3.')
  const comments = page.getByRole('complementary', { name: 'Comments' })
  await expect(comments).toContainText('one instruction where the hardware has it, and a library where it has not.')
  await expect(page.getByRole('region', { name: 'Outcome' })).toContainText('Not built')
  await page.getByRole('link', { name: 'Changes of revision 2' }).click()
  await expect(page.locator('ins').filter({ hasText: 'NaN equals NaN' })).toBeVisible()
})

test('a design spec: its number equals the cell on the comparison’s page, and its goals link to runs', async ({
  page,
}) => {
  await open(page, '/p/demo/specs/DS-1')
  await expect(page.getByRole('main')).toContainText('Builds on FS-2 Faster sorts, revision 2.')
  await expect(page.getByRole('region', APPENDIX)).toContainText(
    '7 comments: 3 × good point, 1 × no thank you, 2 × good point, but, 1 × withdrawn.',
  )
  await expect(page.getByRole('region', APPENDIX)).toContainText('moved from FS-2 F-3')
  const link = page.getByRole('link', { name: '4.83 times', exact: true })
  await expect(link).toHaveAttribute('title', /4\.83/)
  const outcome = page.getByRole('region', { name: 'Outcome' })
  const goal = outcome.getByRole('row', { name: /^Any keys: at least 0\.90, measured 0\.86 missed/ })
  await goal.getByRole('link', { name: 'Sort prototype 2 prefix-sort on vm2' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('2 prefix-sort')
  await page.goBack()
  await outcome.getByRole('link', { name: 'Sort prototype 2 prefix-sort', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('2 prefix-sort')
  await open(page, '/p/demo/saved/sort-with-key-prefixes')
  const cell = await findCell(comparisonTable(page, /4,?000,?000/), { row: 'random', column: '2 prefix-sort' })
  await expect(cell).toHaveText(/4\.83/)
})

test('search finds earlier responses of the kind no thank you', async ({ page }) => {
  await open(page, '/p/demo/specs')
  await page.getByPlaceholder('Search texts, comments, responses').fill('stable')
  await page.getByRole('combobox', { name: 'In', exact: true }).selectOption({ label: 'answered “no thank you”' })
  await page.getByRole('button', { name: 'Search' }).click()
  await expect(page.getByRole('region', { name: 'Found' }).getByRole('link', { name: 'FS-2 F-2.1' })).toBeVisible()
})

test('a spec fits a phone and is complete in print', async ({ page }) => {
  await page.setViewportSize(PHONE)
  await page.goto('/p/demo/specs/DS-1')
  await expectNoSidewaysScroll(page)
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('region', APPENDIX)).toBeVisible()
  await expect(page.getByRole('complementary', { name: 'Comments' })).toBeHidden()
})
