// A page whose server is away says so, keeps what it has, and goes on when there is an answer.

import { open } from './support/ready.ts'
import { expect, test } from './support/test.ts'

// What did not arrive browsers write to the console.
test.use({ expectedErrors: /ERR_INTERNET_DISCONNECTED/ })

test('a link that is followed while the server is away leads on when it is back', async ({
  page,
  context,
  expectAccessible,
}) => {
  await open(page, '/p/demo')
  await context.setOffline(true)
  const note = page
    .getByRole('alert')
    .filter({ hasText: 'The server does not answer. This page goes on when it does.' })
  await expect(note).toBeVisible()
  await page.getByRole('link', { name: 'Specs', exact: true }).click()
  await expectAccessible()
  await expect(note).toBeVisible()
  await expect(page).toHaveURL(/\/p\/demo$/)
  await context.setOffline(false)
  await expect(page).toHaveURL(/\/p\/demo\/specs$/)
  await expect(note).toBeHidden()
})
