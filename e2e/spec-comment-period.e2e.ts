// A review in writing: several people are invited at once, comments until a date, no meeting, and an erratum at the end.

import { open } from './support/ready.ts'
import { inDays, specsOfRunner, writeSpec } from './support/spec-review.ts'
import { expect, test } from './support/test.ts'
import { setUpOwner } from './support/test-accounts.ts'

// Refused requests are answered with 409, which browsers write to the console.
test.use({ expectedErrors: /409/ })

test('a review without a meeting has a comment period, and ends by two clicks', async ({
  page,
  request,
  runner,
  expectAccessible,
}) => {
  await setUpOwner(page)
  const title = `In writing ${crypto.randomUUID().slice(0, 8)}`
  const name = await writeSpec(page, title)
  // Three people by two clicks; the field has the focus.
  await page.getByRole('button', { name: 'Invite reviewers' }).click()
  const invite = page.getByRole('form', { name: 'Invite several people' })
  await expect(invite.getByRole('textbox')).toBeFocused()
  await page.keyboard.type('vera@example.test\nRita <rita@example.test>\nNobody Known\nwalter@example.test')
  await invite.getByRole('button', { name: 'Invite', exact: true }).click()
  await expect(page.getByText('3 people are invited.')).toBeVisible()
  await expect(page.getByRole('alert').filter({ hasText: 'Nobody Known' })).toContainText('Give an e-mail')
  await expect(invite.getByRole('textbox')).toHaveValue('Nobody Known')
  await expect(page.getByText(/Invited: vera, Rita, walter/)).toBeVisible()
  await expectAccessible()

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

  // A comment waits for its author on the list of specs, which has filters.
  await specsOfRunner(request, runner).act(name, {
    ...{ kind: 'give', body: 'Which order?', anchor: { kind: 'whole' }, revision: 1 },
  })
  await open(page, '/p/demo/specs?state=in-review')
  const inbox = page.getByRole('region', { name: /^Waiting for you/ })
  await expect(inbox.getByRole('listitem').filter({ hasText: title })).toContainText('to answer')
  await expect(page.getByRole('form', { name: 'Filter specs' }).getByLabel('State')).toHaveValue('in-review')
  await expectAccessible()
  const link = inbox.getByRole('listitem').filter({ hasText: title }).getByRole('link', { name: 'F-1' })
  await expect(link).toHaveAttribute('href', `/p/demo/specs/${name}#card-F-1`)
  await open(page, `/p/demo/specs/${name}`)
  const card = page.getByRole('article', { name: 'F-1', exact: true })
  await card.getByRole('button', { name: 'No thank you' }).click()
  await page.keyboard.type('Any order.')
  await page.keyboard.press('Control+Enter')
  await expect(card).toContainText('Any order.')

  await page.getByRole('button', { name: 'End the comment period' }).click()
  await expect(heading).toContainText('being resolved')
  await page.getByRole('button', { name: 'Resolve' }).click()
  await expect(heading).toContainText('resolved')
  const appendix = page.getByRole('region', { name: /^Appendix/ })
  await expect(appendix).toContainText('Without a meeting.')

  await page.getByText('Add an erratum…').click()
  const erratum = page.getByRole('form', { name: 'Add an erratum' })
  await erratum.getByLabel('Correction').fill('Read sums of decimals.')
  await erratum.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(page.getByRole('list', { name: 'Errata' })).toContainText('Read sums of decimals.')
  await expect(appendix).toContainText('Read sums of decimals.')
  await expectAccessible()
})
