// A visitor of the demo is offered five stops, follows them, and never sees them again after dismissing them.

import { open } from './support/ready.ts'
import { expect, test } from './support/test.ts'

test('five stops lead through the demo until they are dismissed', async ({ page, expectAccessible }) => {
  await open(page, '/p/demo/findings')
  const path = page.getByRole('complementary', { name: 'First visit' })
  await expect(path).toBeHidden()
  await open(page, '/p/demo')
  await expect(path).toContainText('New here?')
  await expectAccessible()
  for (const [stop, heading] of [
    ['2 Two releases', /PostgreSQL 18\.0 .*vs 17\.6/],
    ['3 Causes', /findings|regressions?/i],
    ['4 History of each test', / lost | gained |no changes/],
    ['5 Your own results', /import/i],
  ] as const) {
    await path.getByRole('link', { name: stop }).click()
    await expect(path.locator('[aria-current="step"]')).toHaveText(stop)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading)
  }
  await path.getByRole('link', { name: '1 State of each release' }).click()
  await expect(path.locator('[aria-current="step"]')).toHaveText('1 State of each release')
  await path.getByRole('button', { name: 'Dismiss' }).click()
  await expect(path).toBeHidden()
  await open(page, '/p/demo')
  await expect(path).toBeHidden()
})
