// A spec from its first word to its end, by somebody who has no mouse.

import type { Locator, Page } from '@playwright/test'
import { setUpOwner } from './support/people.ts'
import { open } from './support/ready.ts'
import { SPEC_TEXT } from './support/spec-review.ts'
import { expect, test } from './support/test.ts'

/** Tabs to an element, as far as a person would bear to. */
async function tabTo(page: Page, to: Locator): Promise<void> {
  await expect(to).toBeVisible()
  for (let times = 0; times < 150; times++) {
    if (await to.evaluate((element) => element === element.ownerDocument.activeElement)) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`150 times Tab did not lead to ${to}`)
}

async function press(page: Page, button: Locator): Promise<void> {
  await tabTo(page, button)
  await page.keyboard.press('Enter')
}

async function write(page: Page, field: Locator, words: string): Promise<void> {
  await tabTo(page, field)
  await page.keyboard.type(words)
}

test('A16: a spec is written, reviewed and resolved with the keyboard alone', async ({
  page,
  request,
  runner,
  expectAccessible,
}) => {
  test.setTimeout(120_000)
  await setUpOwner(page)
  const { keyboard } = page
  const heading = page.getByRole('heading', { level: 1 })
  const title = `By keyboard ${crypto.randomUUID().slice(0, 8)}`
  await open(page, '/p/demo/specs/new')
  await write(page, page.getByLabel('Title'), title)
  await write(page, page.getByRole('textbox', { name: 'Text, in Markdown' }), 'It is all there.')
  // The way out of a field in which Tab might write.
  await keyboard.press('Escape')
  await press(page, page.getByRole('button', { name: 'Create' }))
  await expect(heading).toContainText(title)
  const name = new URL(page.url()).pathname.split('/').at(-1)

  await press(page, page.getByRole('button', { name: 'Invite readers' }))
  const invite = page.getByRole('form', { name: 'Invite somebody else' })
  await write(page, invite.getByLabel('Name of somebody else'), 'Vera')
  await write(page, invite.getByLabel('Their e-mail'), 'vera@example.test')
  await press(page, invite.getByRole('button', { name: 'Make a link' }))
  await expect(page.getByRole('status').filter({ hasText: 'Vera' })).toContainText('/reading/')
  const schedule = page.getByRole('form', { name: 'Schedule the review' })
  await write(page, schedule.getByLabel('Meeting', { exact: true }), '01152030')
  await keyboard.press('ArrowRight')
  await keyboard.type('1000AM')
  await write(page, schedule.getByLabel('Place or link'), 'Room 1')
  await press(page, schedule.getByRole('button', { name: 'Schedule' }))
  await expect(heading).toContainText('in review')
  await expectAccessible()

  const headers = { authorization: `Bearer ${runner.token}` }
  const specs = '/api/v1/projects/demo/specs'
  const data = { kind: 'give', body: 'Is it?', anchor: { kind: 'whole' }, revision: 1 }
  const given = await request.post(`${specs}/${name}/actions`, { headers, data })
  expect(given.status(), await given.text()).toBe(200)
  await open(page, `/p/demo/specs/${name}`)
  const card = page.getByRole('article', { name: 'F-1', exact: true })
  await press(page, card.getByRole('button', { name: 'No thank you' }))
  await expect(card.getByRole('form').getByRole('textbox')).toBeFocused()
  await keyboard.type('It is not.')
  await press(page, card.getByRole('button', { name: 'Answer', exact: true }))
  await expect(card).toContainText('It is not.')

  await press(page, page.getByRole('button', { name: 'Begin the meeting' }))
  await expect(heading).toContainText('in its meeting')
  await press(page, page.getByRole('button', { name: 'Close the meeting' }))
  await expect(heading).toContainText('being resolved')
  await press(page, page.getByRole('button', { name: 'Resolve' }))
  await expect(heading).toContainText('resolved')
  await expectAccessible()

  // A machine wrote another one, which she reads.
  const spec = { kind: 'functional', title: `${title}, of a machine`, text: SPEC_TEXT }
  const other = (await (await request.post(specs, { headers, data: spec })).json()).name
  await open(page, `/p/demo/specs/${other}`)
  const give = page.getByRole('form', { name: 'Give feedback' })
  await write(page, give.getByLabel('Or on a heading'), 'Functions')
  await write(page, give.getByLabel('Your feedback'), 'Which?')
  await press(page, give.getByRole('button', { name: 'Give' }))
  await expect(page.getByRole('article', { name: 'F-1', exact: true })).toContainText('Which?')
  await expect(page.getByRole('article', { name: 'F-1', exact: true })).toContainText('Functions')
})
