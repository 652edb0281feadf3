// A review in writing: comments until a date, and no meeting.

import { inDays, writeSpec } from './support/spec-review.ts'
import { expect, test } from './support/test.ts'
import { setUpOwner } from './support/test-accounts.ts'

// Refused requests are answered with 409, which browsers write to the console.
test.use({ expectedErrors: /409/ })

test('a review without a meeting has a comment period, and ends by two clicks', async ({ page, expectAccessible }) => {
  await setUpOwner(page)
  await writeSpec(page, `In writing ${crypto.randomUUID().slice(0, 8)}`)
  await page.getByRole('button', { name: 'Invite reviewers' }).click()
  const invite = page.getByRole('form', { name: 'Invite a guest' })
  await invite.getByLabel('Name of a guest').fill('Vera')
  await invite.getByLabel('Their e-mail').fill('vera@example.test')
  await invite.getByRole('button', { name: 'Create link' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Vera' })).toContainText('/review/')
  const form = page.getByRole('form', { name: 'Schedule the review' })
  await form.getByRole('button', { name: 'Schedule' }).click()
  await expect(form.getByRole('alert')).toContainText(
    'Set the end of the comment period, the time of a meeting, or both.',
  )
  await form.getByLabel('Comments until').fill(inDays(20))
  await form.getByRole('button', { name: 'Schedule' }).click()
  const heading = page.getByRole('heading', { level: 1 })
  await expect(heading).toContainText('in review')
  await expect(page.locator('header').filter({ has: heading })).toContainText('comments until')
  await expect(page.getByRole('link', { name: 'calendar file' })).toHaveCount(0)
  await expectAccessible()

  await page.getByRole('button', { name: 'End the comment period' }).click()
  await expect(heading).toContainText('being resolved')
  await page.getByRole('button', { name: 'Resolve' }).click()
  await expect(heading).toContainText('resolved')
  await expect(page.getByRole('region', { name: /^Appendix/ })).toContainText('Without a meeting.')
})
