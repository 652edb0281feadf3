// The first account of a server, created by the form that `npm start` links to. Runs before all other tests.

import { expect, test } from './support/test.ts'
import { fillAccount, menuOf, OWNER, signIn } from './support/test-accounts.ts'

test('the first account owns the server, and no second one can be created that way', async ({
  page,
  expectAccessible,
}) => {
  await page.goto('/sign-in')
  // A reused server, as in the development of tests, has its owner already.
  if (new URL(page.url()).pathname === '/set-up') {
    await expectAccessible()
    await fillAccount(page, 'Set up', OWNER)
    await page.getByRole('form', { name: 'Set up' }).getByRole('button', { name: 'Create account' }).click()
    await expect(menuOf(page, OWNER)).toBeVisible()
  } else await signIn(page, OWNER)
  expect((await page.request.get('/set-up')).status()).toBe(404)
})
