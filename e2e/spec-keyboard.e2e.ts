// The whole life of a spec, by keyboard only.

import type { Locator } from '@playwright/test'
import { isFocused, tabTo } from './support/keyboard.ts'
import { open } from './support/ready.ts'
import { SPEC_TEXT, specsOfRunner } from './support/spec-review.ts'
import { expect, test } from './support/test.ts'
import { setUpOwner } from './support/test-accounts.ts'

async function press(button: Locator): Promise<void> {
  await reach(button)
  await button.page().keyboard.press('Enter')
}

async function write(field: Locator, words: string): Promise<void> {
  await reach(field)
  await field.page().keyboard.type(words)
}

/** Focuses the target unless it has the focus already, because pages of specs are long. */
async function reach(target: Locator): Promise<void> {
  await expect(target).toBeVisible()
  if (!(await isFocused(target))) await tabTo(target, { maxSteps: 150 })
}

test('A16: a spec is written, reviewed and resolved with the keyboard alone', async ({
  page,
  request,
  runner,
  expectAccessible,
}) => {
  await setUpOwner(page)
  const { keyboard } = page
  const heading = page.getByRole('heading', { level: 1 })
  const title = `By keyboard ${crypto.randomUUID().slice(0, 8)}`
  await open(page, '/p/demo/specs/new')
  await write(page.getByLabel('Title'), title)
  await write(page.getByRole('textbox', { name: 'Text, in Markdown' }), 'It is all there.')
  // Escape leaves a field in which Tab might insert text.
  await keyboard.press('Escape')
  await press(page.getByRole('button', { name: 'Create' }))
  await expect(heading).toContainText(title)
  const name = new URL(page.url()).pathname.split('/').at(-1) ?? ''

  await press(page.getByRole('button', { name: 'Invite reviewers' }))
  const invite = page.getByRole('form', { name: 'Invite a guest' })
  await write(invite.getByLabel('Name of a guest'), 'Vera')
  await write(invite.getByLabel('Their e-mail'), 'vera@example.test')
  await press(invite.getByRole('button', { name: 'Create link' }))
  await expect(page.getByRole('status').filter({ hasText: 'Vera' })).toContainText('/review/')
  const schedule = page.getByRole('form', { name: 'Schedule the review' })
  await write(schedule.getByLabel('Meeting', { exact: true }), '01152030')
  await keyboard.press('ArrowRight')
  await keyboard.type('1000AM')
  await write(schedule.getByLabel('Place or link'), 'Room 1')
  await press(schedule.getByRole('button', { name: 'Schedule' }))
  await expect(heading).toContainText('in review')
  await expectAccessible()

  const specs = specsOfRunner(request, runner)
  await specs.act(name, { kind: 'give', body: 'Is it?', anchor: { kind: 'whole' }, revision: 1 })
  await open(page, `/p/demo/specs/${name}`)
  const card = page.getByRole('article', { name: 'F-1', exact: true })
  await press(card.getByRole('button', { name: 'No thank you' }))
  await expect(card.getByRole('form').getByRole('textbox')).toBeFocused()
  await keyboard.type('It is not.')
  await press(card.getByRole('button', { name: 'Answer', exact: true }))
  await expect(card).toContainText('It is not.')

  await press(page.getByRole('button', { name: 'Start the meeting' }))
  await expect(heading).toContainText('in its meeting')
  await press(page.getByRole('button', { name: 'Close the meeting' }))
  await expect(heading).toContainText('being resolved')
  await press(page.getByRole('button', { name: 'Resolve' }))
  await expect(heading).toContainText('resolved')
  await expectAccessible()

  // A program created another spec, which she reads.
  const other = await specs.create({ kind: 'functional', title: `${title}, of a machine`, text: SPEC_TEXT })
  await open(page, `/p/demo/specs/${other}`)
  const give = page.getByRole('form', { name: 'Add a comment' })
  await write(give.getByLabel('Or on a heading'), 'Functions')
  await write(give.getByLabel('Your comment'), 'Which?')
  await press(give.getByRole('button', { name: 'Comment' }))
  await expect(page.getByRole('article', { name: 'F-1', exact: true })).toContainText('Which?')
  await expect(page.getByRole('article', { name: 'F-1', exact: true })).toContainText('Functions')
})
